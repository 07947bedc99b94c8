/*
  * The map page's link: view, layers, filters, search, selection. Writes it and follows it.
  *
  *   index.html#Z/LAT/LON;layer=ID;f=…;q=…;sel=LAYER/ID;off=ID,ID;on=ID
  *
  * `layer` is given if another than the first layer is listed. `off` and `on` are given if the reader
  * switched layers that the author shows or hides.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var Page = FP.MapPage;

  function find(id) { return document.getElementById(id); }

  /** Returns the view in a link for the map; null if it has none. */
  Page.prototype.placeOf = function (link) {
    var numbers = link.path.map(Number);
    return numbers.length === 3 && numbers.every(isFinite)
      ? { zoom: numbers[0], lat: numbers[1], lon: numbers[2] } : null;
  };

  Page.prototype.firstActive = function (link) {
    var layers = this.layers, wanted = FP.hash.decoded(link.values.layer || '');
    function largest(kind) {
      return layers.filter(function (layer) { return layer.kind === kind && layer.visible !== false; })
        .sort(function (a, b) { return b.count - a.count; })[0];
    }
    return layers.find(function (layer) { return layer.id === wanted; }) ||
      largest('point') || largest('polygon') || largest('line') || layers[0] || null;
  };

  Page.prototype.readOff = function (link) {
    var map = this.map;
    if (link.values.off === undefined && link.values.on === undefined) return;
    ['off', 'on'].forEach(function (name) {
      (link.values[name] || '').split(',').filter(Boolean).map(FP.hash.decoded).forEach(function (id) {
        if (map.layer(id)) map.setVisible(id, name === 'on');
      });
    });
  };

  /** Selects the record in a link, such as "trees/104482". */
  Page.prototype.selectNamed = function (text, moves) {
    var page = this, parts = text.split('/').map(FP.hash.decoded), layer = this.map.layer(parts[0]);
    if (!layer) return;
    var id = parts.slice(1).join('/');
    this.map.loadLayer(layer, true).then(function () {
      return FP.data.find(layer.id, id);
    }).then(function (index) {
      if (index < 0) return;
      var hit = { layer: layer.id, index: index };
      if (moves) page.zoomTo(hit);
      page.card.show([hit], 0);
    }, function () { /* The problem was already reported. */ });
  };

  Page.prototype.linkNow = function () {
    var map = this.map, where = map.where(), hit = this.hits[0], filters = this.filters;
    function ids(on) {
      return map.layers.filter(function (layer) {
        return layer.visible === on && (layer.meta.visible !== false) !== on;
      }).map(function (layer) { return FP.hash.encoded(layer.id); }).join(',');
    }
    var path = [where.zoom.toFixed(2), where.lat.toFixed(5), where.lon.toFixed(5)];
    return FP.hash.write(path, {
      layer: this.active && this.active !== this.firstActive({ values: {} }) ? FP.hash.encoded(this.active.id) : '',
      f: filters ? FP.hash.filtersText(filters.chosen) : '',
      q: FP.hash.encoded(this.query),
      sel: hit ? FP.hash.encoded(hit.layer) + '/' + FP.hash.encoded(String(map.layer(hit.layer).set.ids[hit.index])) : '',
      off: ids(false), on: ids(true)
    });
  };

  Page.prototype.writeLink = function () {
    var filters = this.filters;
    this.written = this.linkNow();
    try {
      history.replaceState(null, '', this.written);
    } catch (error) {
      // Some browsers limit replacements. The next one will succeed.
    }
    var list = FP.hash.write([], {
      f: filters ? FP.hash.filtersText(filters.chosen) : '', q: FP.hash.encoded(this.query)
    });
    find('list-link').href = 'layer-' + this.active.id + '.html' + (list === '#' ? '' : list);
  };

  /** Goes to a link of this page that was pasted or clicked. */
  Page.prototype.follow = function (link) {
    var view = this.placeOf(link);
    if (view) this.map.setView(view.lon, view.lat, view.zoom);
    this.readOff(link);
    if (!find('card').hidden && !link.values.sel) this.card.close();
    this.open(this.firstActive(link), link, !view);
  };
})();
