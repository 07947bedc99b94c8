/*
  * The list of the records in view. Only the visible rows exist, and only their shards are loaded.
  * It tells screen reader users what the map shows.
  *
  *   var list = new FP.List(host, site, onSelect);
  *   list.show(layer, indexes, classes, note)     list.mark(layerID, index)
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  var rowHeight = 57;
  /** The maximum number of rows. Browsers can't show much taller elements. */
  var maximumRows = 250000;
  /** Extra rows made above and below the visible ones. */
  var spare = 4;

  function List(host, site, onSelect) {
    var list = this;
    this.host = host;
    this.site = site;
    this.onSelect = onSelect;
    this.rows = new Map();
    this.indexes = [];
    this.marked = null;
    this.space = document.createElement('ul');
    this.space.className = 'list-space';
    this.note = document.createElement('p');
    this.note.className = 'list-note';
    host.append(this.space, this.note);
    host.addEventListener('scroll', function () { list.refresh(); }, { passive: true });
    new ResizeObserver(function () { list.refresh(); }).observe(host);
    this.space.addEventListener('keydown', function (event) { list.key(event); });
    this.space.addEventListener('focusin', function (event) {
      list.rows.forEach(function (row) { if (row.button === event.target) list.at = row.position; });
      list.stop();
    });
  }

  /** `indexes`: records of `layer`, first row first; `classes`: the class of each record. */
  List.prototype.show = function (layer, indexes, classes, note) {
    this.layer = layer;
    this.indexes = indexes.length > maximumRows ? indexes.slice(0, maximumRows) : indexes;
    this.classes = classes;
    this.labels = FP.data.slotLabels(layer);
    this.note.textContent = note ||
      (indexes.length > maximumRows ? 'Only the first ' + FP.text.grouped(maximumRows) + ' records are listed.' : '');
    this.note.hidden = !this.note.textContent;
    this.space.style.height = this.indexes.length * rowHeight + 'px';
    this.space.hidden = this.indexes.length === 0;
    this.rows.forEach(function (row) { row.item.remove(); });
    this.rows.clear();
    this.host.scrollTop = 0;
    this.at = 0;
    this.refresh();
  };

  /** Makes the visible rows and removes the others. */
  List.prototype.refresh = function () {
    var list = this, top = this.host.scrollTop, height = this.host.clientHeight || 400;
    var first = Math.max(0, Math.floor(top / rowHeight) - spare);
    var end = Math.min(this.indexes.length, Math.ceil((top + height) / rowHeight) + spare);
    this.rows.forEach(function (row, position) {
      if ((position < first || position >= end) && !row.item.contains(document.activeElement)) {
        row.item.remove();
        list.rows.delete(position);
      }
    });
    for (var position = first; position < end; position += 1) {
      if (!this.rows.has(position)) this.add(position);
    }
    this.stop();
  };

  /**
    * Makes one row a tab stop: the one with the last focus, or the first visible one. Arrow keys move
    * on from there, so that Tab does not go through thousands of rows.
   */
  List.prototype.stop = function () {
    var inSight = Math.min(Math.ceil(this.host.scrollTop / rowHeight), this.indexes.length - 1);
    var at = this.rows.has(this.at) ? this.at : inSight;
    this.rows.forEach(function (row) { row.button.tabIndex = row.position === at ? 0 : -1; });
  };

  List.prototype.add = function (position) {
    var list = this, layer = this.layer, index = this.indexes[position];
    var item = document.createElement('li');
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'list-row waiting';
    button.style.top = position * rowHeight + 'px';
    item.setAttribute('aria-setsize', this.indexes.length);
    item.setAttribute('aria-posinset', position + 1);
    var parts = {};
    ['swatch', 'name', 'right', 'second', 'second-right'].forEach(function (part) {
      parts[part] = document.createElement('span');
      parts[part].className = 'list-' + part;
      button.appendChild(parts[part]);
    });
    var kind = layer.legend && layer.legend.classes && layer.legend.classes[this.classes[index]];
    if (kind) parts.swatch.appendChild(FP.swatch(this.site.symbols[kind.symbol], 14));
    button.addEventListener('click', function (event) {
      // A click without a pointer comes from a key.
      list.onSelect(layer, index, event.detail === 0);
    });
    item.appendChild(button);
    var after = this.rows.get(position + 1);
    this.space.insertBefore(item, after ? after.item : null);
    this.rows.set(position, { item: item, button: button, index: index, position: position });
    if (this.isMarked(layer, index)) button.setAttribute('aria-current', 'true');
    this.write(button, parts, layer, index);
  };

  List.prototype.write = function (button, parts, layer, index) {
    var list = this, size = layer.shardSize || 1000, show = layer.list || {}, labels = this.labels;
    FP.data.shard(layer.id, Math.floor(index / size)).then(function (shard) {
      var row = index % size;
      function text(slot) {
        var value = typeof slot === 'number' ? shard.value(slot, row) : null;
        return value === null ? '' : String(value);
      }
      button.classList.remove('waiting');
      recolor(parts.swatch, list.site.symbols, layer, shard, row);
      parts.name.textContent = text(show.primary) || layer.title + ' ' + shard.ids[row];
      parts.second.textContent = text(show.secondary);
      labeled(parts.right, text(show.right), labels[show.right]);
      labeled(parts['second-right'], text(show.rightSecondary), labels[show.rightSecondary]);
    }, function () {
      button.classList.remove('waiting');
      parts.name.textContent = 'Some data is missing';
    });
  };

  /** Writes a value with its label as tooltip and for screen readers. */
  function labeled(cell, text, label) {
    cell.textContent = text;
    if (!text || !label) return;
    cell.title = label;
    var name = document.createElement('span');
    name.className = 'unseen';
    name.textContent = label + ' ';
    cell.prepend(name);
  }

  /** Shows a record's own color if colors depend on numbers. It is known once its shard is loaded. */
  function recolor(cell, symbols, layer, shard, row) {
    if (!((layer.legend || {}).variables || {}).color || !layer.shape) return;
    var symbol = FP.fill({ symbol: layer.shape.symbol }, shard.row(row)).symbol;
    if (typeof symbol === 'number') cell.replaceChildren(FP.swatch(symbols[symbol], 14));
  }

  List.prototype.isMarked = function (layer, index) {
    return this.marked !== null && this.marked.layer === layer.id && this.marked.index === index;
  };

  /** Marks the row of the selected record. */
  List.prototype.mark = function (layerID, index) {
    var list = this;
    this.marked = layerID === null ? null : { layer: layerID, index: index };
    this.rows.forEach(function (row) {
      if (list.isMarked(list.layer, row.index)) row.button.setAttribute('aria-current', 'true');
      else row.button.removeAttribute('aria-current');
    });
  };

  /** Scrolls to a record's row, if it is listed. */
  List.prototype.reveal = function (index) {
    var position = this.indexes.indexOf(index);
    if (position < 0) return;
    this.host.scrollTop = Math.max(0, (position - 1) * rowHeight);
    this.refresh();
  };

  /** Moves the focus with arrow keys, also to rows that do not exist yet. */
  List.prototype.key = function (event) {
    var step = { ArrowDown: 1, ArrowUp: -1, PageDown: 7, PageUp: -7 }[event.key];
    var from = null;
    this.rows.forEach(function (row) { if (row.button === event.target) from = row.position; });
    if (!step && event.key !== 'Home' && event.key !== 'End' || from === null) return;
    event.preventDefault();
    var last = this.indexes.length - 1;
    var to = event.key === 'Home' ? 0 : event.key === 'End' ? last
      : Math.max(0, Math.min(last, from + step));
    var top = to * rowHeight, view = this.host.clientHeight;
    if (top < this.host.scrollTop) this.host.scrollTop = top;
    else if (top + rowHeight > this.host.scrollTop + view) this.host.scrollTop = top + rowHeight - view;
    this.refresh();
    this.rows.get(to).button.focus({ preventScroll: true });
  };

  FP.List = List;
})();
