/*
 * layer-LAYER.html: all records of a layer as a table. The link holds filters and sort order:
 *
 *   layer-trees.html#f=Condition:Good,Fair|DBH:10-30;q=oak;sort=DBH:down;cols=Condition,DBH
 */
(() => {
  'use strict';

  const FP = window.FP;
  const layerID = document.body.dataset.layer;
  /** The number of columns shown until the reader chooses. */
  const fewColumns = 7;
  /** Up to this many records, any column can be sorted. With more, only the columns with facets. */
  const maximumSorted = 50000;

  function byID(id) { return document.getElementById(id); }

  /** Whether the first records have different titles. */
  function isTitled(layer, shard) {
    const first = shard.count ? FP.fill(layer.shape.title, shard.row(0)) : '';
    for (let row = 1; row < shard.count; row += 1) {
      if (FP.fill(layer.shape.title, shard.row(row)) !== first) return true;
    }
    return shard.count === 1;
  }

  class Page {
    constructor(site, layer, facetColumns, titled) {
      const page = this;
      this.site = site;
      this.layer = layer;
      this.facetColumns = facetColumns;
      this.filters = new FP.Filters(layer.facets, facetColumns, layer.count);
      this.columns = FP.recordColumns(layer);
      this.columns.forEach((column) => {
        column.fast = facetColumns[column.field] || null;
        column.sortable = Boolean(column.fast) || layer.count <= maximumSorted;
      });
      this.columns.filter((column) => !column.isID).slice(0, fewColumns)
        .forEach((column) => { column.isUsual = true; });
      this.grid = new FP.Grid(byID('rows'), site, layer, {
        titled, onSort(name) { page.sortBy(name); }
      });
      this.facets = new FP.Facets(byID('facets'), layer, site.symbols, this.filters, () => {
        page.filters.run();
        page.write();
        page.show();
      });
      this.search = byID('search');
      this.search.closest('form').hidden = !layer.search;
      this.search.closest('form').addEventListener('submit', (event) => { event.preventDefault(); });
      this.search.addEventListener('input', () => { page.searchFor(page.search.value, true); });
      window.addEventListener('hashchange', () => { page.read(); });
      // The shortcut for printing prints the table, whose rows must be loaded first.
      window.addEventListener('keydown', (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'p') return;
        event.preventDefault();
        page.grid.print();
      });
      this.read();
    }

    // The link

    read() {
      const values = FP.hash.parse(location.hash).values;
      const chosen = FP.hash.parseFilters(values.f, this.layer.facets);
      this.filters.facets.forEach((ready) => {
        this.filters.set(ready.facet.column, chosen[ready.facet.column] || null);
      });
      const sort = /^(.*?)(?::(up|down))?$/.exec(values.sort || '');
      const name = FP.hash.decoded(sort[1]);
      this.sort = this.columns.some((column) => column.name === name && column.sortable)
        ? { name, descending: sort[2] === 'down' } : null;
      const wanted = values.cols ? values.cols.split(',').map(FP.hash.decoded) : null;
      this.columns.forEach((column) => {
        column.shown = wanted ? wanted.includes(column.name) : Boolean(column.isUsual);
      });
      this.choose();
      this.search.value = values.q ? FP.hash.decoded(values.q) : '';
      this.searchFor(this.search.value, false);
    }

    write() {
      const hash = this.hash({
        sort: this.sort && FP.hash.encoded(this.sort.name) + (this.sort.descending ? ':down' : ':up'),
        cols: this.columns.every((column) => column.shown === Boolean(column.isUsual)) ? ''
          : this.columns.filter((column) => column.shown)
            .map((column) => FP.hash.encoded(column.name)).join(',')
      });
      history.replaceState(null, '', hash === '#' ? location.pathname : hash);
    }

    hash(more, path) {
      return FP.hash.write(path || [], Object.assign({
        f: FP.hash.filtersText(this.filters.chosen),
        q: this.search.value ? FP.hash.encoded(this.search.value) : ''
      }, more));
    }

    // Searching, choosing, sorting

    searchFor(text, write) {
      const page = this;
      // WebKit restores a field without autocomplete to this value when the reader returns.
      this.search.defaultValue = text;
      function go(mask) {
        page.filters.require('search', mask);
        page.filters.run();
        page.facets.refresh();
        if (write) page.write();
        page.show();
      }
      if (!text.trim() || !this.layer.search) {
        go(null);
        return;
      }
      FP.data.search(this.layer.id).then((search) => {
        if (text === page.search.value) go(FP.searching.marked(search, text, new Uint8Array(page.layer.count)));
      }).catch((error) => { byID('count').textContent = error.message; });
    }

    choose() {
      const host = byID('column-list');
      host.textContent = '';
      this.columns.forEach((column) => {
        const label = document.createElement('label');
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.checked = column.shown;
        box.addEventListener('change', () => {
          column.shown = box.checked;
          this.write();
          this.show();
        });
        label.append(box, column.label);
        host.appendChild(label);
      });
    }

    /** Sorts ascending, then descending, then by the layer's own order. */
    sortBy(name) {
      const same = this.sort && this.sort.name === name;
      this.sort = !same ? { name, descending: false }
        : this.sort.descending ? null : { name, descending: true };
      this.write();
      this.show();
    }

    /** The sort keys of all records: numbers, or NaN for null. */
    keys(column) {
      if (!column.keys) {
        column.keys = column.fast ? Promise.resolve(fastKeys(column.fast)) : this.slowKeys(column);
      }
      return column.keys;
    }

    slowKeys(column) {
      const layer = this.layer, values = new Array(layer.count);
      function load(number) {
        if (number >= (layer.shards || 0)) return ranked(values);
        return FP.data.shard(layer.id, number).then((shard) => {
          for (let row = 0; row < shard.count; row += 1) {
            values[number * (layer.shardSize || 1000) + row] = column.key(shard.row(row));
          }
          return load(number + 1);
        });
      }
      return Promise.resolve(load(0));
    }

    shownRecords() {
      const mask = this.filters.mask, count = this.layer.count;
      const order = new Uint32Array(this.filters.shown);
      for (let i = 0, at = 0; i < count; i += 1) {
        if (!mask || mask[i]) order[at++] = i;
      }
      return order;
    }

    // Showing

    show() {
      const order = this.shownRecords(), turn = (this.turn = (this.turn || 0) + 1);
      const by = this.sort;
      const shown = this.columns.filter((column) => column.shown || by && column.name === by.name);
      const total = FP.text.grouped(this.layer.count);
      byID('count').textContent = order.length === this.layer.count
        ? total + (order.length === 1 ? ' record' : ' records')
        : `${FP.text.grouped(order.length)} of ${total} records`;
      byID('map-link').href = `index.html${this.hash({})}`;
      byID('print-link').href = `print.html${this.hash({}, [this.layer.id])}`;
      const column = by && this.columns.find((column) => column.name === by.name);
      if (!column) {
        this.grid.show(shown, order, null);
        return;
      }
      this.keys(column).then((keys) => {
        if (turn === this.turn) this.grid.show(shown, sorted(order, keys, by.descending), by);
      }).catch((error) => { byID('count').textContent = error.message; });
    }
  }

  function ranked(values) {
    const sorted = Array.from(new Set(values.filter((value) => value !== null))).sort(
      (a, b) => {
        if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
        return typeof a === 'number' ? -1 : 1;
      });
    const ranks = new Map(sorted.map((value, at) => [value, at]));
    return Float64Array.from(values, (value) => value === null ? NaN : ranks.get(value));
  }

  function fastKeys(column) {
    if (column.kind !== 'category') {
      return Float64Array.from(column.data, (value) => value === column.none ? NaN : value);
    }
    const ranks = ranked(column.values.map((value) => value === null ? null : value.toLowerCase()));
    return Float64Array.from(column.codes, (code) => ranks[code]);
  }

  function sorted(order, keys, descending) {
    const turn = descending ? -1 : 1;
    return order.sort((a, b) => {
      const x = keys[a], y = keys[b];
      // Null is last in both directions.
      if (x !== x || y !== y) return (x !== x) - (y !== y) || a - b;
      return (x - y) * turn || a - b;
    });
  }

  byID('filters').open = matchMedia('(min-width: 820px)').matches;
  document.querySelectorAll('.tab').forEach((tab) => {
    if (tab.dataset.layer === layerID) tab.setAttribute('aria-current', 'page');
  });
  Promise.all([FP.data.meta(), FP.data.layer(layerID)]).then((both) => {
    const layer = both[1];
    return Promise.all([
      layer.columns ? FP.data.columns(layerID) : {},
      layer.shards ? FP.data.shard(layerID, 0) : null
    ]).then((files) => {
      return new Page(both[0], layer, files[0], Boolean(files[1]) && isTitled(layer, files[1]));
    });
  }).catch((error) => {
    byID('rows').textContent = error.message;
    byID('rows').setAttribute('role', 'alert');
  });
})();
