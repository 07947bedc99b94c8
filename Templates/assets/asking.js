/*
 * Queries on a map: what is at a point, what is in view, the selection and its ring.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var SiteMap = FP.Map;
  var mercator = FP.mercator;

  var pickReach = 10;
  var maximumHits = 500;

  SiteMap.prototype.identify = function (x, y) {
    var view = this.view, hits = [];
    var map = this, mx = view.x + (x - this.width / 2) * view.res;
    var my = view.y - (y - this.height / 2) * view.res;
    this.layers.slice().reverse().forEach(function (layer) {
      if (!layer.loaded || layer.presence === 'hidden' || layer.meta.identifiable === false) return;
      var reach = pickReach * view.res;
      var found = [];
      if (layer.points) {
        found = map.near(layer, mx, my);
      } else {
        layer.shapes.inside(mx - reach, my - reach, mx + reach, my + reach, layer.mask)
          .forEach(function (i) {
            var distance = layer.shapes.distance(i, mx, my, layer.closed ? 0 : reach);
            if (distance < Infinity) found.push({ index: i, distance: distance });
          });
        found.sort(function (a, b) { return a.distance - b.distance || a.index - b.index; });
      }
        found.slice(0, maximumHits).forEach(function (hit) {
        hits.push({ layer: layer.id, index: hit.index, distance: hit.distance });
      });
    });
    return hits.slice(0, maximumHits);
  };

  /** The points under a finger. If sizes vary, large points reach as far as they are drawn. */
  SiteMap.prototype.near = function (layer, mx, my) {
    var res = this.view.res, looks = layer.looks, scale = mercator.scale(res);
    var reach = looks.varied ? Math.max(pickReach, this.frames.margin) : pickReach;
    return layer.grid.near(mx, my, reach * res, layer.mask).filter(function (hit) {
      var symbol = looks.symbol(looks.kinds[hit.index], scale, false);
      // A feature that no class of the renderer draws cannot be clicked.
      if (!symbol) return false;
      return !looks.varied || hit.distance <= Math.max(pickReach, FP.Looks.sideOf(symbol) / 2) * res;
    });
  };

  SiteMap.prototype.countInView = function (id) { return this.inBox(id, null); };

  SiteMap.prototype.inView = function (id) {
    var layer = this.layer(id);
    if (!layer || !layer.loaded) return new Uint32Array(0);
    var into = new Uint32Array(layer.set.n);
    return into.slice(0, this.inBox(id, into));
  };

  SiteMap.prototype.inBox = function (id, into) {
    var layer = this.layer(id), box = this.box();
    if (!layer || !layer.loaded || layer.presence === 'hidden') return 0;
    if (layer.points) {
      var window = layer.grid.window(box[0], box[1], box[2], box[3]);
      return window ? layer.grid.inside(window, layer.mask, into) : 0;
    }
    var found = layer.shapes.inside(box[0], box[1], box[2], box[3], layer.mask);
    if (into) into.set(found);
    return found.length;
  };

  /** The position of a feature in meters, and its box; null if it has no location. */
  SiteMap.prototype.meters = function (layer, index) {
    var set = layer.set;
    if (!set || index < 0 || index >= set.n || set.none && set.none.has(index)) return null;
    if (layer.points) {
      return { x: set.originX + set.x[index] * set.stepX, y: set.originY + set.y[index] * set.stepY };
    }
    var box = layer.shapes.box(index);
    if (box[0] > box[2]) return null;
    return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, box: box };
  };

  SiteMap.prototype.place = function (id, index) {
    var at = this.meters(this.layer(id), index);
    if (!at) return null;
    var degrees = mercator.unproject(at.x, at.y);
    var place = { lon: degrees[0], lat: degrees[1] };
    if (at.box) {
      var low = mercator.unproject(at.box[0], at.box[1]), high = mercator.unproject(at.box[2], at.box[3]);
      place.extent = [low[0], low[1], high[0], high[1]];
    }
    return place;
  };

  // Selection and marks

  SiteMap.prototype.select = function (id, index) {
    this.selection = id === null ? null : { layer: this.layer(id), index: index };
    this.drawOverlay(this.drawn || this.view);
  };

  /** Marks a position with a ring; `accuracy` is its accuracy in meters. */
  SiteMap.prototype.mark = function (lon, lat, accuracy) {
    var at = mercator.project(lon, lat);
    this.here = { x: at[0], y: at[1], accuracy: accuracy || 0 };
    this.drawOverlay(this.drawn || this.view);
  };

  SiteMap.prototype.drawOverlay = function (view) {
    var context = this.overlay.getContext('2d'), map = this, ratio = this.ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.overlay.width, this.overlay.height);
    // On paper there is only one picture.
    if (this.printing) context = this.context;
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawMarks(context, view, function (at) {
      return [(at.x - view.x) / view.res + map.width / 2, (view.y - at.y) / view.res + map.height / 2];
    });
    context.restore();
  };

  SiteMap.prototype.drawMarks = function (context, view, onScreen) {
    if (this.here) {
      var here = onScreen(this.here);
      disc(context, here, Math.max(0, this.here.accuracy / view.res), null, this.theme.ink, 0.12);
      disc(context, here, 7, this.theme.ring, this.theme.ink, 1);
    }
    if (this.printing) this.paintScale(context, view);
    if (!this.selection || !this.selection.layer.loaded) return;
    var layer = this.selection.layer, at = this.meters(layer, this.selection.index);
    if (!at) return;
    if (layer.points) this.ring(context, onScreen(at), layer, this.selection.index);
    else this.outline(context, layer, this.selection.index, view);
  };

  /** Draws the scale bar into the picture, at the lower right. */
  SiteMap.prototype.paintScale = function (context, view) {
    var bar = FP.backdrop.scaleBar(view), right = this.width - 14, bottom = this.height - 14;
    context.fillStyle = this.theme.ring;
    context.fillRect(right - bar.pixels - 8, bottom - 26, bar.pixels + 16, 34);
    context.fillStyle = this.theme.ink;
    context.font = '13px system-ui, sans-serif';
    context.textAlign = 'right';
    context.fillText(bar.text, right, bottom - 10);
    context.fillRect(right - bar.pixels, bottom - 2, bar.pixels, 2);
    context.fillRect(right - bar.pixels, bottom - 7, 2, 7);
    context.fillRect(right - 2, bottom - 7, 2, 7);
  };

  /** Draws a ring around a point, with a gap, and the symbol again on top of its neighbors. */
  SiteMap.prototype.ring = function (context, at, layer, index) {
    var symbol = layer.looks.symbol(layer.looks.kinds[index], mercator.scale(this.view.res), false);
    this.frames.stamps.draw(context, symbol, at, this.theme);
    context.beginPath();
    context.arc(at[0], at[1], 11, 0, 2 * Math.PI);
    context.lineWidth = 6;
    context.strokeStyle = FP.symbols.css(this.theme.ring, 0.85);
    context.stroke();
    context.lineWidth = 3;
    context.strokeStyle = this.theme.ink;
    context.stroke();
  };

  SiteMap.prototype.outline = function (context, layer, index, view) {
    context.beginPath();
    layer.shapes.trace(context, index, layer.shapes.frame(view, 1, this.width, this.height));
    context.lineJoin = 'round';
    context.lineWidth = 6;
    context.strokeStyle = FP.symbols.css(this.theme.ring, 0.85);
    context.stroke();
    context.lineWidth = 3;
    context.strokeStyle = this.theme.ink;
    context.stroke();
  };

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

  /** The labels of a layer's features, by label class; null until they are loaded. */
  SiteMap.prototype.namesOf = function (layer) {
    var map = this;
    if (layer.names === undefined) {
      layer.names = null;
      FP.data.names(layer.id).then(function (names) {
        layer.names = names.columns;
        map.invalidate();
      }, function () { /* The map is still useful without labels. */ });
    }
    return layer.names;
  };
})();
