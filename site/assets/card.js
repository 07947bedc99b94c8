/*
  * The card of the selected record: title, subtitle, chips, related records, and links. If several
  * features are at the clicked point, the card lists them all and pages through them.
  *
  *   var card = new FP.Card(host, site, {onShow(hit), onClose(), onZoom(hit), link(hit)});
  *   card.show(hits, position, focus)     hits: [{layer, index}]
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var grouped = FP.text.grouped;

  /** The maximum number of features listed at one point. */
  var maximumNamed = 50;
  var maximumChips = 5;

  var element = FP.element;

  function button(className, parent, text, action) {
    var made = element('button', className, parent, text);
    made.type = 'button';
    made.addEventListener('click', action);
    return made;
  }

  function Card(host, site, actions) {
    this.host = host;
    this.site = site;
    this.actions = actions;
    this.hits = [];
    this.turn = 0;
    host.addEventListener('keydown', this.key.bind(this));
  }

  Card.prototype.key = function (event) {
    if (event.key === 'Escape') this.close();
  };

  Card.prototype.close = function () {
    var hadFocus = this.host.contains(document.activeElement);
    this.turn += 1;
    this.hits = [];
    this.host.hidden = true;
    this.host.textContent = '';
    this.actions.onClose(hadFocus);
  };

  /** Shows one of the hits. With `focus`, its title gets the keyboard focus. */
  Card.prototype.show = function (hits, position, focus) {
    var card = this, turn = this.turn += 1, hit = hits[position];
    var sameHits = hits === this.hits;
    this.hits = hits;
    this.actions.onShow(hit);
    return FP.data.record(hit.layer, hit.index).then(function (record) {
      if (turn !== card.turn) return;
      card.write(record, hit, position, sameHits);
      if (focus) card.host.querySelector('.card-title').focus();
    }, function (error) {
      if (turn !== card.turn) return;
      card.host.hidden = false;
      card.host.textContent = '';
      element('p', 'problem', card.host, error.message + FP.text.dataHint);
    });
  };

  Card.prototype.write = function (record, hit, position, sameHits) {
    var host = this.host, view = record.view, card = this;
    var pagerHadFocus = sameHits && host.contains(document.activeElement)
      ? document.activeElement.dataset.step : null;
    host.hidden = false;
    host.textContent = '';
    if (this.hits.length > 1) this.writePager(position);
    var head = element('div', 'card-head', host);
    if (typeof view.symbol === 'number') head.appendChild(FP.swatch(this.site.symbols[view.symbol], 18));
    var title = element('h2', 'card-title', head, view.title || record.layer.title);
    title.tabIndex = -1;
    var close = button('card-close', head, '×', function () { card.close(); });
    close.setAttribute('aria-label', 'Close');
    var subtitle = view.subtitle || this.listNames(record);
    if (subtitle) element('p', 'card-subtitle', host, subtitle);
    if (this.severalLayers()) element('p', 'card-subtitle', host, record.layer.title);
    this.writeChips(record);
    this.writeActions(record, hit);
    if (this.hits.length > 1) this.writeNames(position);
    var again = pagerHadFocus && host.querySelector('[data-step="' + pagerHadFocus + '"]');
    if (again) (again.disabled ? host.querySelector('.pager button:not(:disabled)') : again).focus();
  };

  Card.prototype.severalLayers = function () {
    var first = this.hits[0];
    return this.hits.some(function (hit) { return hit.layer !== first.layer; });
  };

  /** The record's names in the list, for records whose pop-up has no subtitle. */
  Card.prototype.listNames = function (record) {
    var show = record.layer.list || {};
    return [show.primary, show.secondary].map(function (slot) {
      return typeof slot === 'number' ? record.slots(slot) : null;
    }).filter(function (text) { return text && text !== record.view.title; }).join(' · ');
  };

  /** Counts of related records and attachments: [{title, count}]. */
  Card.prototype.counted = function (record) {
    var site = this.site;
    return (record.view.elements || []).map(function (part) {
      if (part.attachments) {
        return { title: part.attachments.title || 'Attachments', count: part.attachments.count };
      }
      var related = part.relationship;
      if (!related) return null;
      // A look-up record, such as the one species of a tree, is shown as a value, not as a count.
      var other = site.byID[related.layer];
      var isLookUp = related.count === 1 && other && other.count < record.layer.count;
      return { title: related.title || (other ? other.title : ''), count: isLookUp ? 0 : related.count };
    }).filter(Boolean);
  };

  /** Values for chips, from the beginning of the pop-up: [{label, value}]. */
  Card.prototype.values = function (record) {
    var labels = FP.data.slotLabels(record.layer);
    var seen = [record.view.title, record.view.subtitle];
    var chips = (record.layer.chips || []).filter(function (slot) { return labels[slot]; });
    return (record.view.facts || []).concat(chips.map(function (slot) {
      return { label: labels[slot], value: record.slots(slot) };
    })).filter(function (fact) {
      var isNew = fact.value !== null && fact.value !== '' && seen.indexOf(fact.value) < 0;
      if (isNew) seen.push(fact.value);
      return isNew;
    }).slice(0, maximumChips);
  };

  Card.prototype.writeChips = function (record) {
    var chips = element('ul', 'chips');
    this.values(record).forEach(function (fact) {
      var text = String(fact.value);
      // A number needs its label.
      var isNumber = /^[\d\s.,%−-]+$/.test(text);
      var chip = element('li', 'chip', chips, isNumber ? fact.label + ' ' : text);
      if (isNumber) element('b', '', chip, text);
      chip.title = fact.label + ': ' + text;
    });
    this.counted(record).forEach(function (part) {
      if (!part.count) return;
      element('b', '', element('li', 'chip', chips, part.title + ' '), grouped(part.count));
    });
    if (chips.childNodes.length) this.host.appendChild(chips);
  };

  Card.prototype.writeActions = function (record, hit) {
    var card = this, line = element('div', 'card-actions', this.host);
    var open = element('a', 'button main', line, 'Open');
    open.href = record.view.href || 'feature.html#' + record.layer.id + '/' + FP.hash.encoded(String(record.id));
    element('span', 'unseen', open, ' ' + (record.view.title || record.layer.title));
    button('button', line, 'Zoom to', function () { card.actions.onZoom(hit); });
    var link = button('button', line, 'Link', function () {
      copy(card.actions.link(hit), function (done) {
        link.textContent = done ? 'Copied' : 'Copy it from the address bar';
        setTimeout(function () { link.textContent = 'Link'; }, 2500);
      });
    });
    link.title = 'Copy a link to this record';
    link.setAttribute('aria-live', 'polite');
  };

  function copy(text, then) {
    if (!navigator.clipboard) {
      then(false);
      return;
    }
    navigator.clipboard.writeText(text).then(function () { then(true); }, function () { then(false); });
  }

  // Several features at one point

  Card.prototype.writePager = function (position) {
    var card = this, count = this.hits.length;
    var line = element('div', 'pager', this.host);
    line.setAttribute('role', 'group');
    line.setAttribute('aria-label', 'Features here');
    function step(text, label, by) {
      var made = button('', line, text, function () { card.show(card.hits, position + by); });
      made.setAttribute('aria-label', label);
      made.dataset.step = by;
      made.disabled = position + by < 0 || position + by >= count;
    }
    step('‹', 'Previous', -1);
    element('span', '', line, grouped(position + 1) + ' of ' + grouped(count)).setAttribute('role', 'status');
    step('›', 'Next', 1);
  };

  /** Lists all features at the point by name and marks the shown one. */
  Card.prototype.writeNames = function (position) {
    var card = this, list = element('ol', 'hits', this.host), first = 0;
    if (position >= maximumNamed) first = position - maximumNamed + 1;
    list.setAttribute('aria-label', 'All features here');
    this.hits.slice(first, first + maximumNamed).forEach(function (hit, offset) {
      var layer = card.site.byID[hit.layer];
      var row = button('', element('li', '', list), layer.title, function () {
        card.show(card.hits, first + offset);
      });
      if (first + offset === position) row.setAttribute('aria-current', 'true');
      var size = layer.shardSize || 1000;
      FP.data.shard(hit.layer, Math.floor(hit.index / size)).then(function (shard) {
        var view = FP.fill({ title: layer.shape.title, symbol: layer.shape.symbol }, shard.row(hit.index % size));
        var slot = (layer.list || {}).primary, second = (layer.list || {}).secondary;
        function value(slot) { return typeof slot === 'number' ? shard.value(slot, hit.index % size) : null; }
        row.textContent = '';
        if (typeof view.symbol === 'number') row.appendChild(FP.swatch(card.site.symbols[view.symbol], 14));
        element('span', '', row, [value(slot) || view.title || layer.title, value(second)].filter(Boolean).join(', '));
      }, function () { /* Keep showing the layer's title. */ });
    });
    var marked = list.querySelector('[aria-current]');
    if (marked) list.scrollTop = marked.offsetTop - list.offsetTop - 40;
  };

  FP.Card = Card;
})();
