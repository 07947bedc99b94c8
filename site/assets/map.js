/*
 * A map in an element: layers, view, queries, selection.
 *
 *   const map = new FP.Map(element, { site, layers, controls, interactive, view, onView, onPick });
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
 *   map.base               the tiles (FP.BaseMap), or null; map.setBase(visible, opacity)
 *   map.settled()          a promise: all tiles in view are loaded and drawn
 *   map.inView(id)         indexes of the features in view; map.countInView(id)
 *   map.select(id, index)  draws a ring around a feature; map.select(null) removes it
 *   map.covered            the height in CSS pixels of the lower part that something else covers
 *   map.reserved           boxes in CSS pixels that labels and names of streets leave free
 *   map.place(id, index)   the location of a feature: {lon, lat, extent}, or null
 *   map.mark(lon, lat)     draws a ring around a position
 *   map.locate()           goes to the reader's location; only of an interactive map with controls
 *
 * Layers are drawn only in the author's scale range, with one exception. If no point of any layer
 * would be drawn, points outside their range are drawn as small dots, because an inventory must not
 * hide its records.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const mercator = FP.mercator;

  const maximumZoom = 22;

  const element = FP.element;

  class SiteMap {
    constructor(host, options) {
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
      this.covered = 0;
      this.reserved = [];
      this.layers = this.madeLayers();
      this.base = this.madeBase();
      this.frames = new FP.Frames(this);
      this.pictures = (source) => FP.picture(source, () => { this.invalidate(); });
      this.readTheme();
      if (this.base && this.base.credits.length) {
        this.credits = element('p', 'map-credits', host, this.base.credits.join(' · '));
      }
      this.measure();
      this.begin();
      if (options.controls !== false) this.scaleBar = element('div', 'map-scale', host);
      if (options.interactive !== false) FP.gestures(this, element('div', 'map-surface', host));
      this.watch();
      this.ready = this.load();
      this.invalidate();
    }

    madeLayers() {
      const wanted = this.options.layers;
      return this.site.layers.filter((meta) => {
        return meta.kind !== 'table' && (!wanted || wanted.includes(meta.id));
      }).map((meta) => {
        const classes = meta.legend && meta.legend.classes && meta.legend.classes.length
          ? meta.legend.classes : [{ label: meta.title, symbol: 0 }];
        return {
          id: meta.id, meta, points: meta.kind === 'point', closed: meta.kind === 'polygon',
          visible: meta.visible !== false, opacity: meta.opacity === undefined ? 1 : meta.opacity,
          classes, mask: null, gone: null, loaded: false, presence: 'hidden'
        };
      });
    }

    madeBase() {
      return this.site.base ? new FP.BaseMap(this.site.base, {
        onChange: () => { this.invalidate(); },
        onTrouble: (error) => { if (this.options.onTrouble) this.options.onTrouble(error); }
      }) : null;
    }

    layer(id) {
      return this.layers.find((layer) => layer.id === id);
    }

    // Theme, size

    readTheme() {
      const style = getComputedStyle(document.documentElement);
      function value(name) { return style.getPropertyValue(name).trim(); }
      const dark = matchMedia('(prefers-color-scheme: dark)').matches && !this.printing;
      this.theme = {
        dark,
        // Alpha, blue, green, red: how pixels lie in an image.
        faint: dark ? 0x59a0a79a : 0x59606b65,
        land: value('--land'), inside: value('--land-inside'), graticule: value('--graticule'),
        ink: value('--ink'), muted: value('--muted'), ring: value('--panel'), halo: value('--halo'),
        accent: value('--accent')
      };
    }

    measure() {
      this.width = Math.max(1, this.host.clientWidth);
      this.height = Math.max(1, this.host.clientHeight);
      this.ratio = Math.min(3, Math.max(1, window.devicePixelRatio || 1));
      if (this.credits) this.host.style.setProperty('--credits', `${this.credits.offsetHeight}px`);
      const width = Math.round(this.width * this.ratio), height = Math.round(this.height * this.ratio);
      [this.canvas, this.overlay].forEach((canvas) => {
        if (canvas.width !== width) canvas.width = width;
        if (canvas.height !== height) canvas.height = height;
      });
    }

    watch() {
      new ResizeObserver(() => {
        // On paper the picture stays as it was on the screen, and CSS scales it.
        if (matchMedia('print').matches) return;
        this.measure();
        if (this.waitingExtent) this.fit(this.waitingExtent);
        this.drawNow();
      }).observe(this.host);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
        this.readTheme();
        this.frames.stamps.clear();
        this.invalidate();
      });
      // Pages with a large map load paper.js, too.
      this.hasSheets = Boolean(this.scaleBar && this.drawSheets);
      if (this.hasSheets) this.watchKeys();
      window.addEventListener('beforeprint', () => { this.onPaper(true); });
      window.addEventListener('afterprint', () => { this.onPaper(false); });
      window.addEventListener('resize', () => {
        if (this.ratio !== Math.min(3, Math.max(1, window.devicePixelRatio || 1))) {
          this.measure();
          this.invalidate();
        }
      });
    }

    /** On paper the map is light, and the scale bar is part of the picture, which may shrink. */
    onPaper(printing) {
      this.printing = printing;
      if (printing) document.documentElement.dataset.theme = 'light';
      else delete document.documentElement.dataset.theme;
      this.readTheme();
      this.frames.stamps.clear();
      if (this.hasSheets && printing) {
        this.drawSheets();
      } else {
        if (this.hasSheets) this.removeSheets();
        this.drawNow();
      }
    }

    // View

    begin() {
      const view = this.options.view || { extent: this.site.view || this.site.extent };
      if (view.extent) this.fit(view.extent);
      else this.setView(view.lon, view.lat, view.zoom);
    }

    limited(res) {
      return Math.max(mercator.resolution(maximumZoom), Math.min(mercator.resolution(0), res));
    }

    setView(lon, lat, zoom) {
      const at = mercator.project(this.shown(lon), lat);
      this.waitingExtent = null;
      this.view = { x: at[0], y: at[1], res: this.limited(mercator.resolution(zoom)) };
      this.invalidate();
    }

    /**
     * Fits a box in degrees into the view, with a small margin; a point at the scale of a street. On a
     * phone the margin is larger, so that the buttons do not cover features at the edges. What is below
     * the credits, or covered, doesn't count.
     */
    fit(extent) {
      if (!extent || extent.length < 4) extent = [-180, -60, 180, 75];
      if (this.isJoined && extent[2] - extent[0] > 180) extent = this.joined;
      const low = mercator.project(this.shown(extent[0]), extent[1]);
      const high = mercator.project(this.shown(extent[2]), extent[3]);
      const narrow = this.options.controls !== false && this.width < 600;
      const below = Math.max(this.covered, this.credits && !this.credits.hidden ? this.credits.offsetHeight : 0);
      const margin = narrow && !this.covered ? 112 : 24;
      const res = this.limited(Math.max((high[0] - low[0]) / Math.max(1, this.width - 24),
        (high[1] - low[1]) / Math.max(1, this.height - below - margin), mercator.resolution(18)));
      this.waitingExtent = this.width < 2 ? extent : null;
      this.view = { x: (low[0] + high[0]) / 2, y: (low[1] + high[1] - below * res) / 2, res };
      this.invalidate();
    }

    /** Zooms by levels around a point on the screen, by default the middle. */
    zoomBy(levels, x, y) {
      const view = this.view, res = this.limited(view.res / Math.pow(2, levels));
      const dx = (x === undefined ? this.width / 2 : x) - this.width / 2;
      const dy = (y === undefined ? this.height / 2 : y) - this.height / 2;
      this.view = {
        x: view.x + dx * (view.res - res), y: view.y - dy * (view.res - res), res
      };
      this.invalidate();
    }

    panBy(dx, dy) {
      this.view = {
        x: this.view.x + dx * this.view.res, y: this.view.y - dy * this.view.res, res: this.view.res
      };
      this.invalidate();
    }

    copyOfView() {
      return { x: this.view.x, y: this.view.y, res: this.view.res };
    }

    where() {
      const at = mercator.unproject(this.view.x, this.view.y);
      return { lon: at[0], lat: at[1], zoom: mercator.zoom(this.view.res) };
    }

    /** The visible box in meters: [west, south, east, north]. */
    box() {
      const halfX = this.width / 2 * this.view.res, halfY = this.height / 2 * this.view.res;
      return [this.view.x - halfX, this.view.y - halfY, this.view.x + halfX, this.view.y + halfY];
    }

    // Frames

    /** Requests a frame. While a slow map is being moved, the last picture is moved instead. */
    invalidate() {
      if (this.asked) return;
      this.asked = requestAnimationFrame((now) => {
        this.asked = 0;
        if (this.moving && this.frames.lastCost > 24 && now - this.drawnAt < 120) {
          this.shift();
          clearTimeout(this.late);
          this.late = setTimeout(() => { this.drawNow(); }, 130);
        } else {
          this.drawNow();
        }
      });
    }

    drawNow() {
      clearTimeout(this.late);
      cancelAnimationFrame(this.asked);
      this.asked = 0;
      this.judgePresence();
      this.frames.draw();
      this.drawnAt = performance.now();
      this.showScale();
      if (this.options.onView && !this.printing) this.options.onView();
    }

    /** Draws until all tiles of the view are there: coarser ones are asked for if finer are missing. */
    settled(turns = 6) {
      if (!this.base || !turns) return Promise.resolve();
      this.drawNow();
      return this.base.waiting ? this.base.settled().then(() => this.settled(turns - 1)) : Promise.resolve();
    }

    /** Moves the last picture to its position in the new view. */
    shift() {
      const view = this.view, drawn = this.drawn;
      if (!drawn) return;
      const times = drawn.res / view.res;
      const x = this.width / 2 * (1 - times) + (drawn.x - view.x) / view.res;
      const y = this.height / 2 * (1 - times) - (drawn.y - view.y) / view.res;
      this.stack.style.transform = `translate(${x}px,${y}px) scale(${times})`;
    }

    /** Called when the canvas shows a view. */
    composed(view) {
      this.drawn = view;
      this.stack.style.transform = '';
      this.drawOverlay(view);
      this.shift();
    }

    showScale() {
      if (!this.scaleBar) return;
      const bar = FP.backdrop.scaleBar(this.view);
      if (this.scaleBar.dataset.text === bar.text + bar.pixels) return;
      this.scaleBar.dataset.text = bar.text + bar.pixels;
      this.scaleBar.textContent = bar.text;
      element('i', '', this.scaleBar).style.width = `${bar.pixels}px`;
    }

    /** Determines which layers are drawn at this scale; see the exception above. */
    judgePresence() {
      const scale = mercator.scale(this.view.res);
      this.layers.forEach((layer) => {
        const meta = layer.meta;
        layer.tooFar = Boolean(meta.minScale) && scale > meta.minScale * 1.0001;
        layer.tooNear = Boolean(meta.maxScale) && scale < meta.maxScale * 0.9999;
        layer.presence = layer.visible && !layer.tooFar && !layer.tooNear ? 'drawn' : 'hidden';
      });
      const pointsDrawn = this.layers.some((layer) => layer.points && layer.presence === 'drawn');
      if (pointsDrawn) return;
      this.layers.forEach((layer) => {
        if (layer.points && layer.visible && (layer.tooFar || layer.tooNear)) layer.presence = 'far';
      });
    }

    // Layers

    load() {
      return Promise.all(this.layers.map((layer) => this.loadLayer(layer).catch((error) => {
        if (this.options.onTrouble) this.options.onTrouble(error);
      }))).then(() => {
        this.joinHalves();
        this.drawNow();
        this.firstDrawn = this.drawnAt;
        if (this.base) this.base.start();
        return this;
      });
    }

    /** Loads a layer's geometry. A layer that is switched off is loaded only if `wanted`. */
    loadLayer(layer, wanted) {
      if (layer.loading || !layer.visible && !wanted) return layer.loading || Promise.resolve();
      layer.loading = (layer.points ? FP.data.points : FP.data.shapes)(layer.id).then((set) => {
        layer.set = set;
        this.index(layer);
        layer.looks = new FP.Looks(layer.meta, this.site.symbols, set);
        layer.loaded = true;
        this.invalidate();
      });
      return layer.loading;
    }

    /** Makes what finds the features of a layer. */
    index(layer) {
      if (this.isJoined) FP.halves.join(layer.set);
      if (layer.points) layer.grid = new FP.PointGrid(layer.set);
      else layer.shapes = new FP.ShapeSet(layer.set, layer.closed);
    }

    /** Brings data together that is at both edges of the world, and shows it. */
    joinHalves() {
      const layers = this.layers.filter((layer) => layer.loaded), sets = layers.map((layer) => layer.set);
      if (!sets.some((set) => set.isJoined) && !FP.halves.areApart(this.site, sets)) return;
      this.isJoined = true;
      layers.forEach((layer) => { this.index(layer); });
      if (this.base) this.base.isJoined = true;
      this.joined = FP.halves.box(sets);
      if (!this.options.view) this.fit(this.joined);
    }

    /** The longitude at which the map shows a longitude. */
    shown(lon) { return this.isJoined && lon < 0 ? lon + 360 : lon; }

    setVisible(id, visible) {
      const layer = this.layer(id);
      layer.visible = visible;
      this.invalidate();
      return this.loadLayer(layer);
    }

    setOpacity(id, opacity) {
      this.layer(id).opacity = opacity;
      this.invalidate();
    }

    setBase(visible, opacity) {
      this.base.visible = visible;
      this.base.opacity = opacity;
      if (this.credits) this.credits.hidden = !visible;
      this.measure();
      this.invalidate();
    }

    /**
     * Shows only the features that a mask marks; null shows all. Other points fade, unless `gone`
     * has 0 for them: these disappear.
     */
    setMask(id, mask, gone) {
      const layer = this.layer(id);
      if (layer.mask === mask && layer.gone === gone) return;
      layer.mask = mask;
      layer.gone = gone;
      this.invalidate();
    }

    /** Zooms in or out to a scale at which a layer is drawn in full. */
    zoomInto(id) {
      const meta = this.layer(id).meta, scale = mercator.scale(this.view.res);
      const wanted = meta.minScale && scale > meta.minScale ? meta.minScale * 0.9
        : meta.maxScale && scale < meta.maxScale ? meta.maxScale * 1.1 : scale;
      this.zoomBy(Math.log2(scale / wanted));
    }
  }

  FP.Map = SiteMap;
})();
