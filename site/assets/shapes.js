/*
  * Lines and polygons: drawn as canvas paths, found by their boxes and then by their edges.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var css = FP.symbols.css;

  /** Shapes with the box of each feature, in quantized coordinates. */
  function ShapeSet(set, closed) {
    this.set = set;
    this.closed = closed;
    this.boxes = new Uint32Array(set.n * 4);
    for (var i = 0; i < set.n; i += 1) {
      var x0 = 4294967295, y0 = 4294967295, x1 = 0, y1 = 0;
      for (var v = this.firstVertex(i), end = this.endVertex(i); v < end; v += 1) {
        if (set.x[v] < x0) x0 = set.x[v];
        if (set.x[v] > x1) x1 = set.x[v];
        if (set.y[v] < y0) y0 = set.y[v];
        if (set.y[v] > y1) y1 = set.y[v];
      }
      this.boxes.set([x0, y0, x1, y1], i * 4);
    }
  }
  ShapeSet.prototype.firstPart = function (i) { return i > 0 ? this.set.features[i - 1] : 0; };
  ShapeSet.prototype.partStart = function (part) { return part > 0 ? this.set.parts[part - 1] : 0; };
  ShapeSet.prototype.firstVertex = function (i) { return this.partStart(this.firstPart(i)); };
  ShapeSet.prototype.endVertex = function (i) {
    var parts = this.set.features[i];
    return parts > 0 ? this.set.parts[parts - 1] : 0;
  };

  /** Whether a feature has vertices and its box meets a box in meters. */
  ShapeSet.prototype.meets = function (i, west, south, east, north) {
    var set = this.set, at = i * 4, boxes = this.boxes;
    return boxes[at] <= boxes[at + 2] &&
      set.originX + boxes[at] * set.stepX <= east && set.originX + boxes[at + 2] * set.stepX >= west &&
      set.originY + boxes[at + 1] * set.stepY <= north &&
      set.originY + boxes[at + 3] * set.stepY >= south;
  };

  /** The features whose boxes meet a box and that the mask shows. */
  ShapeSet.prototype.inside = function (west, south, east, north, mask) {
    var result = [];
    for (var i = 0; i < this.set.n; i += 1) {
      if ((!mask || mask[i]) && this.meets(i, west, south, east, north)) result.push(i);
    }
    return result;
  };

  /** The box of a feature in meters: [west, south, east, north]. */
  ShapeSet.prototype.box = function (i) {
    var set = this.set, boxes = this.boxes, at = i * 4;
    return [set.originX + boxes[at] * set.stepX, set.originY + boxes[at + 1] * set.stepY,
      set.originX + boxes[at + 2] * set.stepX, set.originY + boxes[at + 3] * set.stepY];
  };

  /**
    * The distance from a point to a feature in meters: 0 inside a polygon, otherwise to the nearest
    * edge; Infinity beyond `reach`.
   */
  ShapeSet.prototype.distance = function (i, mx, my, reach) {
    if (!this.meets(i, mx - reach, my - reach, mx + reach, my + reach)) return Infinity;
    var set = this.set, inside = false, best = Infinity;
    for (var part = this.firstPart(i); part < set.features[i]; part += 1) {
      var start = this.partStart(part), end = set.parts[part];
      var from = this.closed ? end - 1 : start;
      for (var v = this.closed ? start : start + 1; v < end; from = v, v += 1) {
        var ax = set.originX + set.x[from] * set.stepX - mx;
        var ay = set.originY + set.y[from] * set.stepY - my;
        var bx = set.originX + set.x[v] * set.stepX - mx;
        var by = set.originY + set.y[v] * set.stepY - my;
        if ((ay > 0) !== (by > 0) && (ax - bx) * by / (by - ay) + bx > 0) inside = !inside;
        best = Math.min(best, segmentDistance(ax, ay, bx, by));
      }
    }
    if (this.closed && inside) return 0;
    return best <= reach ? best : Infinity;
  };

  /** The distance from 0,0 to the segment a–b. */
  function segmentDistance(ax, ay, bx, by) {
    var dx = bx - ax, dy = by - ay;
    var along = dx * dx + dy * dy;
    var t = along > 0 ? Math.max(0, Math.min(1, -(ax * dx + ay * dy) / along)) : 0;
    return Math.hypot(ax + t * dx, ay + t * dy);
  }

  /** Adds a feature's parts to a path, without vertices nearer than half a pixel. */
  ShapeSet.prototype.trace = function (context, i, frame) {
    var set = this.set;
    for (var part = this.firstPart(i); part < set.features[i]; part += 1) {
      var start = this.partStart(part), end = set.parts[part], lastX = 0, lastY = 0;
      for (var v = start; v < end; v += 1) {
        var px = set.x[v] * frame.scaleX + frame.shiftX;
        var py = set.y[v] * frame.scaleY + frame.shiftY;
        if (v === start) {
          context.moveTo(px, py);
        } else if (v === end - 1 || Math.abs(px - lastX) + Math.abs(py - lastY) >= 0.5) {
          context.lineTo(px, py);
        } else {
          continue;
        }
        lastX = px;
        lastY = py;
      }
      if (this.closed) context.closePath();
    }
  };

  /** The transformation from quantized coordinates to pixels of a canvas `width` × `height`. */
  ShapeSet.prototype.frame = function (view, ratio, width, height) {
    var set = this.set, scale = ratio / view.res;
    return {
      scaleX: set.stepX * scale, scaleY: -set.stepY * scale,
      shiftX: (set.originX - view.x) * scale + width / 2,
      shiftY: (view.y - set.originY) * scale + height / 2
    };
  };

  // Drawing

  var patternLines = {
    horizontal: ['M0 4H8'], vertical: ['M4 0V8'], cross: ['M0 4H8', 'M4 0V8'],
    'forward-diagonal': ['M-2 -2L10 10', 'M-2 6L2 10', 'M6 -2L10 2'],
    'backward-diagonal': ['M-2 10L10 -2', 'M-2 2L2 -2', 'M6 10L10 6'],
    'diagonal-cross': ['M-2 -2L10 10', 'M-2 10L10 -2']
  };

  function fillStyle(context, symbol, ratio, pictures) {
    var picture = symbol.picture && pictures(symbol.picture.src);
    if (picture) return pictured(context, picture, symbol.picture, ratio);
    if (!patternLines[symbol.pattern]) return css(symbol.color, symbol.alpha);
    var tile = document.createElement('canvas');
    tile.width = tile.height = 8 * ratio;
    var drawing = tile.getContext('2d');
    drawing.scale(ratio, ratio);
    drawing.strokeStyle = css(symbol.color, symbol.alpha);
    patternLines[symbol.pattern].forEach(function (line) { drawing.stroke(new Path2D(line)); });
    return context.createPattern(tile, 'repeat');
  }

  /** A pattern that repeats a picture. */
  function pictured(context, image, size, ratio) {
    var tile = document.createElement('canvas');
    tile.width = Math.max(1, Math.round(size.width * ratio));
    tile.height = Math.max(1, Math.round(size.height * ratio));
    tile.getContext('2d').drawImage(image, 0, 0, tile.width, tile.height);
    return context.createPattern(tile, 'repeat');
  }

  function isFilled(symbol) {
    if (symbol.kind !== 'fill') return false;
    return Boolean(symbol.picture) || symbol.pattern !== 'none' && symbol.color && symbol.alpha > 0;
  }

  function strokeWith(context, line, ratio) {
    context.strokeStyle = css(line.color, line.alpha);
    context.lineWidth = Math.max(0.5, line.width) * ratio;
    context.lineJoin = 'round';
    context.lineCap = line.dash && line.dash.length ? 'butt' : 'round';
    context.setLineDash((line.dash || []).map(function (part) { return part * ratio; }));
    context.stroke();
  }

  /** Draws the features of one class: fills one by one, because they may overlap; edges together. */
  function drawClass(context, shapes, features, symbol, frame, options) {
    var ratio = options.ratio;
    // If the author does not fill polygons, the lowest layer is still filled with the land color.
    // Higher layers are not, because that would cover the layers below.
    if (shapes.closed && (isFilled(symbol) || options.lowest)) {
      context.fillStyle = isFilled(symbol)
        ? fillStyle(context, symbol, ratio, options.pictures) : options.theme.inside;
      features.forEach(function (i) {
        context.beginPath();
        shapes.trace(context, i, frame);
        context.fill('evenodd');
      });
    }
    var line = symbol.kind === 'line' ? symbol : symbol.outline;
    if (!line || !line.width || line.alpha === 0) return;
    context.beginPath();
    features.forEach(function (i) { shapes.trace(context, i, frame); });
    strokeWith(context, line, ratio);
    context.setLineDash([]);
  }

  /**
    * Draws a layer's shapes on a canvas. `looks`: FP.Looks of the layer; scale: that of the view.
    * view: {x, y, res}; ratio: canvas pixels per CSS pixel; pictures(src): an image, or null while it
    * is loading; lowest: whether nothing is drawn below.
   */
  function drawShapes(context, shapes, options) {
    var width = context.canvas.width, height = context.canvas.height, view = options.view;
    var halfX = width / options.ratio / 2 * view.res, halfY = height / options.ratio / 2 * view.res;
    var edge = 8 * view.res;
    var visible = shapes.inside(view.x - halfX - edge, view.y - halfY - edge, view.x + halfX + edge,
      view.y + halfY + edge, options.mask);
    var looks = options.looks, groups = Array.from({ length: looks.count }, function () { return []; });
    visible.forEach(function (i) {
      var group = groups[looks.kinds[i]];
      if (group) group.push(i);
    });
    var frame = shapes.frame(view, options.ratio, width, height);
    context.save();
    context.globalAlpha = options.opacity;
    for (var pass = 0; pass < looks.passes; pass += 1) {
      groups.forEach(function (features, kind) {
        if (!features.length || looks.rank[kind] !== pass) return;
        var symbol = looks.symbol(kind, options.scale, false);
        if (symbol) drawClass(context, shapes, features, symbol, frame, options);
      });
    }
    context.restore();
    return visible.length;
  }

  FP.ShapeSet = ShapeSet;
  FP.drawShapes = drawShapes;
})();
