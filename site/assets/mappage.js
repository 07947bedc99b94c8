/*
  * The map page: connects map, legend, search, facets, list, card and link.
  *
  * One layer at a time is listed, searched and filtered: the active one, at first the largest point
  * layer. The link contains what a reader sees (maplink.js), so opening it shows the same again.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var grouped = FP.text.grouped;

  /** Up to this many features in view, the list is sorted from the middle of the view outwards. */
  var maximumSorted = 5000;

  function find(id) { return document.getElementById(id); }

  function Page(site) {
    this.site = site;
    this.filters = null;
    this.chosen = Object.create(null);
    this.query = '';
    this.searchTurn = 0;
    this.hits = [];
    var link = FP.hash.parse(location.hash);
    var view = this.placeOf(link);
    this.map = this.madeMap(view);
    this.layers = this.map.layers.map(function (layer) { return layer.meta; });
    this.active = this.firstActive(link);
    this.readOff(link);
    this.addParts();
    this.wire();
    this.open(this.active, link, !view);
  }

  Page.prototype.madeMap = function (view) {
    var page = this;
    return new FP.Map(find('map'), {
      site: this.site, view: view || undefined,
      onView: function () { page.viewed(); },
      onPick: function (hits, how) { page.picked(hits, how); },
      onTrouble: function (error) {
        find('map-problem').textContent = error.message + FP.text.dataHint;
        find('map-problem').hidden = false;
        page.troubled = true;
      }
    });
  };

  Page.prototype.addParts = function () {
    var page = this, map = this.map;
    this.legend = new FP.Legend(map, find('map'), {
      onSwitch: function () { page.viewed(); },
      onClass: function (id) { page.maskClasses(id); }
    });
    FP.bookmarksMenu(map, find('map'));
    this.list = new FP.List(find('list'), this.site, function (layer, index, byKey) {
      page.card.show([{ layer: layer.id, index: index }], 0, byKey);
      if (matchMedia('(max-width: 819px)').matches) find('card').scrollIntoView({ block: 'nearest' });
    });
    this.card = new FP.Card(find('card'), this.site, {
      onShow: function (hit) { page.selected(hit); },
      onClose: function (hadFocus) {
        page.selected(null);
        if (hadFocus) document.querySelector('.map-surface').focus();
      },
      onZoom: function (hit) { page.zoomTo(hit); },
      link: function () { return location.href.replace(/#.*$/, '') + page.linkNow(); }
    });
    this.downloads = new FP.Downloads(find('downloads'), {
      layer: function () { return page.active; },
      shapes: function () { return page.map.layer(page.active.id).shapes; },
      selections: function () { return page.selections(); }
    });
  };

  Page.prototype.wire = function () {
    var page = this, field = find('search');
    find('search-form').addEventListener('submit', function (event) {
      event.preventDefault();
      page.zoomToFound();
    });
    field.addEventListener('input', function () { page.search(field.value); });
    document.querySelector('.skip').addEventListener('click', function (event) {
      event.preventDefault();
      find('results').focus();
    });
    window.addEventListener('hashchange', function () {
      if (location.hash === page.written) return;
      page.follow(FP.hash.parse(location.hash));
    });
    this.writeChoice();
  };

  /** Lets the reader choose the listed layer, if there are several. */
  Page.prototype.writeChoice = function () {
    var page = this, host = find('layer-choice');
    if (this.layers.length < 2) return;
    var label = document.createElement('label');
    var select = document.createElement('select');
    label.className = 'choice';
    label.append('Layer to list and filter', select);
    this.layers.slice().reverse().forEach(function (layer) {
      select.add(new Option(layer.title + ' (' + grouped(layer.count) + ')', layer.id));
    });
    select.value = this.active.id;
    select.addEventListener('change', function () {
      page.open(page.site.byID[select.value], null, false);
    });
    host.appendChild(label);
    this.choice = select;
  };

  // The active layer

  /** Makes a layer the active one. `link` provides its filters, search and selection. */
  Page.prototype.open = function (layer, link, moves) {
    var page = this, ready = layer && this.map.layer(layer.id);
    if (!layer) {
      find('count').textContent = 'This map has no layers';
      find('downloads').hidden = true;
      find('search-form').hidden = true;
      return;
    }
    this.active = layer;
    this.filters = null;
    find('search').placeholder = 'Search ' + layer.title;
    find('search').value = find('search').defaultValue = '';
    find('search-note').textContent = '';
    find('search-form').hidden = !layer.search;
    find('facets').textContent = '';
    if (this.choice) this.choice.value = layer.id;
    if (!ready.visible && !link) this.map.setVisible(layer.id, true);
    if (link) this.chosen[layer.id] = FP.hash.parseFilters(link.values.f, layer.facets);
    // The map is drawn first; the columns of the facets are loaded after that.
    this.map.ready.then(function () { return page.map.loadLayer(ready, true); }).then(function () {
      return layer.columns ? FP.data.columns(layer.id) : {};
    }).then(function (columns) {
      if (page.active !== layer || !ready.set) return;
      page.filters = new FP.Filters(layer.facets, columns, ready.set.n);
      var chosen = page.chosen[layer.id] || {};
      Object.keys(chosen).forEach(function (column) { page.filters.set(column, chosen[column]); });
      page.filters.require('class', page.legend.classMask(ready));
      page.filters.run();
      page.facets = new FP.Facets(find('facets'), layer, page.site.symbols, page.filters, function () {
        page.apply();
      });
      page.apply();
      if (link && link.values.q) {
        find('search').value = FP.hash.decoded(link.values.q);
        page.search(find('search').value);
      }
    }, function (error) { page.map.options.onTrouble(error); });
    if (link && link.values.sel) this.selectNamed(link.values.sel, moves);
  };

  /** Runs the filters and shows the records that pass. */
  Page.prototype.apply = function () {
    if (!this.filters) return;
    this.filters.run();
    this.chosen[this.active.id] = this.filters.chosen;
    this.facets.refresh();
    this.map.setMask(this.active.id, this.filters.mask);
    this.sayFound();
  };

  Page.prototype.maskClasses = function (id) {
    var layer = this.map.layer(id), mask = this.legend.classMask(layer);
    if (id === this.active.id && this.filters) {
      this.filters.require('class', mask);
      this.apply();
    } else {
      this.map.setMask(id, mask);
    }
  };

  // Search

  Page.prototype.search = function (text) {
    var page = this, layer = this.active, turn = this.searchTurn += 1;
    this.query = text.trim();
    // WebKit restores a field without autocomplete to this value when the reader returns.
    find('search').defaultValue = text;
    if (!this.filters) return;
    if (!this.query) {
      this.filters.require('search', null);
      this.apply();
      return;
    }
    FP.data.search(layer.id).then(function (search) {
      if (turn !== page.searchTurn || page.active !== layer || !page.filters) return;
      var count = page.filters.count, mask = FP.data.searched(search, page.query, new Uint8Array(count));
      var ids = page.map.layer(layer.id).set.ids;
      var exact = ids.indexOf(ArrayBuffer.isView(ids) ? Number(page.query) : page.query);
      if (exact >= 0) mask[exact] = 1;
      page.filters.require('search', mask);
      page.apply();
    }, function () { find('search-note').textContent = 'Search is not available, because its data is missing.'; });
  };

  /** Shows how many records were found, and a button to zoom to them. */
  Page.prototype.sayFound = function () {
    var page = this, note = find('search-note');
    note.textContent = '';
    if (!this.filters.active()) return;
    var shown = this.filters.shown;
    note.append(shown ? grouped(shown) + ' of ' + grouped(this.filters.count) + ' ' : 'No matches. ');
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain';
    button.textContent = shown ? 'Zoom to matches' : 'Clear search and filters';
    button.addEventListener('click', function () {
      if (shown) page.zoomToFound();
      else page.clear();
    });
    note.append(button);
  };

  Page.prototype.clear = function () {
    var filters = this.filters;
    find('search').value = find('search').defaultValue = '';
    this.query = '';
    Object.keys(filters.chosen).forEach(function (column) { filters.set(column, null); });
    filters.require('search', null);
    this.apply();
    find('search').focus();
  };

  Page.prototype.zoomToFound = function () {
    var layer = this.map.layer(this.active.id), mask = this.filters && this.filters.mask;
    if (!mask || !this.filters.shown) return;
    var west = Infinity, south = Infinity, east = -Infinity, north = -Infinity;
    for (var i = 0; i < mask.length; i += 1) {
      var at = mask[i] ? this.map.meters(layer, i) : null;
      if (!at) continue;
      var box = at.box || [at.x, at.y, at.x, at.y];
      west = Math.min(west, box[0]);
      south = Math.min(south, box[1]);
      east = Math.max(east, box[2]);
      north = Math.max(north, box[3]);
    }
    if (west > east) return;
    this.map.fit(FP.mercator.unproject(west, south).concat(FP.mercator.unproject(east, north)));
  };

  // View

  /** After each frame: updates the count at once, and the list and the link when the map rests. */
  Page.prototype.viewed = function () {
    var page = this;
    if (!this.legend) return;
    this.legend.refresh();
    if (!this.active) return;
    this.sayCount();
    clearTimeout(this.listTimer);
    this.listTimer = setTimeout(function () {
      page.showList();
      page.writeLink();
    }, 160);
  };

  Page.prototype.sayCount = function () {
    var layer = this.map.layer(this.active.id);
    var text = layer.loaded ? grouped(this.map.countInView(this.active.id)) + ' in view'
      : this.troubled ? 'Not loaded' : 'Loading';
    if (find('count').textContent !== text) find('count').textContent = text;
  };

  Page.prototype.showList = function () {
    var layer = this.map.layer(this.active.id);
    if (!layer.loaded) return;
    var indexes = this.ordered(layer, this.map.inView(this.active.id));
    this.list.show(this.active, indexes, layer.set.classes, indexes.length ? '' : this.emptyNote(layer));
    if (this.hits.length) this.reveal();
  };

  Page.prototype.emptyNote = function (layer) {
    if (!layer.visible) return layer.meta.title + ' is switched off in the legend.';
    if (layer.presence === 'hidden') return 'Zoom in to see ' + layer.meta.title + '.';
    if (this.filters && this.filters.active() && !this.filters.shown) return 'No records match the filters.';
    return 'No records here. Move the map or zoom out.';
  };

  /** Sorts few records from the middle outwards, and many in the order of the files (by location). */
  Page.prototype.ordered = function (layer, indexes) {
    if (indexes.length > maximumSorted) return indexes.sort();
    var map = this.map, view = map.view, distances = new Map();
    indexes.forEach(function (index) {
      var at = map.meters(layer, index);
      distances.set(index, Math.hypot(at.x - view.x, at.y - view.y));
    });
    return indexes.sort(function (a, b) { return distances.get(a) - distances.get(b) || a - b; });
  };

  // Selection

  Page.prototype.picked = function (hits, how) {
    if (hits.length) this.card.show(hits, 0, how.keyboard);
    else if (!find('card').hidden) this.card.close();
    this.pickedOnMap = true;
  };

  Page.prototype.selected = function (hit) {
    this.hits = hit ? [hit] : [];
    this.map.select(hit ? hit.layer : null, hit ? hit.index : 0);
    this.list.mark(hit ? hit.layer : null, hit ? hit.index : 0);
    this.writeLink();
  };

  /** Scrolls to the row of the record that was picked on the map. */
  Page.prototype.reveal = function () {
    if (!this.pickedOnMap || this.hits[0].layer !== this.active.id) return;
    this.pickedOnMap = false;
    this.list.reveal(this.hits[0].index);
  };

  Page.prototype.zoomTo = function (hit) {
    var location = this.map.place(hit.layer, hit.index);
    if (!location) return;
    if (location.extent) this.map.fit(location.extent);
    else this.map.setView(location.lon, location.lat, Math.max(18, this.map.where().zoom));
  };

  FP.MapPage = Page;
})();
