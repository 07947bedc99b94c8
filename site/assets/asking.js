/*
 * Queries on a map: what is at a point, what is in view, the selection and its ring.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const SiteMap = FP.Map;
  const mercator = FP.mercator;

  const pickReach = 10;
  const maximumHits = 500;

  Object.assign(SiteMap.prototype, {
    identify(x, y) {
      const view = this.view, hits = [];
      const mx = view.x + (x - this.width / 2) * view.res;
      const my = view.y - (y - this.height / 2) * view.res;
      this.layers.slice().reverse().forEach((layer) => {
        if (!layer.loaded || layer.presence === 'hidden' || layer.meta.identifiable === false) return;
        const reach = pickReach * view.res;
        let found = [];
        if (layer.points) {
          found = this.near(layer, mx, my);
        } else {
          layer.shapes.inside(mx - reach, my - reach, mx + reach, my + reach, layer.mask)
            .forEach((i) => {
              const distance = layer.shapes.distance(i, mx, my, layer.closed ? 0 : reach);
              if (distance < Infinity) found.push({ index: i, distance });
            });
          found.sort((a, b) => a.distance - b.distance || a.index - b.index);
        }
        found.slice(0, maximumHits).forEach((hit) => {
          hits.push({ layer: layer.id, index: hit.index, distance: hit.distance });
        });
      });
      return hits.slice(0, maximumHits);
    },

    /** The points under a finger. If sizes vary, large points reach as far as they are drawn. */
    near(layer, mx, my) {
      const res = this.view.res, looks = layer.looks, scale = mercator.scale(res);
      const reach = looks.varied ? Math.max(pickReach, this.frames.margin) : pickReach;
      return layer.grid.near(mx, my, reach * res, layer.mask).filter((hit) => {
        const symbol = looks.symbol(looks.kinds[hit.index], scale, false);
        // A feature that no class of the renderer draws cannot be clicked.
        if (!symbol) return false;
        return !looks.varied || hit.distance <= Math.max(pickReach, FP.Looks.sideOf(symbol) / 2) * res;
      });
    },

    countInView(id) { return this.inBox(id, null); },

    inView(id) {
      const layer = this.layer(id);
      if (!layer || !layer.loaded) return new Uint32Array(0);
      const into = new Uint32Array(layer.set.n);
      return into.slice(0, this.inBox(id, into));
    },

    inBox(id, into) {
      const layer = this.layer(id), box = this.box();
      if (!layer || !layer.loaded || layer.presence === 'hidden') return 0;
      if (layer.points) {
        const window = layer.grid.window(box[0], box[1], box[2], box[3]);
        return window ? layer.grid.inside(window, layer.mask, into) : 0;
      }
      const found = layer.shapes.inside(box[0], box[1], box[2], box[3], layer.mask);
      if (into) into.set(found);
      return found.length;
    },

    /** The position of a feature in meters, and its box; null if it has no location. */
    meters(layer, index) {
      const set = layer.set;
      if (!set || index < 0 || index >= set.n || set.none && set.none.has(index)) return null;
      if (layer.points) {
        return { x: set.originX + set.x[index] * set.stepX, y: set.originY + set.y[index] * set.stepY };
      }
      const box = layer.shapes.box(index);
      if (box[0] > box[2]) return null;
      return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, box };
    },

    place(id, index) {
      const at = this.meters(this.layer(id), index);
      if (!at) return null;
      const degrees = mercator.unproject(at.x, at.y);
      const place = { lon: degrees[0], lat: degrees[1] };
      if (at.box) {
        const low = mercator.unproject(at.box[0], at.box[1]), high = mercator.unproject(at.box[2], at.box[3]);
        place.extent = [low[0], low[1], high[0], high[1]];
      }
      return place;
    },

    // Selection and marks

    select(id, index) {
      this.selection = id === null ? null : { layer: this.layer(id), index };
      this.drawOverlay(this.drawn || this.view);
    },

    /** Marks a position with a ring; `accuracy` is its accuracy in meters. */
    mark(lon, lat, accuracy) {
      const at = mercator.project(this.shown(lon), lat);
      this.here = { x: at[0], y: at[1], accuracy: accuracy || 0 };
      this.drawOverlay(this.drawn || this.view);
    },

    drawOverlay(view) {
      let context = this.overlay.getContext('2d');
      const ratio = this.ratio;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, this.overlay.width, this.overlay.height);
      // On paper there is only one picture.
      if (this.printing) context = this.context;
      context.save();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.drawMarks(context, view, (at) => {
        return [(at.x - view.x) / view.res + this.width / 2, (view.y - at.y) / view.res + this.height / 2];
      });
      context.restore();
    },

    drawMarks(context, view, onScreen) {
      if (this.here) {
        const here = onScreen(this.here);
        disc(context, here, Math.max(0, this.here.accuracy / view.res), null, this.theme.ink, 0.12);
        disc(context, here, 7, this.theme.ring, this.theme.ink, 1);
      }
      if (this.printing) this.paintScale(context, view);
      if (!this.selection || !this.selection.layer.loaded) return;
      const layer = this.selection.layer, at = this.meters(layer, this.selection.index);
      if (!at) return;
      if (layer.points) this.ring(context, onScreen(at), layer, this.selection.index);
      else this.outline(context, layer, this.selection.index, view);
    },

    /** Draws the scale bar into the picture, at the lower right. */
    paintScale(context, view) {
      const bar = FP.backdrop.scaleBar(view), right = this.width - 14, bottom = this.height - 14;
      context.fillStyle = this.theme.ring;
      context.fillRect(right - bar.pixels - 8, bottom - 26, bar.pixels + 16, 34);
      context.fillStyle = this.theme.ink;
      context.font = '13px system-ui, sans-serif';
      context.textAlign = 'right';
      context.fillText(bar.text, right, bottom - 10);
      context.fillRect(right - bar.pixels, bottom - 2, bar.pixels, 2);
      context.fillRect(right - bar.pixels, bottom - 7, 2, 7);
      context.fillRect(right - 2, bottom - 7, 2, 7);
    },

    /** Draws a ring around a point, with a gap, and the symbol again on top of its neighbors. */
    ring(context, at, layer, index) {
      const symbol = layer.looks.symbol(layer.looks.kinds[index], mercator.scale(this.view.res), false);
      this.frames.stamps.draw(context, symbol, at, this.theme);
      context.beginPath();
      context.arc(at[0], at[1], 11, 0, 2 * Math.PI);
      context.lineWidth = 6;
      context.strokeStyle = FP.symbols.css(this.theme.ring, 0.85);
      context.stroke();
      context.lineWidth = 3;
      context.strokeStyle = this.theme.ink;
      context.stroke();
    },

    outline(context, layer, index, view) {
      context.beginPath();
      layer.shapes.trace(context, index, layer.shapes.frame(view, 1, this.width, this.height));
      context.lineJoin = 'round';
      context.lineWidth = 6;
      context.strokeStyle = FP.symbols.css(this.theme.ring, 0.85);
      context.stroke();
      context.lineWidth = 3;
      context.strokeStyle = this.theme.ink;
      context.stroke();
    },

    /** The labels of a layer's features, by label class; null until they are loaded. */
    namesOf(layer) {
      if (layer.names === undefined) {
        layer.names = null;
        FP.data.names(layer.id).then((names) => {
          layer.names = names.columns;
          this.invalidate();
        }, () => { /* The map is still useful without labels. */ });
      }
      return layer.names;
    }
  });

  function disc(context, at, radius, edge, fill, alpha) {
    context.beginPath();
    context.arc(at[0], at[1], radius, 0, 2 * Math.PI);
    context.globalAlpha = alpha;
    context.fillStyle = fill;
    context.fill();
    context.globalAlpha = 1;
    if (!edge) return;
    context.lineWidth = 2;
    context.strokeStyle = edge;
    context.stroke();
  }
})();
