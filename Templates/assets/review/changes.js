/*
 * The list of changes: which are shown, in which order, and the text of each row.
 *
 *   const chosen = new FP.ChangeChoice(review, decisions);
 *   chosen.toggle('kind', 3) chosen.set('package', 1|null)
 *   chosen.set('query', 'oak') chosen.set('sort', 'record')
 *   chosen.run()       the indexes of the changes to show, in order; chosen.mask: one byte each
 *
 *   const list = new FP.ChangeList(host, review, decisions, symbols, onSelect)
 *   list.showChanges(indexes)   list.refreshRows(indexes)   list.sight(index)
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const rowHeight = 57;

  FP.changeOrders = [
    ['conflicts', 'Conflicts first'], ['record', 'By record'], ['place', 'By location'],
    ['layer', 'By layer'], ['package', 'By package']
  ];

  // Choosing

  class Choice {
    constructor(review, decisions) {
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

    set(name, value) { this[name] = value; }

    toggleKind(kind) { if (!this.kinds.delete(kind)) this.kinds.add(kind); }

    isActive() {
      return this.kinds.size > 0 || this.undecided || this.package !== null || this.layer !== null ||
        this.query.trim() !== '';
    }

    clear() {
      this.kinds.clear();
      this.undecided = false;
      this.package = this.layer = null;
      this.query = '';
    }

    /** One line of lower-case text per change, made on the first search. */
    lines() {
      const review = this.review;
      this.searched = this.searched || review.changes.map((change) => {
        return (`${change.title}\n${change.subtitle}\n${change.id}`).toLowerCase();
      });
      return this.searched;
    }

    run() {
      const changes = this.review.changes, mask = this.mask;
      const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
      const lines = words.length ? this.lines() : null;
      for (let i = 0; i < changes.length; i += 1) {
        const change = changes[i];
        mask[i] = (!this.kinds.size || this.kinds.has(this.review.kind(i))) &&
          (!this.undecided || !this.decisions.isSettled(i)) &&
          (this.package === null || change.package === this.package) &&
          (this.layer === null || change.layer === this.layer) &&
          (!lines || words.every((word) => lines[i].includes(word))) ? 1 : 0;
      }
      return this.order(this.sort).filter((index) => mask[index]);
    }

    /** All changes in an order. Each order is made once. */
    order(name) {
      if (!this.orders[name]) {
        const changes = this.review.changes, review = this.review;
        const keys = this.keysOf(name), order = new Uint32Array(changes.length);
        for (let i = 0; i < order.length; i += 1) order[i] = i;
        if (name === 'record') {
          const collator = new Intl.Collator('en', { numeric: true });
          order.sort((a, b) => collator.compare(changes[a].title, changes[b].title) || a - b);
        } else {
          order.sort((a, b) => keys[a] - keys[b] || a - b);
        }
        // Until the map is loaded, locations are unknown, so do not keep this order.
        if (name === 'place' && !review.set) return order;
        this.orders[name] = order;
      }
      return this.orders[name];
    }

    keysOf(name) {
      const review = this.review, set = review.set;
      return review.changes.map((change, index) => {
        switch (name) {
          case 'conflicts': return change.open ? 0 : review.kind(index) === 3 ? 1 : 2;
          case 'layer': return change.layer;
          case 'package': return change.package;
          case 'place': return set && !(set.none && set.none.has(index))
            ? interleaved(set.x[index] >>> 16, set.y[index] >>> 16) : Infinity;
          default: return 0;
        }
      });
    }
  }

  /** Maps two 16-bit numbers to a curve on which neighbors stay near each other (Morton). */
  function interleaved(x, y) {
    function spread(value) {
      let wide = (value | (value << 8)) & 0x00ff00ff;
      wide = (wide | (wide << 4)) & 0x0f0f0f0f;
      wide = (wide | (wide << 2)) & 0x33333333;
      return (wide | (wide << 1)) & 0x55555555;
    }
    return spread(x) + 2 * spread(y);
  }

  const words = {
    decide: 'to decide', accepted: 'accepted', returned: 'field crew', current: 'office',
    mixed: 'field by field', skip: 'skipped', crew: 'whole crew', package: 'field crew'
  };

  FP.decisionWords = words;

  /** Adds a mark in its color, with its word for screen readers. */
  FP.changeMark = (kind, parent) => {
    const mark = FP.element('span', `mark ${FP.changeKinds[kind].name}`, parent);
    FP.element('span', '', mark, FP.changeKinds[kind].glyph).setAttribute('aria-hidden', 'true');
    FP.element('span', 'unseen', mark, `${FP.changeKinds[kind].word}: `);
    return mark;
  };

  // The list

  class ChangeList extends FP.List {
    constructor(host, review, decisions, onSelect) {
      super(host, { symbols: [] }, (layer, index, byKey) => { onSelect(index, byKey); });
      this.review = review;
      this.decisions = decisions;
      this.layer = { id: 'changes', title: 'Change' };
      this.onSelectRow = onSelect;
    }

    showChanges(indexes) {
      this.show(this.layer, indexes, [], indexes.length ? '' : 'No changes match.');
    }

    write(button, parts, layer, index) {
      const change = this.review.changes[index];
      button.classList.remove('waiting');
      parts.swatch.textContent = '';
      FP.changeMark(this.review.kind(index), parts.swatch);
      isolated(parts.name, change.title);
      isolated(parts.second, change.subtitle);
      const status = this.decisions.status(index);
      parts.right.textContent = this.review.decides ? words[status] : '';
      parts.right.className = `list-right ${status === 'decide' ? 'to-decide' : ''}`;
      isolated(parts['second-right'],
        this.review.packages.length > 1 ? this.review.package(index).name : '');
    }

    refreshRows(indexes) {
      const wanted = new Set(indexes);
      this.rows.forEach((row) => {
        if (!wanted.has(row.index)) return;
        const parts = {};
        ['swatch', 'name', 'right', 'second', 'second-right'].forEach((part) => {
          parts[part] = row.button.querySelector(`.list-${part}`);
        });
        this.write(row.button, parts, this.layer, row.index);
      });
    }

    position(index) { return this.indexes.indexOf(index); }

    /** Scrolls just enough to show a row. Returns its button; null if it is not listed. */
    sight(index) {
      const position = this.position(index);
      if (position < 0) return null;
      const top = position * rowHeight, view = this.host.clientHeight;
      if (top < this.host.scrollTop) this.host.scrollTop = top;
      else if (top + rowHeight > this.host.scrollTop + view) this.host.scrollTop = top + rowHeight - view;
      this.at = position;
      this.refresh();
      return this.rows.get(position).button;
    }

    /** Up and down select a change; the other keys work as in every list. */
    key(event) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return;
      super.key(event);
    }
  }

  /** Writes a text isolated, so that its direction does not affect its surroundings. */
  function isolated(host, text) {
    host.textContent = '';
    FP.element('bdi', '', host, text);
  }

  FP.ChangeChoice = Choice;
  FP.ChangeList = ChangeList;
})();
