/*
  * Small static maps. One hidden map of the site draws them all, one after another, so that a hundred
  * printed pages need the memory of one map.
  *
  *   var locator = new FP.Locator(site, {paper});    paper: use light colors, whatever the theme
  *   locator.record(canvas, layerID, index)     the surroundings of a record, with a ring
  *   locator.extent(canvas, [west, south, east, north])
  *   each returns a promise that is fulfilled when the picture is drawn
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  /** The zoom level that shows streets and the trees along them. */
  var near = 17;

  function Locator(site, options) {
    var locator = this;
    this.paper = Boolean(options && options.paper);
    this.host = document.createElement('div');
    this.host.className = 'locator-source';
    this.host.setAttribute('aria-hidden', 'true');
    document.body.appendChild(this.host);
    this.map = new FP.Map(this.host, {
      site: site, interactive: false, controls: false
    });
    this.map.printing = this.paper;
    window.addEventListener('afterprint', function () { locator.map.printing = locator.paper; });
    this.work = this.map.ready;
    this.again = new Map();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () {
      locator.again.forEach(function (prepare, canvas) { locator.draw(canvas, prepare); });
    });
  }

  Locator.prototype.draw = function (canvas, prepare) {
    var locator = this;
    this.again.set(canvas, prepare);
    this.work = this.work.then(function () {
      var map = locator.map;
      locator.host.style.width = (canvas.clientWidth || 300) + 'px';
      locator.host.style.height = (canvas.clientHeight || 225) + 'px';
      locator.readTheme();
      map.measure();
      prepare(map);
      map.drawNow();
      canvas.width = map.canvas.width;
      canvas.height = map.canvas.height;
      var context = canvas.getContext('2d');
      context.drawImage(map.canvas, 0, 0);
      context.drawImage(map.overlay, 0, 0);
    });
    return this.work;
  };

  Locator.prototype.readTheme = function () {
    var root = document.documentElement, theme = root.dataset.theme;
    if (this.paper) root.dataset.theme = 'light';
    this.map.readTheme();
    this.map.frames.stamps.clear();
    if (this.paper && !theme) delete root.dataset.theme;
  };

  /** Moves a map to a record and draws a ring around it. */
  function showRecord(map, layerID, index) {
    var location = map.place(layerID, index);
    if (!location) return;
    if (location.extent) map.fit(location.extent);
    else map.setView(location.lon, location.lat, near);
    map.select(layerID, index);
  }

  Locator.prototype.record = function (canvas, layerID, index) {
    return this.draw(canvas, function (map) { showRecord(map, layerID, index); });
  };

  Locator.prototype.extent = function (canvas, extent) {
    return this.draw(canvas, function (map) {
      map.select(null);
      map.fit(extent);
    });
  };

  /** Forgets canvases that are no longer on the page. */
  Locator.prototype.clear = function () { this.again.clear(); };

  FP.Locator = Locator;
  FP.showRecord = showRecord;
})();
