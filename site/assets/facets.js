/*
  * Facets: filters by the values of a layer's records, as check boxes with counts and as histograms.
 *
 *   var facets = new FP.Facets(host, layer, symbols, filters, onChange);
 *   facets.refresh()    after filters.run()
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var grouped = FP.text.grouped;

  /** The number of values shown before "Show all". */
  var few = 10;
  var number = 0;

  var element = FP.element;

  function plainButton(parent, text, action) {
    var made = element('button', 'plain', parent, text);
    made.type = 'button';
    made.addEventListener('click', action);
    return made;
  }

  function Facets(host, layer, symbols, filters, onChange) {
    var facets = this;
    this.filters = filters;
    this.onChange = onChange;
    this.parts = [];
    host.textContent = '';
    filters.facets.forEach(function (ready) {
      var group = element('div', 'facet', host);
      var head = element('div', 'facet-head', group);
      var title = element('h2', 'facet-title', head, ready.facet.label);
      title.id = 'facet-' + (number += 1);
      group.setAttribute('role', 'group');
      group.setAttribute('aria-labelledby', title.id);
      var part = ready.kind === 'category'
        ? facets.category(group, head, ready, classSwatches(layer, symbols, ready))
        : facets.range(group, head, ready);
      facets.parts.push(part);
    });
    this.refresh();
  }

  /** The symbols by code, in the legend's order, if the legend's classes are the column's values. */
  function classSwatches(layer, symbols, ready) {
    var classes = layer.legend && layer.legend.classes || [];
    var result = { found: false, symbols: [], order: Object.create(null) };
    var found = 0;
    classes.forEach(function (kind, position) {
      var code = ready.column.values.indexOf(kind.label);
      if (code < 0 || kind.drawFirst) return;
      result.symbols[code] = symbols[kind.symbol];
      result.order[kind.label] = position;
      found += 1;
    });
    result.found = classes.length > 1 && found > 1;
    if (!result.found) return { found: false, symbols: [], order: Object.create(null) };
    var rest = classes.find(function (kind) { return kind.drawFirst; });
    ready.column.values.forEach(function (value, code) {
      if (rest && !result.symbols[code]) result.symbols[code] = symbols[rest.symbol];
    });
    return result;
  }

  Facets.prototype.changed = function (column, filter) {
    this.filters.set(column, filter);
    this.onChange();
  };

  // Categories

  Facets.prototype.category = function (group, head, ready, swatches) {
    var facets = this, column = ready.facet.column, filters = this.filters;
    var totals = filters.counts[column];
    var order = Array.from(ready.column.values.keys());
    var whole = new Uint32Array(ready.size);
    for (var i = 0; i < ready.codes.length; i += 1) whole[ready.codes[i]] += 1;
    // Values with symbols keep the legend's order. Others are sorted by count. Null is last.
    order.sort(function (a, b) {
      return rank(a) - rank(b) || whole[b] - whole[a] || a - b;
    });
    function rank(code) {
      var value = ready.column.values[code];
      if (value === null || value === '') return 2000;
      return value in swatches.order ? swatches.order[value] : 1000;
    }
    order = order.filter(function (code) { return whole[code] > 0; });
    var most = Math.max.apply(null, [1].concat(Array.from(order, function (code) { return whole[code]; })));
    var rows = [];
    var reset = plainButton(head, 'All', function () { facets.changed(column, null); });
    reset.setAttribute('aria-label', 'All values of ' + ready.facet.label);

    function add(code) {
      var value = ready.column.values[code];
      var name = value === null || value === '' ? 'Not recorded' : value;
      var row = element('div', 'facet-row', group);
      var label = element('label', '', row);
      var box = element('input', '', label);
      box.type = 'checkbox';
      if (swatches.found) label.appendChild(FP.swatch(swatches.symbols[code], 14));
      element('span', 'facet-name', label, name).title = name;
      var count = element('span', 'facet-count', label);
      var only = plainButton(row, 'only', function () {
        facets.changed(column, { values: [value], except: false });
      });
      only.classList.add('facet-only');
      only.setAttribute('aria-label', 'Only ' + name);
      var bar = element('i', 'facet-bar', row);
      box.addEventListener('change', function () {
        facets.changed(column, facets.toggled(ready, value, box.checked));
      });
      rows.push({ code: code, value: value, row: row, box: box, count: count, bar: bar });
    }
    order.slice(0, few).forEach(add);
    if (order.length > few) {
      var more = plainButton(group, 'Show all ' + grouped(order.length), function () {
        order.slice(few).forEach(add);
        more.remove();
        facets.refresh();
        rows[few].box.focus();
      });
    }
    return function () {
      totals = filters.counts[column];
      reset.hidden = !filters.chosen[column];
      rows.forEach(function (row) {
        var count = totals[row.code];
        row.box.checked = filters.allows(column, row.value);
        row.count.textContent = grouped(count);
        row.row.classList.toggle('none', count === 0);
        row.bar.style.transform = 'scaleX(' + count / most + ')';
      });
    };
  };

  /** The filter after a tick, stored as the allowed values or as the excluded ones, whichever is shorter. */
  Facets.prototype.toggled = function (ready, value, on) {
    var filters = this.filters, column = ready.facet.column;
    var allowed = ready.column.values.filter(function (each) {
      return each === value ? on : filters.allows(column, each);
    });
    if (allowed.length === ready.column.values.length) return null;
    if (allowed.length * 2 <= ready.column.values.length) return { values: allowed, except: false };
    return {
      values: ready.column.values.filter(function (each) { return allowed.indexOf(each) < 0; }),
      except: true
    };
  };

  // Numbers

  Facets.prototype.range = function (group, head, ready) {
    var facets = this, column = ready.facet.column, filters = this.filters;
    var reset = plainButton(head, 'All', function () { facets.changed(column, null); });
    reset.setAttribute('aria-label', 'All values of ' + ready.facet.label);
    var histogram = element('div', 'histogram', group);
    histogram.setAttribute('aria-hidden', 'true');
    var bars = Array.from({ length: ready.size - 1 }, function () { return element('i', '', histogram); });
    var line = element('div', 'range', group);
    var decimals = ready.most - ready.least > 20 ? 0 : 2;
    function rounded(value, up) {
      var unit = Math.pow(10, decimals);
      return (up ? Math.ceil(value * unit) : Math.floor(value * unit)) / unit;
    }
    var ends = { from: rounded(ready.least, false), to: rounded(ready.most, true) };

    function field(name, end) {
      var label = element('label', '', line, name);
      var input = element('input', '', label);
      input.type = 'number';
      input.step = 'any';
      input.setAttribute('aria-label', ready.facet.label + ' ' + name);
      input.addEventListener('change', function () {
        var from = limit(inputs.from, ends.from), to = limit(inputs.to, ends.to);
        facets.changed(column, from === null && to === null ? null : { from: from, to: to });
      });
      input.placeholder = String(ends[end]);
      return input;
    }
    /** Returns a limit; null if it is equal to the end of the data. */
    function limit(input, end) {
      var value = parseFloat(input.value);
      return isNaN(value) || value === end ? null : value;
    }
    var inputs = { from: field('from', 'from'), to: field('to', 'to') };

    return function () {
      var counts = filters.counts[column], filter = filters.chosen[column];
      var most = 1;
      bars.forEach(function (bar, bin) { most = Math.max(most, counts[bin]); });
      bars.forEach(function (bar, bin) {
        bar.style.height = (counts[bin] ? Math.max(3, counts[bin] / most * 100) : 0) + '%';
        var middle = ready.least + (bin + 0.5) * ready.width;
        bar.className = filter && (filter.from !== null && middle < filter.from ||
          filter.to !== null && middle > filter.to) ? 'out' : '';
      });
      reset.hidden = !filter;
      inputs.from.value = filter && filter.from !== null ? filter.from : ends.from;
      inputs.to.value = filter && filter.to !== null ? filter.to : ends.to;
    };
  };

  Facets.prototype.refresh = function () { this.parts.forEach(function (part) { part(); }); };

  FP.Facets = Facets;
})();
