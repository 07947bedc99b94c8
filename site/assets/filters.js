/*
  * Filters on a layer's columns: which records are shown, and how many each value would show.
 *
 *   var filters = new FP.Filters(facets, columns, count);
 *   filters.set(column, {values, except} | {from, to} | null)
  *   filters.require('search', Uint8Array | null)    any other condition, by name
  *   filters.run();  filters.mask (null if all are shown), filters.shown, filters.counts[column]
 *
  * A facet's counts ignore its own filter, so a reader sees what another tick would add. Each facet
  * is one pass over typed arrays; a city takes a few milliseconds.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  /** The number of bars in a histogram; fewer if there are fewer whole numbers. */
  var maximumBins = 28;

  function Filters(facets, columns, count) {
    var filters = this;
    this.count = count;
    this.chosen = {};
    this.required = {};
    this.failing = new Uint32Array(count);
    this.facets = (facets || []).filter(function (facet) { return columns[facet.column]; })
      .slice(0, 30).map(function (facet, index) {
        return filters.prepared(facet, columns[facet.column], index);
      });
    this.run();
  }

  Filters.prototype.prepared = function (facet, column, index) {
    var ready = { facet: facet, column: column, bit: 1 << index, kind: column.kind };
    if (column.kind === 'category') {
      ready.codes = column.codes;
      ready.size = column.values.length;
    } else {
      this.bin(ready);
    }
    return ready;
  };

  /** Assigns each number to a bin of the histogram. The last bin is for missing numbers. */
  Filters.prototype.bin = function (ready) {
    var data = ready.column.data, none = ready.column.none, scale = ready.column.scale || 1;
    var least = Infinity, most = -Infinity, i;
    for (i = 0; i < data.length; i += 1) {
      if (data[i] === none) continue;
      if (data[i] < least) least = data[i];
      if (data[i] > most) most = data[i];
    }
    if (least > most) least = most = 0;
    var isNarrow = most - least < maximumBins;
    var bins = isNarrow ? most - least + 1 : maximumBins;
    var width = isNarrow ? 1 : (most - least) / bins;
    var codes = new Uint8Array(data.length);
    for (i = 0; i < data.length; i += 1) {
      codes[i] = data[i] === none ? bins : Math.min(bins - 1, Math.floor((data[i] - least) / width));
    }
    ready.codes = codes;
    ready.size = bins + 1;
    ready.least = least / scale;
    ready.most = most / scale;
    ready.width = width / scale;
  };

  Filters.prototype.ready = function (column) {
    return this.facets.find(function (ready) { return ready.facet.column === column; });
  };

  /** Sets one column's filter; null removes it. */
  Filters.prototype.set = function (column, filter) {
    if (filter && this.ready(column)) this.chosen[column] = filter;
    else delete this.chosen[column];
  };

  Filters.prototype.require = function (name, mask) {
    if (mask) this.required[name] = mask;
    else delete this.required[name];
  };

  /** Whether a value of a category passes the filter. */
  Filters.prototype.allows = function (column, value) {
    var filter = this.chosen[column];
    if (!filter) return true;
    return filter.values.some(function (each) { return (each || null) === (value || null); }) !==
      filter.except;
  };

  Filters.prototype.markCategory = function (ready) {
    var filters = this, codes = ready.codes, failing = this.failing, bit = ready.bit;
    var allowed = Uint8Array.from(ready.column.values, function (value) {
      return filters.allows(ready.facet.column, value) ? 1 : 0;
    });
    for (var i = 0; i < codes.length; i += 1) if (!allowed[codes[i]]) failing[i] |= bit;
  };

  Filters.prototype.markRange = function (ready, filter) {
    var data = ready.column.data, none = ready.column.none, scale = ready.column.scale || 1;
    var from = filter.from === null ? -Infinity : filter.from * scale - 1e-6;
    var to = filter.to === null ? Infinity : filter.to * scale + 1e-6;
    var failing = this.failing, bit = ready.bit;
    for (var i = 0; i < data.length; i += 1) {
      if (data[i] === none || data[i] < from || data[i] > to) failing[i] |= bit;
    }
  };

  Filters.prototype.markRequired = function (mask) {
    var failing = this.failing;
    for (var i = 0; i < failing.length; i += 1) if (!mask[i]) failing[i] |= 0x80000000;
  };

  Filters.prototype.run = function () {
    var filters = this, failing = this.failing, count = this.count, i;
    failing.fill(0);
    Object.keys(this.required).forEach(function (name) { filters.markRequired(filters.required[name]); });
    this.facets.forEach(function (ready) {
      var filter = filters.chosen[ready.facet.column];
      if (filter && ready.kind === 'category') filters.markCategory(ready);
      else if (filter) filters.markRange(ready, filter);
    });
    this.counts = {};
    this.facets.forEach(function (ready) {
      var counts = new Uint32Array(ready.size), codes = ready.codes, others = ~ready.bit;
      for (var i = 0; i < codes.length; i += 1) if ((failing[i] & others) === 0) counts[codes[i]] += 1;
      filters.counts[ready.facet.column] = counts;
    });
    if (!this.active()) {
      this.mask = null;
      this.shown = count;
      return this;
    }
    var mask = new Uint8Array(count), shown = 0;
    for (i = 0; i < count; i += 1) {
      if (failing[i] === 0) {
        mask[i] = 1;
        shown += 1;
      }
    }
    this.mask = mask;
    this.shown = shown;
    return this;
  };

  Filters.prototype.active = function () {
    return Object.keys(this.chosen).length + Object.keys(this.required).length > 0;
  };

  FP.Filters = Filters;
})();
