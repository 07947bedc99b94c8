/*
 * The list of the records in view. Only the visible rows exist, and only their shards are loaded.
 * It tells screen reader users what the map shows.
 *
 *   const list = new FP.List(host, site, onSelect, share(layer, id));     share: the link of a record
 *   list.show(layer, indexes, classes, note)     list.mark(layerID, index)
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const rowHeight = 57;
  /** The maximum number of rows. Browsers can't show much taller elements. */
  const maximumRows = 250000;
  /** Extra rows made above and below the visible ones. */
  const spare = 4;

  class List {
    constructor(host, site, onSelect, share) {
      this.host = host;
      this.site = site;
      this.onSelect = onSelect;
      this.share = share;
      this.rows = new Map();
      this.indexes = [];
      this.marked = null;
      this.space = document.createElement('ul');
      this.space.className = 'list-space';
      this.note = document.createElement('p');
      this.note.className = 'list-note';
      host.append(this.space, this.note);
      this.scroll = new FP.ListScroll(host, () => { this.refresh(); });
      new ResizeObserver(() => { this.refresh(); }).observe(host);
      this.space.addEventListener('keydown', (event) => { this.key(event); });
      this.space.addEventListener('focusin', (event) => {
        this.rows.forEach((row) => { if (row.item.contains(event.target)) this.at = row.position; });
        this.stop();
      });
    }

    /** `indexes`: records of `layer`, first row first; `classes`: the class of each record. */
    show(layer, indexes, classes, note) {
      this.layer = layer;
      this.indexes = indexes.length > maximumRows ? indexes.slice(0, maximumRows) : indexes;
      this.classes = classes;
      this.labels = FP.data.slotLabels(layer);
      this.note.textContent = note ||
        (indexes.length > maximumRows
          ? `Only the first ${FP.text.grouped(maximumRows)} records are listed.` : '');
      this.note.hidden = !this.note.textContent;
      this.space.style.height = `${this.indexes.length * rowHeight}px`;
      this.space.hidden = this.indexes.length === 0;
      this.rows.forEach((row) => { row.item.remove(); });
      this.rows.clear();
      this.scroll.toStart();
      this.at = 0;
      this.refresh();
    }

    /** Makes the visible rows and removes the others. */
    refresh() {
      const top = this.scroll.top(), height = this.scroll.height() || 400;
      const first = Math.max(0, Math.floor(top / rowHeight) - spare);
      const end = Math.min(this.indexes.length, Math.ceil((top + height) / rowHeight) + spare);
      this.rows.forEach((row, position) => {
        if ((position < first || position >= end) && !row.item.contains(document.activeElement)) {
          row.item.remove();
          this.rows.delete(position);
        }
      });
      for (let position = first; position < end; position += 1) {
        if (!this.rows.has(position)) this.add(position);
      }
      this.stop();
    }

    /**
     * Makes one row a tab stop: the one with the last focus, or the first visible one. Arrow keys move
     * on from there, so that Tab does not go through thousands of rows.
     */
    stop() {
      const inSight = Math.min(Math.ceil(this.scroll.top() / rowHeight), this.indexes.length - 1);
      const at = this.rows.has(this.at) ? this.at : inSight;
      this.rows.forEach((row) => {
        const tabIndex = row.position === at ? 0 : -1;
        row.item.querySelectorAll('button').forEach((button) => { button.tabIndex = tabIndex; });
      });
    }

    add(position) {
      const layer = this.layer, index = this.indexes[position];
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'list-row waiting';
      button.style.top = `${position * rowHeight}px`;
      item.setAttribute('aria-setsize', this.indexes.length);
      item.setAttribute('aria-posinset', position + 1);
      const parts = {};
      ['swatch', 'name', 'right', 'second', 'second-right'].forEach((part) => {
        parts[part] = document.createElement('span');
        parts[part].className = `list-${part}`;
        // A name that is too long is cut at its own end.
        if (part === 'name' || part === 'second') parts[part].dir = 'auto';
        button.appendChild(parts[part]);
      });
      const kind = layer.legend && layer.legend.classes && layer.legend.classes[this.classes[index]];
      if (kind) parts.swatch.appendChild(FP.swatch(this.site.symbols[kind.symbol], 14));
      button.addEventListener('click', (event) => {
        // A click without a pointer comes from a key.
        this.onSelect(layer, index, event.detail === 0);
      });
      item.appendChild(button);
      const after = this.rows.get(position + 1);
      this.space.insertBefore(item, after ? after.item : null);
      this.rows.set(position, { item, button, index, position });
      if (this.isMarked(layer, index)) button.setAttribute('aria-current', 'true');
      this.write(button, parts, layer, index);
    }

    write(button, parts, layer, index) {
      const size = layer.shardSize || 1000, show = layer.list || {}, labels = this.labels;
      FP.data.shard(layer.id, Math.floor(index / size)).then((shard) => {
        const row = index % size;
        function text(slot) {
          const value = typeof slot === 'number' ? shard.value(slot, row) : null;
          return value === null ? '' : String(value);
        }
        button.classList.remove('waiting');
        recolor(parts.swatch, this.site.symbols, layer, shard, row);
        parts.name.textContent = text(show.primary) || `${layer.title} ${shard.ids[row]}`;
        parts.second.textContent = text(show.secondary);
        labeled(parts.right, text(show.right), labels[show.right]);
        labeled(parts['second-right'], text(show.rightSecondary), labels[show.rightSecondary]);
        if (this.share) this.offerLink(button, layer, shard.ids[row], parts.name.textContent);
      }, () => {
        button.classList.remove('waiting');
        parts.name.textContent = 'Some data is missing';
      });
    }

    /** A button at the end of a row that shares a link to its record. */
    offerLink(row, layer, id, title) {
      const button = FP.shareButton(row.parentNode, 'list-share', null, () => ({
        title, url: this.share(layer, id)
      }));
      button.style.top = row.style.top;
      button.tabIndex = row.tabIndex;
      button.title = 'Share a link to this record';
      button.setAttribute('aria-label', `Share ${title}`);
    }

    isMarked(layer, index) {
      return this.marked !== null && this.marked.layer === layer.id && this.marked.index === index;
    }

    /** Marks the row of the selected record. */
    mark(layerID, index) {
      this.marked = layerID === null ? null : { layer: layerID, index };
      this.rows.forEach((row) => {
        if (this.isMarked(this.layer, row.index)) row.button.setAttribute('aria-current', 'true');
        else row.button.removeAttribute('aria-current');
      });
    }

    /** Scrolls to a record's row, if it is listed. A list that scrolls with the page stays where it is. */
    reveal(index) {
      const position = this.indexes.indexOf(index);
      if (position < 0 || !this.scroll.isOwn()) return;
      this.scroll.to(Math.max(0, (position - 1) * rowHeight));
      this.refresh();
    }

    /** Moves the focus with arrow keys, also to rows that do not exist yet. */
    key(event) {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 7, PageUp: -7 }[event.key];
      let from = null;
      this.rows.forEach((row) => { if (row.button === event.target) from = row.position; });
      if (!step && event.key !== 'Home' && event.key !== 'End' || from === null) return;
      event.preventDefault();
      const last = this.indexes.length - 1;
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? last
        : Math.max(0, Math.min(last, from + step));
      const top = to * rowHeight, view = this.scroll.height(), now = this.scroll.top();
      if (top < now) this.scroll.to(top);
      else if (top + rowHeight > now + view) this.scroll.to(top + rowHeight - view);
      this.refresh();
      this.rows.get(to).button.focus({ preventScroll: true });
    }
  }

  /** Writes a value with its label as tooltip and for screen readers. */
  function labeled(cell, text, label) {
    cell.textContent = text;
    if (!text || !label) return;
    cell.title = label;
    const name = document.createElement('span');
    name.className = 'unseen';
    name.textContent = `${label} `;
    cell.prepend(name);
  }

  /** Shows a record's own color if colors depend on numbers. It is known once its shard is loaded. */
  function recolor(cell, symbols, layer, shard, row) {
    if (!((layer.legend || {}).variables || {}).color || !layer.shape) return;
    const symbol = FP.fill({ symbol: layer.shape.symbol }, shard.row(row)).symbol;
    if (typeof symbol === 'number') cell.replaceChildren(FP.swatch(symbols[symbol], 14));
  }

  FP.List = List;
})();
