/*
 * The card of the selected record: its whole pop-up, and links. Related records open in the card, with
 * a way back. If several features are at the clicked point, the card lists them all and pages through
 * them.
 *
 *   const card = new FP.Card(host, site, {
 *     onShow(hit), onRecord(record), onOpen(), onClose(), onZoom(hit), link(hit), onMap(layerID),
 *     find(layerID, id)                  a promise of the hit of a related record
 *   });
 *   card.show(hits, position, focus)     hits: [{layer, index}]
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  /** The maximum number of features listed at one point. */
  const maximumNamed = 50;

  const element = FP.element;
  let rendering = null;

  /** Loads the scripts that render pop-ups. The first picture of the map doesn't wait for them. */
  function loadRendering() {
    rendering = rendering || FP.data.script('assets/mustache.js').then(() => {
      return Promise.all(['templates', 'photos', 'record'].map((name) => FP.data.script(`assets/${name}.js`)));
    });
    rendering.catch(() => { rendering = null; });
    return rendering;
  }

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
      this.position = 0;
      /** What the reader came from by links in the card: [{hits, position, name}]. */
      this.trail = [];
      this.turn = 0;
      this.hasPhotos = false;
      this.sheet = new FP.CardSheet(host, {
        close: () => { this.close(); },
        onRest() { actions.onRest(); }
      });
      host.addEventListener('keydown', this.key.bind(this));
      host.addEventListener('click', this.follow.bind(this));
    }

    key(event) {
      if (event.key === 'Escape') this.close();
    }

    close() {
      const hadFocus = this.host.contains(document.activeElement);
      this.turn += 1;
      this.hits = [];
      this.trail = [];
      this.host.hidden = true;
      this.host.textContent = '';
      this.sheet.closed();
      this.actions.onClose(hadFocus);
    }

    /** Shows one of the hits. With `focus`, its title gets the keyboard focus. */
    show(hits, position, focus) {
      this.trail = [];
      return this.display(hits, position, focus);
    }

    display(hits, position, focus) {
      const turn = this.turn += 1, hit = hits[position];
      const sameHits = hits === this.hits;
      this.hits = hits;
      this.position = position;
      this.actions.onShow(hit);
      return Promise.all([FP.data.record(hit.layer, hit.index), loadRendering()]).then((both) => {
        if (turn !== this.turn) return;
        this.write(both[0], hit, position, sameHits);
        this.actions.onRecord(both[0]);
        if (focus) this.host.querySelector('.card-title').focus({ preventScroll: true });
      }).catch((error) => {
        if (turn !== this.turn) return;
        this.host.hidden = false;
        this.host.textContent = '';
        this.name = this.site.byID[hit.layer].title;
        this.writeHead(null, this.name, position);
        element('p', 'problem', this.host, error.message + FP.text.dataHint);
        const line = element('div', 'card-actions', this.host);
        button('button', line, 'Try again', () => { this.display(hits, position, true); });
        this.sheet.open();
        this.actions.onOpen();
      });
    }

    /** Opens a related record in the card. */
    follow(event) {
      const link = event.target.closest('.card-body a[href^="feature.html#"]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
      event.preventDefault();
      const path = FP.hash.parse(link.hash).path;
      const from = { hits: this.hits, position: this.position, name: this.name };
      const turn = this.turn;
      this.actions.find(path[0], path[1]).then((hit) => {
        if (turn !== this.turn) return;
        this.trail.push(from);
        this.display([hit], 0, true);
      }).catch(() => { location.href = link.href; });
    }

    back() {
      const from = this.trail.pop();
      this.display(from.hits, from.position, true);
    }

    write(record, hit, position, sameHits) {
      const host = this.host, view = record.view;
      const pagerHadFocus = sameHits && host.contains(document.activeElement)
        ? document.activeElement.dataset.step : null;
      host.hidden = false;
      host.textContent = '';
      this.name = FP.record.name(record);
      const { title, subtitle } = FP.record.heading(record);
      this.writeHead(this.site.symbols[view.symbol], title, position);
      if (subtitle) element('p', 'card-subtitle', host, subtitle);
      if ((this.severalLayers() || this.trail.length) && title !== record.layer.title) {
        element('p', 'card-subtitle', host, record.layer.title);
      }
      this.writeActions(record, hit, title);
      if (this.hits.length > 1) this.writeNames(position);
      const body = element('div', 'card-body', host);
      body.append(...FP.record.made(record, this.site, 'card').childNodes);
      if (!this.hasPhotos) FP.photos(host);
      this.hasPhotos = true;
      host.scrollTop = 0;
      this.sheet.open();
      this.actions.onOpen();
      const again = pagerHadFocus && host.querySelector(`[data-step="${pagerHadFocus}"]`);
      if (again) (again.disabled ? host.querySelector('.pager button:not(:disabled)') : again).focus();
    }

    /** Writes the ways back and to other features here, the title, and the button that closes the card. */
    writeHead(symbol, title, position) {
      const top = this.sheet.top(), from = this.trail.at(-1);
      if (from) {
        const back = button('card-back', top, `\u2190 ${from.name}`, () => { this.back(); });
        back.setAttribute('aria-label', `Back to ${from.name}`);
      }
      if (this.hits.length > 1) this.writePager(top, position);
      const head = element('div', 'card-head', top);
      if (symbol) head.appendChild(FP.swatch(symbol, 18));
      element('h2', 'card-title', head, title).tabIndex = -1;
      button('card-close', head, '×', () => { this.close(); }).setAttribute('aria-label', 'Close');
    }

    severalLayers() {
      const first = this.hits[0];
      return this.hits.some((hit) => hit.layer !== first.layer);
    }

    writeActions(record, hit, title) {
      const line = element('div', 'card-actions', this.host);
      const open = element('a', 'button', line, 'Open');
      open.href = record.view.href || `feature.html#${record.layer.id}/${FP.hash.encoded(String(record.id))}`;
      const name = element('span', 'unseen', open, ` ${title}`);
      if (this.actions.onMap(hit.layer)) {
        button('button', line, 'Zoom to', () => { this.actions.onZoom(hit); });
        this.offerLink(line, hit);
      }
      const print = element('a', 'button', line, 'Print');
      print.href = `print.html${FP.hash.write([record.layer.id, String(record.id)], {})}`;
      print.append(name.cloneNode(true));
    }

    offerLink(line, hit) {
      FP.shareButton(line, 'button', 'Share', () => ({ title: this.name, url: this.actions.link(hit) }))
        .title = 'Share a link to this record';
    }

    // Several features at one point

    writePager(host, position) {
      const card = this, count = this.hits.length;
      const line = element('div', 'pager', host);
      line.setAttribute('role', 'group');
      line.setAttribute('aria-label', 'Features here');
      function step(text, label, by) {
        const made = button('', line, text, () => { card.display(card.hits, position + by); });
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
          this.display(this.hits, first + offset);
        });
        if (first + offset === position) row.setAttribute('aria-current', 'true');
        FP.data.summary(hit.layer, hit.index).then((summary) => {
          row.textContent = '';
          const symbol = this.site.symbols[summary.symbol];
          if (symbol) row.appendChild(FP.swatch(symbol, 14));
          element('span', '', row, summary.names.join(', '));
        }, () => { /* Keep showing the layer's title. */ });
      });
      const marked = list.querySelector('[aria-current]');
      if (marked) list.scrollTop = marked.offsetTop - list.offsetTop - 40;
    }
  }

  FP.Card = Card;
})();
