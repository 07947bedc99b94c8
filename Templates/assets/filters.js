/*
 * Filters on a layer's columns: which records are shown, and how many each value would show.
 *
 *   const filters = new FP.Filters(facets, columns, count);
 *   filters.set(column, {values, except} | {from, to} | null)
 *   filters.require('search', Uint8Array | null)    any other condition, by name
 *   filters.run();  filters.mask (null if all are shown), filters.shown, filters.counts[column]
 *
 * A facet's counts ignore its own filter, so a reader sees what another tick would add. Each facet
 * is one pass over typed arrays; a city takes a few milliseconds.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The number of bars in a histogram; fewer if there are fewer whole numbers. */
  const maximumBins = 28;

  class Filters {
    constructor(facets, columns, count) {
      this.count = count;
      this.chosen = {};
      this.required = {};
      this.failing = new Uint32Array(count);
      this.facets = (facets || []).filter((facet) => columns[facet.column])
        .slice(0, 30).map((facet, index) => this.prepared(facet, columns[facet.column], index));
      this.run();
    }

    prepared(facet, column, index) {
      const ready = { facet, column, bit: 1 << index, kind: column.kind };
      if (column.kind === 'category') {
        ready.codes = column.codes;
        ready.size = column.values.length;
      } else {
        this.bin(ready);
      }
      return ready;
    }

    /** Assigns each number to a bin of the histogram. The last bin is for missing numbers. */
    bin(ready) {
      const data = ready.column.data, none = ready.column.none, scale = ready.column.scale || 1;
      let least = Infinity, most = -Infinity, i;
      for (i = 0; i < data.length; i += 1) {
        if (data[i] === none) continue;
        if (data[i] < least) least = data[i];
        if (data[i] > most) most = data[i];
      }
      if (least > most) least = most = 0;
      const isNarrow = most - least < maximumBins;
      const bins = isNarrow ? most - least + 1 : maximumBins;
      const width = isNarrow ? 1 : (most - least) / bins;
      const codes = new Uint8Array(data.length);
      for (i = 0; i < data.length; i += 1) {
        codes[i] = data[i] === none ? bins : Math.min(bins - 1, Math.floor((data[i] - least) / width));
      }
      ready.codes = codes;
      ready.size = bins + 1;
      ready.least = least / scale;
      ready.most = most / scale;
      ready.width = width / scale;
    }

    ready(column) {
      return this.facets.find((ready) => ready.facet.column === column);
    }

    /** Sets one column's filter; null removes it. */
    set(column, filter) {
      if (filter && this.ready(column)) this.chosen[column] = filter;
      else delete this.chosen[column];
    }

    require(name, mask) {
      if (mask) this.required[name] = mask;
      else delete this.required[name];
    }

    /** Whether a value of a category passes the filter. */
    allows(column, value) {
      const filter = this.chosen[column];
      if (!filter) return true;
      return filter.values.some((each) => (each || null) === (value || null)) !==
        filter.except;
    }

    markCategory(ready) {
      const codes = ready.codes, failing = this.failing, bit = ready.bit;
      const allowed = Uint8Array.from(ready.column.values, (value) => {
        return this.allows(ready.facet.column, value) ? 1 : 0;
      });
      for (let i = 0; i < codes.length; i += 1) if (!allowed[codes[i]]) failing[i] |= bit;
    }

    markRange(ready, filter) {
      const data = ready.column.data, none = ready.column.none, scale = ready.column.scale || 1;
      const from = filter.from === null ? -Infinity : filter.from * scale - 1e-6;
      const to = filter.to === null ? Infinity : filter.to * scale + 1e-6;
      const failing = this.failing, bit = ready.bit;
      for (let i = 0; i < data.length; i += 1) {
        if (data[i] === none || data[i] < from || data[i] > to) failing[i] |= bit;
      }
    }

    markRequired(mask) {
      const failing = this.failing;
      for (let i = 0; i < failing.length; i += 1) if (!mask[i]) failing[i] |= 0x80000000;
    }

    run() {
      const failing = this.failing, count = this.count;
      let i;
      failing.fill(0);
      Object.keys(this.required).forEach((name) => { this.markRequired(this.required[name]); });
      this.facets.forEach((ready) => {
        const filter = this.chosen[ready.facet.column];
        if (filter && ready.kind === 'category') this.markCategory(ready);
        else if (filter) this.markRange(ready, filter);
      });
      this.counts = {};
      this.facets.forEach((ready) => {
        const counts = new Uint32Array(ready.size), codes = ready.codes, others = ~ready.bit;
        for (let i = 0; i < codes.length; i += 1) if ((failing[i] & others) === 0) counts[codes[i]] += 1;
        this.counts[ready.facet.column] = counts;
      });
      if (!this.active()) {
        this.mask = null;
        this.shown = count;
        return this;
      }
      const mask = new Uint8Array(count);
      let shown = 0;
      for (i = 0; i < count; i += 1) {
        if (failing[i] === 0) {
          mask[i] = 1;
          shown += 1;
        }
      }
      this.mask = mask;
      this.shown = shown;
      return this;
    }

    active() {
      return Object.keys(this.chosen).length + Object.keys(this.required).length > 0;
    }
  }

  FP.Filters = Filters;
})();
