/*
 * Small maps that only show: one hidden map of the site draws them all, one after the other, so
 * that a hundred sheets of paper share the memory of one.
 *
 *   var locator = new FP.Locator(site, {paper});    paper: in light colours, whatever the screen's
 *   locator.record(canvas, layerID, index)     the surroundings of a record, ringed
 *   locator.extent(canvas, [west, south, east, north])
 *   each gives a promise, kept when the picture stands
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  /** Streets and the trees along them. */
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

  /** Turns a map to a record and rings it. */
  function showRecord(map, layerID, index) {
    var place = map.place(layerID, index);
    if (!place) return;
    if (place.extent) map.fit(place.extent);
    else map.setView(place.lon, place.lat, near);
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
