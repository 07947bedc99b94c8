/*
  * A map in an element: layers, view, queries, selection.
  *
  *   var map = new FP.Map(element, { site, layers, controls, interactive, view, onView, onPick });
  *     site         the result of FP.data.meta()
  *     layers       ids of the layers to show; by default all that have a geometry
  *     interactive  whether it can be moved (default true); controls: its buttons (default true)
  *     view         {lon, lat, zoom}, or {extent: [west, south, east, north]} in degrees
  *     onView()     after each frame; onPick(hits, {keyboard}) after a click or Enter
  *     onTrouble(error)  if a layer's data cannot be loaded
 *
  *   map.ready              a promise: every layer is loaded and drawn (at `firstDrawn`, ms)
 *   map.setView(lon, lat, zoom)   map.fit([west, south, east, north])   map.zoomBy(levels)
 *   map.where()            {lon, lat, zoom}
  *   map.layer(id)          the layer's state: visible, opacity, mask, presence (drawn|far|hidden)
 *   map.setVisible(id, on) map.setOpacity(id, part) map.setMask(id, Uint8Array|null)
  *   map.identify(x, y)     [{layer, index, distance}] at CSS pixels, top layer first
  *   map.inView(id)         indexes of the features in view; map.countInView(id)
  *   map.select(id, index)  draws a ring around a feature; map.select(null) removes it
  *   map.place(id, index)   the location of a feature: {lon, lat, extent}, or null
  *   map.mark(lon, lat)     draws a ring around a position
  *
  * Layers are drawn only in the author's scale range, with one exception. If no point of any layer
  * would be drawn, points outside their range are drawn as small dots, because an inventory must not
  * hide its records.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var mercator = FP.mercator;

  var maximumZoom = 22;

  var element = FP.element;

  function SiteMap(host, options) {
    this.options = options;
    this.site = options.site;
    this.host = host;
    host.classList.add('map');
    this.stack = element('div', 'map-canvases', host);
    this.canvas = element('canvas', '', this.stack);
    this.context = this.canvas.getContext('2d');
    this.overlay = element('canvas', '', this.stack);
    this.selection = null;
    this.here = null;
    this.view = { x: 0, y: 0, res: 1 };
    this.layers = this.madeLayers();
    this.frames = new FP.Frames(this);
    var map = this;
    this.pictures = function (source) {
      return FP.picture(source, function () { map.invalidate(); });
    };
    this.readTheme();
    this.measure();
    this.begin();
    if (options.controls !== false) this.scaleBar = element('div', 'map-scale', host);
    if (options.interactive !== false) FP.gestures(this, element('div', 'map-surface', host));
    this.watch();
    this.ready = this.load();
    this.invalidate();
  }

  SiteMap.prototype.madeLayers = function () {
    var wanted = this.options.layers;
    return this.site.layers.filter(function (meta) {
      return meta.kind !== 'table' && (!wanted || wanted.indexOf(meta.id) >= 0);
    }).map(function (meta) {
      var classes = meta.legend && meta.legend.classes && meta.legend.classes.length
        ? meta.legend.classes : [{ label: meta.title, symbol: 0 }];
      return {
        id: meta.id, meta: meta, points: meta.kind === 'point', closed: meta.kind === 'polygon',
        visible: meta.visible !== false, opacity: meta.opacity === undefined ? 1 : meta.opacity,
        classes: classes, mask: null, loaded: false, presence: 'hidden'
      };
    });
  };

  SiteMap.prototype.layer = function (id) {
    return this.layers.find(function (layer) { return layer.id === id; });
  };

  // Theme, size

  SiteMap.prototype.readTheme = function () {
    var style = getComputedStyle(document.documentElement);
    function value(name) { return style.getPropertyValue(name).trim(); }
    this.theme = {
      dark: matchMedia('(prefers-color-scheme: dark)').matches && !this.printing,
      land: value('--land'), inside: value('--land-inside'), graticule: value('--graticule'),
      ink: value('--ink'), muted: value('--muted'), ring: value('--panel'), halo: value('--halo'), accent: value('--accent')
    };
  };

  SiteMap.prototype.measure = function () {
    this.width = Math.max(1, this.host.clientWidth);
    this.height = Math.max(1, this.host.clientHeight);
    this.ratio = Math.min(3, Math.max(1, window.devicePixelRatio || 1));
    var width = Math.round(this.width * this.ratio), height = Math.round(this.height * this.ratio);
    [this.canvas, this.overlay].forEach(function (canvas) {
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
    });
  };

  SiteMap.prototype.watch = function () {
    var map = this;
    new ResizeObserver(function () {
      // On paper the picture stays as it was on the screen, and CSS scales it.
      if (matchMedia('print').matches) return;
      map.measure();
      if (map.waitingExtent) map.fit(map.waitingExtent);
      map.drawNow();
    }).observe(this.host);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', function () {
      map.readTheme();
      map.frames.stamps.clear();
      map.invalidate();
    });
    window.addEventListener('beforeprint', function () { map.onPaper(true); });
    window.addEventListener('afterprint', function () { map.onPaper(false); });
    window.addEventListener('resize', function () {
      if (map.ratio !== Math.min(3, Math.max(1, window.devicePixelRatio || 1))) {
        map.measure();
        map.invalidate();
      }
    });
  };

  /** On paper the map is light, and the scale bar is part of the picture, which may shrink. */
  SiteMap.prototype.onPaper = function (printing) {
    this.printing = printing;
    if (printing) document.documentElement.dataset.theme = 'light';
    else delete document.documentElement.dataset.theme;
    this.readTheme();
    this.frames.stamps.clear();
    this.drawNow();
  };

  // View

  SiteMap.prototype.begin = function () {
    var view = this.options.view || { extent: this.site.view || this.site.extent };
    if (view.extent) this.fit(view.extent);
    else this.setView(view.lon, view.lat, view.zoom);
  };

  SiteMap.prototype.limited = function (res) {
    return Math.max(mercator.resolution(maximumZoom), Math.min(mercator.resolution(0), res));
  };

  SiteMap.prototype.setView = function (lon, lat, zoom) {
    var at = mercator.project(lon, lat);
    this.waitingExtent = null;
    this.view = { x: at[0], y: at[1], res: this.limited(mercator.resolution(zoom)) };
    this.invalidate();
  };

  /**
    * Fits a box in degrees into the view, with a small margin; a point at the scale of a street. On a
    * phone the margin is larger, so that the buttons do not cover features at the edges.
   */
  SiteMap.prototype.fit = function (extent) {
    if (!extent || extent.length < 4) extent = [-180, -60, 180, 75];
    var low = mercator.project(extent[0], extent[1]), high = mercator.project(extent[2], extent[3]);
    var narrow = this.options.controls !== false && this.width < 600;
    var res = Math.max((high[0] - low[0]) / Math.max(1, this.width - 24),
      (high[1] - low[1]) / Math.max(1, this.height - (narrow ? 112 : 24)), mercator.resolution(18));
    this.waitingExtent = this.width < 2 ? extent : null;
    this.view = { x: (low[0] + high[0]) / 2, y: (low[1] + high[1]) / 2, res: this.limited(res) };
    this.invalidate();
  };

  /** Zooms by levels around a point on the screen, by default the middle. */
  SiteMap.prototype.zoomBy = function (levels, x, y) {
    var view = this.view, res = this.limited(view.res / Math.pow(2, levels));
    var dx = (x === undefined ? this.width / 2 : x) - this.width / 2;
    var dy = (y === undefined ? this.height / 2 : y) - this.height / 2;
    this.view = {
      x: view.x + dx * (view.res - res), y: view.y - dy * (view.res - res), res: res
    };
    this.invalidate();
  };

  SiteMap.prototype.panBy = function (dx, dy) {
    this.view = {
      x: this.view.x + dx * this.view.res, y: this.view.y - dy * this.view.res, res: this.view.res
    };
    this.invalidate();
  };

  SiteMap.prototype.copyOfView = function () {
    return { x: this.view.x, y: this.view.y, res: this.view.res };
  };

  SiteMap.prototype.where = function () {
    var at = mercator.unproject(this.view.x, this.view.y);
    return { lon: at[0], lat: at[1], zoom: mercator.zoom(this.view.res) };
  };

  /** The visible box in meters: [west, south, east, north]. */
  SiteMap.prototype.box = function () {
    var halfX = this.width / 2 * this.view.res, halfY = this.height / 2 * this.view.res;
    return [this.view.x - halfX, this.view.y - halfY, this.view.x + halfX, this.view.y + halfY];
  };

  // Frames

  /** Requests a frame. While a slow map is being moved, the last picture is moved instead. */
  SiteMap.prototype.invalidate = function () {
    var map = this;
    if (this.asked) return;
    this.asked = requestAnimationFrame(function (now) {
      map.asked = 0;
      if (map.moving && map.frames.lastCost > 24 && now - map.drawnAt < 120) {
        map.shift();
        clearTimeout(map.late);
        map.late = setTimeout(function () { map.drawNow(); }, 130);
      } else {
        map.drawNow();
      }
    });
  };

  SiteMap.prototype.drawNow = function () {
    clearTimeout(this.late);
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.judgePresence();
    this.frames.draw();
    this.drawnAt = performance.now();
    this.showScale();
    if (this.options.onView) this.options.onView();
  };

  /** Moves the last picture to its position in the new view. */
  SiteMap.prototype.shift = function () {
    var view = this.view, drawn = this.drawn;
    if (!drawn) return;
    var times = drawn.res / view.res;
    var x = this.width / 2 * (1 - times) + (drawn.x - view.x) / view.res;
    var y = this.height / 2 * (1 - times) - (drawn.y - view.y) / view.res;
    this.stack.style.transform = 'translate(' + x + 'px,' + y + 'px) scale(' + times + ')';
  };

  /** Called when the canvas shows a view. */
  SiteMap.prototype.composed = function (view) {
    this.drawn = view;
    this.stack.style.transform = '';
    this.drawOverlay(view);
    this.shift();
  };

  SiteMap.prototype.showScale = function () {
    if (!this.scaleBar) return;
    var bar = FP.backdrop.scaleBar(this.view);
    if (this.scaleBar.dataset.text === bar.text + bar.pixels) return;
    this.scaleBar.dataset.text = bar.text + bar.pixels;
    this.scaleBar.textContent = bar.text;
    element('i', '', this.scaleBar).style.width = bar.pixels + 'px';
  };

  /** Determines which layers are drawn at this scale; see the exception above. */
  SiteMap.prototype.judgePresence = function () {
    var scale = mercator.scale(this.view.res);
    this.layers.forEach(function (layer) {
      var meta = layer.meta;
      layer.tooFar = Boolean(meta.minScale) && scale > meta.minScale * 1.0001;
      layer.tooNear = Boolean(meta.maxScale) && scale < meta.maxScale * 0.9999;
      layer.presence = layer.visible && !layer.tooFar && !layer.tooNear ? 'drawn' : 'hidden';
    });
    var pointsDrawn = this.layers.some(function (layer) {
      return layer.points && layer.presence === 'drawn';
    });
    if (pointsDrawn) return;
    this.layers.forEach(function (layer) {
      if (layer.points && layer.visible && (layer.tooFar || layer.tooNear)) layer.presence = 'far';
    });
  };

  // Layers

  SiteMap.prototype.load = function () {
    var map = this;
    return Promise.all(this.layers.map(function (layer) {
      return map.loadLayer(layer).catch(function (error) {
        if (map.options.onTrouble) map.options.onTrouble(error);
      });
    })).then(function () {
      map.drawNow();
      map.firstDrawn = map.drawnAt;
      return map;
    });
  };

  /** Loads a layer's geometry. A layer that is switched off is loaded only if `wanted`. */
  SiteMap.prototype.loadLayer = function (layer, wanted) {
    var map = this;
    if (layer.loading || !layer.visible && !wanted) return layer.loading || Promise.resolve();
    layer.loading = (layer.points ? FP.data.points : FP.data.shapes)(layer.id).then(function (set) {
      if (layer.points) layer.grid = new FP.PointGrid(set);
      else layer.shapes = new FP.ShapeSet(set, layer.closed);
      layer.set = set;
      layer.looks = new FP.Looks(layer.meta, map.site.symbols, set);
      layer.loaded = true;
      map.invalidate();
    });
    return layer.loading;
  };

  SiteMap.prototype.setVisible = function (id, visible) {
    var layer = this.layer(id);
    layer.visible = visible;
    this.invalidate();
    return this.loadLayer(layer);
  };

  SiteMap.prototype.setOpacity = function (id, opacity) {
    this.layer(id).opacity = opacity;
    this.invalidate();
  };

  SiteMap.prototype.setMask = function (id, mask) {
    if (this.layer(id).mask === mask) return;
    this.layer(id).mask = mask;
    this.invalidate();
  };

  /** Zooms in or out to a scale at which a layer is drawn in full. */
  SiteMap.prototype.zoomInto = function (id) {
    var meta = this.layer(id).meta, scale = mercator.scale(this.view.res);
    var wanted = meta.minScale && scale > meta.minScale ? meta.minScale * 0.9
      : meta.maxScale && scale < meta.maxScale ? meta.maxScale * 1.1 : scale;
    this.zoomBy(Math.log2(scale / wanted));
  };

  FP.Map = SiteMap;
})();
