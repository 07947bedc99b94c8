/*
 * Small static maps. One hidden map of the site draws them all, one after another, so that a hundred
 * printed pages need the memory of one map.
 *
 *   const locator = new FP.Locator(site, {paper});    paper: use light colors, whatever the theme
 *   locator.record(canvas, layerID, index)     the surroundings of a record, with a ring
 *   locator.extent(canvas, [west, south, east, north])
 *   each returns a promise that is fulfilled when the picture is drawn
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The zoom level that shows streets and the trees along them. */
  const near = 17;
  /** The height of the line with the credits at the bottom, in pixels. */
  const creditsHeight = 16;

  class Locator {
    constructor(site, options) {
      this.paper = Boolean(options && options.paper);
      this.host = document.createElement('div');
      this.host.className = 'locator-source';
      this.host.setAttribute('aria-hidden', 'true');
      document.body.appendChild(this.host);
      this.map = new FP.Map(this.host, {
        site, interactive: false, controls: false
      });
      this.map.printing = this.paper;
      window.addEventListener('afterprint', () => { this.map.printing = this.paper; });
      this.work = this.map.ready;
      this.again = new Map();
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
        this.again.forEach((prepare, canvas) => { this.draw(canvas, prepare); });
      });
    }

    draw(canvas, prepare) {
      this.again.set(canvas, prepare);
      this.work = this.work.then(() => {
        const map = this.map;
        this.host.style.width = `${canvas.clientWidth || 300}px`;
        this.host.style.height = `${canvas.clientHeight || 225}px`;
        this.readTheme();
        map.measure();
        map.reserved = map.base ? [[0, map.height - creditsHeight, map.width, map.height]] : [];
        prepare(map);
        map.drawNow();
        return map.settled();
      }).then(() => {
        const map = this.map;
        canvas.width = map.canvas.width;
        canvas.height = map.canvas.height;
        const context = canvas.getContext('2d');
        context.drawImage(map.canvas, 0, 0);
        context.drawImage(map.overlay, 0, 0);
        if (map.base) FP.backdrop.credits(context, map.base.credits, map.ratio, map.theme);
      });
      return this.work;
    }

    readTheme() {
      const root = document.documentElement, theme = root.dataset.theme;
      if (this.paper) root.dataset.theme = 'light';
      this.map.readTheme();
      this.map.frames.stamps.clear();
      if (this.paper && !theme) delete root.dataset.theme;
    }

    record(canvas, layerID, index) {
      return this.draw(canvas, (map) => { showRecord(map, layerID, index); });
    }

    extent(canvas, extent) {
      return this.draw(canvas, (map) => {
        map.select(null);
        map.fit(extent);
      });
    }

    /** Forgets canvases that are no longer on the page. */
    clear() { this.again.clear(); }
  }

  /** Moves a map to a record and draws a ring around it. */
  function showRecord(map, layerID, index) {
    const location = map.place(layerID, index);
    if (!location) return;
    if (location.extent) map.fit(location.extent);
    else map.setView(location.lon, location.lat, near);
    map.select(layerID, index);
  }

  FP.Locator = Locator;
  FP.showRecord = showRecord;
})();
