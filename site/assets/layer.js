/*
  * layer-LAYER.html: all records of a layer as a table. The link holds filters and sort order:
 *
 *   layer-trees.html#f=Condition:Good,Fair|DBH:10-30;q=oak;sort=DBH:down;cols=Condition,DBH
 */
(function () {
  'use strict';

  var FP = window.FP;
  var layerID = document.body.dataset.layer;
  /** The number of columns shown until the reader chooses. */
  var fewColumns = 7;
  /** Up to this many records, any column can be sorted. With more, only the columns with facets. */
  var maximumSorted = 50000;

  function byID(id) { return document.getElementById(id); }

  /** Whether the first records have different titles. */
  function isTitled(layer, shard) {
    var first = shard.count ? FP.fill(layer.shape.title, shard.row(0)) : '';
    for (var row = 1; row < shard.count; row += 1) {
      if (FP.fill(layer.shape.title, shard.row(row)) !== first) return true;
    }
    return shard.count === 1;
  }

  function Page(site, layer, facetColumns, titled) {
    var page = this;
    this.site = site;
    this.layer = layer;
    this.facetColumns = facetColumns;
    this.filters = new FP.Filters(layer.facets, facetColumns, layer.count);
    this.columns = FP.recordColumns(layer);
    this.columns.forEach(function (column) {
      column.fast = facetColumns[column.field] || null;
      column.sortable = Boolean(column.fast) || layer.count <= maximumSorted;
    });
    this.columns.filter(function (column) { return !column.isID; }).slice(0, fewColumns)
      .forEach(function (column) { column.isUsual = true; });
    this.grid = new FP.Grid(byID('rows'), site, layer, {
      titled: titled, onSort: function (name) { page.sortBy(name); }
    });
    this.facets = new FP.Facets(byID('facets'), layer, site.symbols, this.filters, function () {
      page.filters.run();
      page.write();
      page.show();
    });
    this.search = byID('search');
    this.search.closest('form').hidden = !layer.search;
    this.search.closest('form').addEventListener('submit', function (event) { event.preventDefault(); });
    this.search.addEventListener('input', function () { page.searchFor(page.search.value, true); });
    window.addEventListener('hashchange', function () { page.read(); });
    this.read();
  }

  // The link

  Page.prototype.read = function () {
    var page = this, values = FP.hash.parse(location.hash).values;
    var chosen = FP.hash.parseFilters(values.f, this.layer.facets);
    this.filters.facets.forEach(function (ready) {
      page.filters.set(ready.facet.column, chosen[ready.facet.column] || null);
    });
    var sort = /^(.*?)(?::(up|down))?$/.exec(values.sort || '');
    var name = FP.hash.decoded(sort[1]);
    this.sort = this.columns.some(function (column) { return column.name === name && column.sortable; })
      ? { name: name, descending: sort[2] === 'down' } : null;
    var wanted = values.cols ? values.cols.split(',').map(FP.hash.decoded) : null;
    this.columns.forEach(function (column) {
      column.shown = wanted ? wanted.indexOf(column.name) >= 0 : Boolean(column.isUsual);
    });
    this.choose();
    this.search.value = values.q ? FP.hash.decoded(values.q) : '';
    this.searchFor(this.search.value, false);
  };

  Page.prototype.write = function () {
    var hash = this.hash({
      sort: this.sort && FP.hash.encoded(this.sort.name) + (this.sort.descending ? ':down' : ':up'),
      cols: this.columns.every(function (column) { return column.shown === Boolean(column.isUsual); }) ? ''
        : this.columns.filter(function (column) { return column.shown; })
          .map(function (column) { return FP.hash.encoded(column.name); }).join(',')
    });
    history.replaceState(null, '', hash === '#' ? location.pathname : hash);
  };

  Page.prototype.hash = function (more, path) {
    return FP.hash.write(path || [], Object.assign({
      f: FP.hash.filtersText(this.filters.chosen),
      q: this.search.value ? FP.hash.encoded(this.search.value) : ''
    }, more));
  };

  // Searching, choosing, sorting

  Page.prototype.searchFor = function (text, write) {
    var page = this;
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
    FP.data.search(this.layer.id).then(function (search) {
      if (text === page.search.value) go(FP.data.searched(search, text, new Uint8Array(page.layer.count)));
    }).catch(function (error) { byID('count').textContent = error.message; });
  };

  Page.prototype.choose = function () {
    var page = this, host = byID('column-list');
    host.textContent = '';
    this.columns.forEach(function (column) {
      var label = document.createElement('label');
      var box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = column.shown;
      box.addEventListener('change', function () {
        column.shown = box.checked;
        page.write();
        page.show();
      });
      label.append(box, column.label);
      host.appendChild(label);
    });
  };

  /** Sorts ascending, then descending, then by the layer's own order. */
  Page.prototype.sortBy = function (name) {
    var same = this.sort && this.sort.name === name;
    this.sort = !same ? { name: name, descending: false }
      : this.sort.descending ? null : { name: name, descending: true };
    this.write();
    this.show();
  };

  /** The sort keys of all records: numbers, or NaN for null. */
  Page.prototype.keys = function (column) {
    if (!column.keys) {
      column.keys = column.fast ? Promise.resolve(fastKeys(column.fast)) : this.slowKeys(column);
    }
    return column.keys;
  };

  function ranked(values) {
    var sorted = Array.from(new Set(values.filter(function (value) { return value !== null; }))).sort(
      function (a, b) {
        if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
        return typeof a === 'number' ? -1 : 1;
      });
    var ranks = new Map(sorted.map(function (value, at) { return [value, at]; }));
    return Float64Array.from(values, function (value) {
      return value === null ? NaN : ranks.get(value);
    });
  }

  function fastKeys(column) {
    if (column.kind !== 'category') {
      return Float64Array.from(column.data, function (value) {
        return value === column.none ? NaN : value;
      });
    }
    var ranks = ranked(column.values.map(function (value) { return value === null ? null : value.toLowerCase(); }));
    return Float64Array.from(column.codes, function (code) { return ranks[code]; });
  }

  Page.prototype.slowKeys = function (column) {
    var layer = this.layer, values = new Array(layer.count);
    function load(number) {
      if (number >= (layer.shards || 0)) return ranked(values);
      return FP.data.shard(layer.id, number).then(function (shard) {
        for (var row = 0; row < shard.count; row += 1) {
          values[number * (layer.shardSize || 1000) + row] = column.key(shard.row(row));
        }
        return load(number + 1);
      });
    }
    return Promise.resolve(load(0));
  };

  Page.prototype.shownRecords = function () {
    var mask = this.filters.mask, count = this.layer.count;
    var order = new Uint32Array(this.filters.shown);
    for (var i = 0, at = 0; i < count; i += 1) {
      if (!mask || mask[i]) order[at++] = i;
    }
    return order;
  };

  function sorted(order, keys, descending) {
    var turn = descending ? -1 : 1;
    return order.sort(function (a, b) {
      var x = keys[a], y = keys[b];
      // Null is last in both directions.
      if (x !== x || y !== y) return (x !== x) - (y !== y) || a - b;
      return (x - y) * turn || a - b;
    });
  }

  // Showing

  Page.prototype.show = function () {
    var page = this, order = this.shownRecords(), turn = (this.turn = (this.turn || 0) + 1);
    var by = this.sort;
    var shown = this.columns.filter(function (column) {
      return column.shown || by && column.name === by.name;
    });
    var total = FP.text.grouped(this.layer.count);
    byID('count').textContent = order.length === this.layer.count
      ? total + (order.length === 1 ? ' record' : ' records')
      : FP.text.grouped(order.length) + ' of ' + total + ' records';
    byID('map-link').href = 'index.html' + this.hash({});
    byID('print-link').href = 'print.html' + this.hash({}, [this.layer.id]);
    var column = by && this.columns.find(function (column) { return column.name === by.name; });
    if (!column) {
      this.grid.show(shown, order, null);
      return;
    }
    this.keys(column).then(function (keys) {
      if (turn === page.turn) page.grid.show(shown, sorted(order, keys, by.descending), by);
    }).catch(function (error) { byID('count').textContent = error.message; });
  };

  byID('filters').open = matchMedia('(min-width: 820px)').matches;
  document.querySelectorAll('.tab').forEach(function (tab) {
    if (tab.dataset.layer === layerID) tab.setAttribute('aria-current', 'page');
  });
  Promise.all([FP.data.meta(), FP.data.layer(layerID)]).then(function (both) {
    var layer = both[1];
    return Promise.all([
      layer.columns ? FP.data.columns(layerID) : {},
      layer.shards ? FP.data.shard(layerID, 0) : null
    ]).then(function (files) {
      return new Page(both[0], layer, files[0], Boolean(files[1]) && isTitled(layer, files[1]));
    });
  }).catch(function (error) {
    byID('rows').textContent = error.message;
    byID('rows').setAttribute('role', 'alert');
  });
})();
