/*
 * The card of the selected record: title, subtitle, chips, related records, and links. If several
 * features are at the clicked point, the card lists them all and pages through them.
 *
 *   const card = new FP.Card(host, site, {onShow(hit), onClose(), onZoom(hit), link(hit)});
 *   card.show(hits, position, focus)     hits: [{layer, index}]
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  /** The maximum number of features listed at one point. */
  const maximumNamed = 50;
  const maximumChips = 5;

  const element = FP.element;

  function button(className, parent, text, action) {
    const made = element('button', className, parent, text);
    made.type = 'button';
    made.addEventListener('click', action);
    return made;
  }

  class Card {
    constructor(host, site, actions) {
      this.host = host;
      this.site = site;
      this.actions = actions;
      this.hits = [];
      this.turn = 0;
      host.addEventListener('keydown', this.key.bind(this));
    }

    key(event) {
      if (event.key === 'Escape') this.close();
    }

    close() {
      const hadFocus = this.host.contains(document.activeElement);
      this.turn += 1;
      this.hits = [];
      this.host.hidden = true;
      this.host.textContent = '';
      this.actions.onClose(hadFocus);
    }

    /** Shows one of the hits. With `focus`, its title gets the keyboard focus. */
    show(hits, position, focus) {
      const turn = this.turn += 1, hit = hits[position];
      const sameHits = hits === this.hits;
      this.hits = hits;
      this.actions.onShow(hit);
      return FP.data.record(hit.layer, hit.index).then((record) => {
        if (turn !== this.turn) return;
        this.write(record, hit, position, sameHits);
        if (focus) this.host.querySelector('.card-title').focus();
      }, (error) => {
        if (turn !== this.turn) return;
        this.host.hidden = false;
        this.host.textContent = '';
        element('p', 'problem', this.host, error.message + FP.text.dataHint);
      });
    }

    write(record, hit, position, sameHits) {
      const host = this.host, view = record.view;
      const pagerHadFocus = sameHits && host.contains(document.activeElement)
        ? document.activeElement.dataset.step : null;
      host.hidden = false;
      host.textContent = '';
      if (this.hits.length > 1) this.writePager(position);
      const head = element('div', 'card-head', host);
      if (typeof view.symbol === 'number') head.appendChild(FP.swatch(this.site.symbols[view.symbol], 18));
      const title = element('h2', 'card-title', head, view.title || record.layer.title);
      title.tabIndex = -1;
      const close = button('card-close', head, '×', () => { this.close(); });
      close.setAttribute('aria-label', 'Close');
      const subtitle = view.subtitle || this.listNames(record);
      if (subtitle) element('p', 'card-subtitle', host, subtitle);
      if (this.severalLayers()) element('p', 'card-subtitle', host, record.layer.title);
      this.writeChips(record);
      this.writeActions(record, hit);
      if (this.hits.length > 1) this.writeNames(position);
      const again = pagerHadFocus && host.querySelector(`[data-step="${pagerHadFocus}"]`);
      if (again) (again.disabled ? host.querySelector('.pager button:not(:disabled)') : again).focus();
    }

    severalLayers() {
      const first = this.hits[0];
      return this.hits.some((hit) => hit.layer !== first.layer);
    }

    /** The record's names in the list, for records whose pop-up has no subtitle. */
    listNames(record) {
      const show = record.layer.list || {};
      return [show.primary, show.secondary].map((slot) => {
        return typeof slot === 'number' ? record.slots(slot) : null;
      }).filter((text) => text && text !== record.view.title).join(' · ');
    }

    /** Counts of related records and attachments: [{title, count}]. */
    counted(record) {
      const site = this.site;
      return (record.view.elements || []).map((part) => {
        if (part.attachments) {
          return { title: part.attachments.title || 'Attachments', count: part.attachments.count };
        }
        const related = part.relationship;
        if (!related) return null;
        // A look-up record, such as the one species of a tree, is shown as a value, not as a count.
        const other = site.byID[related.layer];
        const isLookUp = related.count === 1 && other && other.count < record.layer.count;
        return { title: related.title || (other ? other.title : ''), count: isLookUp ? 0 : related.count };
      }).filter(Boolean);
    }

    /** Values for chips, from the beginning of the pop-up: [{label, value}]. */
    values(record) {
      const labels = FP.data.slotLabels(record.layer);
      const seen = [record.view.title, record.view.subtitle];
      const chips = (record.layer.chips || []).filter((slot) => labels[slot]);
      return (record.view.facts || []).concat(chips.map((slot) => {
        return { label: labels[slot], value: record.slots(slot) };
      })).filter((fact) => {
        const isNew = fact.value !== null && fact.value !== '' && !seen.includes(fact.value);
        if (isNew) seen.push(fact.value);
        return isNew;
      }).slice(0, maximumChips);
    }

    writeChips(record) {
      const chips = element('ul', 'chips');
      this.values(record).forEach((fact) => {
        const text = String(fact.value);
        // A number needs its label.
        const isNumber = /^[\d\s.,%−-]+$/.test(text);
        const chip = element('li', 'chip', chips, isNumber ? `${fact.label} ` : text);
        if (isNumber) element('b', '', chip, text);
        chip.title = `${fact.label}: ${text}`;
      });
      this.counted(record).forEach((part) => {
        if (!part.count) return;
        element('b', '', element('li', 'chip', chips, `${part.title} `), grouped(part.count));
      });
      if (chips.childNodes.length) this.host.appendChild(chips);
    }

    writeActions(record, hit) {
      const line = element('div', 'card-actions', this.host);
      const open = element('a', 'button main', line, 'Open');
      open.href = record.view.href || `feature.html#${record.layer.id}/${FP.hash.encoded(String(record.id))}`;
      element('span', 'unseen', open, ` ${record.view.title || record.layer.title}`);
      button('button', line, 'Zoom to', () => { this.actions.onZoom(hit); });
      const link = button('button', line, 'Link', () => {
        copy(this.actions.link(hit), (done) => {
          link.textContent = done ? 'Copied' : 'Copy it from the address bar';
          setTimeout(() => { link.textContent = 'Link'; }, 2500);
        });
      });
      link.title = 'Copy a link to this record';
      link.setAttribute('aria-live', 'polite');
    }

    // Several features at one point

    writePager(position) {
      const card = this, count = this.hits.length;
      const line = element('div', 'pager', this.host);
      line.setAttribute('role', 'group');
      line.setAttribute('aria-label', 'Features here');
      function step(text, label, by) {
        const made = button('', line, text, () => { card.show(card.hits, position + by); });
        made.setAttribute('aria-label', label);
        made.dataset.step = by;
        made.disabled = position + by < 0 || position + by >= count;
      }
      step('‹', 'Previous', -1);
      element('span', '', line, `${grouped(position + 1)} of ${grouped(count)}`).setAttribute('role', 'status');
      step('›', 'Next', 1);
    }

    /** Lists all features at the point by name and marks the shown one. */
    writeNames(position) {
      const list = element('ol', 'hits', this.host);
      let first = 0;
      if (position >= maximumNamed) first = position - maximumNamed + 1;
      list.setAttribute('aria-label', 'All features here');
      this.hits.slice(first, first + maximumNamed).forEach((hit, offset) => {
        const layer = this.site.byID[hit.layer];
        const row = button('', element('li', '', list), layer.title, () => {
          this.show(this.hits, first + offset);
        });
        if (first + offset === position) row.setAttribute('aria-current', 'true');
        const size = layer.shardSize || 1000;
        FP.data.shard(hit.layer, Math.floor(hit.index / size)).then((shard) => {
          const shape = { title: layer.shape.title, symbol: layer.shape.symbol };
          const view = FP.fill(shape, shard.row(hit.index % size));
          const slot = (layer.list || {}).primary, second = (layer.list || {}).secondary;
          function value(slot) { return typeof slot === 'number' ? shard.value(slot, hit.index % size) : null; }
          row.textContent = '';
          if (typeof view.symbol === 'number') row.appendChild(FP.swatch(this.site.symbols[view.symbol], 14));
          const names = [value(slot) || view.title || layer.title, value(second)];
          element('span', '', row, names.filter(Boolean).join(', '));
        }, () => { /* Keep showing the layer's title. */ });
      });
      const marked = list.querySelector('[aria-current]');
      if (marked) list.scrollTop = marked.offsetTop - list.offsetTop - 40;
    }
  }

  function copy(text, then) {
    if (!navigator.clipboard) {
      then(false);
      return;
    }
    navigator.clipboard.writeText(text).then(() => { then(true); }, () => { then(false); });
  }

  FP.Card = Card;
})();
