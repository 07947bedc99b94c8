/*
  * The list of changes: which are shown, in which order, and the text of each row.
 *
 *   var chosen = new FP.ChangeChoice(review, decisions);
 *   chosen.toggle('kind', 3) chosen.set('package', 1|null) chosen.set('query', 'oak') chosen.set('sort', 'record')
  *   chosen.run()       the indexes of the changes to show, in order; chosen.mask: one byte each
 *
 *   var list = new FP.ChangeList(host, review, decisions, symbols, onSelect)
 *   list.showChanges(indexes)   list.refreshRows(indexes)   list.sight(index)
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  var rowHeight = 57;

  // Choosing

  function Choice(review, decisions) {
    this.review = review;
    this.decisions = decisions;
    this.kinds = new Set();
    this.undecided = false;
    this.package = null;
    this.layer = null;
    this.query = '';
    this.sort = 'conflicts';
    this.mask = new Uint8Array(review.changes.length);
    this.orders = Object.create(null);
  }

  FP.changeOrders = [
    ['conflicts', 'Conflicts first'], ['record', 'By record'], ['place', 'By location'],
    ['layer', 'By layer'], ['package', 'By package']
  ];

  Choice.prototype.set = function (name, value) { this[name] = value; };

  Choice.prototype.toggleKind = function (kind) { if (!this.kinds.delete(kind)) this.kinds.add(kind); };

  Choice.prototype.isActive = function () {
    return this.kinds.size > 0 || this.undecided || this.package !== null || this.layer !== null ||
      this.query.trim() !== '';
  };

  Choice.prototype.clear = function () {
    this.kinds.clear();
    this.undecided = false;
    this.package = this.layer = null;
    this.query = '';
  };

  /** One line of lower-case text per change, made on the first search. */
  Choice.prototype.lines = function () {
    var review = this.review;
    this.searched = this.searched || review.changes.map(function (change) {
      return (change.title + '\n' + change.subtitle + '\n' + change.id).toLowerCase();
    });
    return this.searched;
  };

  Choice.prototype.run = function () {
    var choice = this, changes = this.review.changes, mask = this.mask;
    var words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    var lines = words.length ? this.lines() : null;
    for (var i = 0; i < changes.length; i += 1) {
      var change = changes[i];
      mask[i] = (!choice.kinds.size || choice.kinds.has(choice.review.kind(i))) &&
        (!choice.undecided || !choice.decisions.isSettled(i)) &&
        (choice.package === null || change.package === choice.package) &&
        (choice.layer === null || change.layer === choice.layer) &&
        (!lines || words.every(function (word) { return lines[i].includes(word); })) ? 1 : 0;
    }
    return this.order(this.sort).filter(function (index) { return mask[index]; });
  };

  /** All changes in an order. Each order is made once. */
  Choice.prototype.order = function (name) {
    if (!this.orders[name]) {
      var changes = this.review.changes, review = this.review;
      var keys = this.keysOf(name), order = new Uint32Array(changes.length);
      for (var i = 0; i < order.length; i += 1) order[i] = i;
      if (name === 'record') {
        var collator = new Intl.Collator('en', { numeric: true });
        order.sort(function (a, b) {
          return collator.compare(changes[a].title, changes[b].title) || a - b;
        });
      } else {
        order.sort(function (a, b) { return keys[a] - keys[b] || a - b; });
      }
      // Until the map is loaded, locations are unknown, so do not keep this order.
      if (name === 'place' && !review.set) return order;
      this.orders[name] = order;
    }
    return this.orders[name];
  };

  Choice.prototype.keysOf = function (name) {
    var review = this.review, set = review.set;
    return review.changes.map(function (change, index) {
      switch (name) {
        case 'conflicts': return change.open ? 0 : review.kind(index) === 3 ? 1 : 2;
        case 'layer': return change.layer;
        case 'package': return change.package;
        case 'place': return set && !(set.none && set.none.has(index))
          ? interleaved(set.x[index] >>> 16, set.y[index] >>> 16) : Infinity;
        default: return 0;
      }
    });
  };

  /** Maps two 16-bit numbers to a curve on which neighbors stay near each other (Morton). */
  function interleaved(x, y) {
    function spread(value) {
      var wide = (value | (value << 8)) & 0x00ff00ff;
      wide = (wide | (wide << 4)) & 0x0f0f0f0f;
      wide = (wide | (wide << 2)) & 0x33333333;
      return (wide | (wide << 1)) & 0x55555555;
    }
    return spread(x) + 2 * spread(y);
  }

  // The list

  function ChangeList(host, review, decisions, onSelect) {
    this.review = review;
    this.decisions = decisions;
    this.layer = { id: 'changes', title: 'Change' };
    FP.List.call(this, host, { symbols: [] }, function (layer, index, byKey) { onSelect(index, byKey); });
    this.onSelectRow = onSelect;
  }
  ChangeList.prototype = Object.create(FP.List.prototype);
  ChangeList.prototype.constructor = ChangeList;

  ChangeList.prototype.showChanges = function (indexes) {
    this.show(this.layer, indexes, [], indexes.length ? '' : 'No changes match.');
  };

  var words = {
    decide: 'to decide', accepted: 'accepted', returned: 'field crew', current: 'office',
    mixed: 'field by field', skip: 'skipped', crew: 'whole crew'
  };
  FP.decisionWords = words;

  /** Adds a mark in its color, with its word for screen readers. */
  FP.changeMark = function (kind, parent) {
    var mark = FP.element('span', 'mark ' + FP.changeKinds[kind].name, parent);
    FP.element('span', '', mark, FP.changeKinds[kind].glyph).setAttribute('aria-hidden', 'true');
    FP.element('span', 'unseen', mark, FP.changeKinds[kind].word + ': ');
    return mark;
  };

  ChangeList.prototype.write = function (button, parts, layer, index) {
    var change = this.review.changes[index];
    button.classList.remove('waiting');
    parts.swatch.textContent = '';
    FP.changeMark(this.review.kind(index), parts.swatch);
    isolated(parts.name, change.title);
    isolated(parts.second, change.subtitle);
    var status = this.decisions.status(index);
    parts.right.textContent = this.review.decides ? words[status] : '';
    parts.right.className = 'list-right ' + (status === 'decide' ? 'to-decide' : '');
    isolated(parts['second-right'],
      this.review.packages.length > 1 ? this.review.package(index).name : '');
  };

  /** Writes a text isolated, so that its direction does not affect its surroundings. */
  function isolated(host, text) {
    host.textContent = '';
    FP.element('bdi', '', host, text);
  }

  ChangeList.prototype.refreshRows = function (indexes) {
    var list = this, wanted = new Set(indexes);
    this.rows.forEach(function (row) {
      if (!wanted.has(row.index)) return;
      var parts = {};
      ['swatch', 'name', 'right', 'second', 'second-right'].forEach(function (part) {
        parts[part] = row.button.querySelector('.list-' + part);
      });
      list.write(row.button, parts, list.layer, row.index);
    });
  };

  ChangeList.prototype.position = function (index) { return this.indexes.indexOf(index); };

  /** Scrolls just enough to show a row. Returns its button; null if it is not listed. */
  ChangeList.prototype.sight = function (index) {
    var position = this.position(index);
    if (position < 0) return null;
    var top = position * rowHeight, view = this.host.clientHeight;
    if (top < this.host.scrollTop) this.host.scrollTop = top;
    else if (top + rowHeight > this.host.scrollTop + view) this.host.scrollTop = top + rowHeight - view;
    this.at = position;
    this.refresh();
    return this.rows.get(position).button;
  };

  /** Up and down select a change; the other keys work as in every list. */
  ChangeList.prototype.key = function (event) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return;
    FP.List.prototype.key.call(this, event);
  };

  FP.ChangeChoice = Choice;
  FP.ChangeList = ChangeList;
})();
