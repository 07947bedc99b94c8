/*
 * Lines and polygons: drawn as canvas paths, found by their boxes and then by their edges.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const css = FP.symbols.css;

  /** Shapes with the box of each feature, in quantized coordinates. */
  class ShapeSet {
    constructor(set, closed) {
      this.set = set;
      this.closed = closed;
      this.boxes = new Uint32Array(set.n * 4);
      for (let i = 0; i < set.n; i += 1) {
        let x0 = 4294967295, y0 = 4294967295, x1 = 0, y1 = 0;
        for (let v = this.firstVertex(i), end = this.endVertex(i); v < end; v += 1) {
          if (set.x[v] < x0) x0 = set.x[v];
          if (set.x[v] > x1) x1 = set.x[v];
          if (set.y[v] < y0) y0 = set.y[v];
          if (set.y[v] > y1) y1 = set.y[v];
        }
        this.boxes.set([x0, y0, x1, y1], i * 4);
      }
    }

    firstPart(i) { return i > 0 ? this.set.features[i - 1] : 0; }

    partStart(part) { return part > 0 ? this.set.parts[part - 1] : 0; }

    firstVertex(i) { return this.partStart(this.firstPart(i)); }

    endVertex(i) {
      const parts = this.set.features[i];
      return parts > 0 ? this.set.parts[parts - 1] : 0;
    }

    /** Whether a feature has vertices and its box meets a box in meters. */
    meets(i, west, south, east, north) {
      const set = this.set, at = i * 4, boxes = this.boxes;
      return boxes[at] <= boxes[at + 2] &&
        set.originX + boxes[at] * set.stepX <= east && set.originX + boxes[at + 2] * set.stepX >= west &&
        set.originY + boxes[at + 1] * set.stepY <= north &&
        set.originY + boxes[at + 3] * set.stepY >= south;
    }

    /** The features whose boxes meet a box and that the mask shows. */
    inside(west, south, east, north, mask) {
      const result = [];
      for (let i = 0; i < this.set.n; i += 1) {
        if ((!mask || mask[i]) && this.meets(i, west, south, east, north)) result.push(i);
      }
      return result;
    }

    /** The box of a feature in meters: [west, south, east, north]. */
    box(i) {
      const set = this.set, boxes = this.boxes, at = i * 4;
      return [set.originX + boxes[at] * set.stepX, set.originY + boxes[at + 1] * set.stepY,
        set.originX + boxes[at + 2] * set.stepX, set.originY + boxes[at + 3] * set.stepY];
    }

    /**
     * The distance from a point to a feature in meters: 0 inside a polygon, otherwise to the nearest
     * edge; Infinity beyond `reach`.
     */
    distance(i, mx, my, reach) {
      if (!this.meets(i, mx - reach, my - reach, mx + reach, my + reach)) return Infinity;
      const set = this.set;
      let inside = false, best = Infinity;
      for (let part = this.firstPart(i); part < set.features[i]; part += 1) {
        const start = this.partStart(part), end = set.parts[part];
        let from = this.closed ? end - 1 : start;
        for (let v = this.closed ? start : start + 1; v < end; from = v, v += 1) {
          const ax = set.originX + set.x[from] * set.stepX - mx;
          const ay = set.originY + set.y[from] * set.stepY - my;
          const bx = set.originX + set.x[v] * set.stepX - mx;
          const by = set.originY + set.y[v] * set.stepY - my;
          if ((ay > 0) !== (by > 0) && (ax - bx) * by / (by - ay) + bx > 0) inside = !inside;
          best = Math.min(best, segmentDistance(ax, ay, bx, by));
        }
      }
      if (this.closed && inside) return 0;
      return best <= reach ? best : Infinity;
    }

    /** Adds a feature's parts to a path, without vertices nearer than half a pixel. */
    trace(context, i, frame) {
      const set = this.set;
      for (let part = this.firstPart(i); part < set.features[i]; part += 1) {
        const start = this.partStart(part), end = set.parts[part];
        let lastX = 0, lastY = 0;
        for (let v = start; v < end; v += 1) {
          const px = set.x[v] * frame.scaleX + frame.shiftX;
          const py = set.y[v] * frame.scaleY + frame.shiftY;
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
    }

    /** The transformation from quantized coordinates to pixels of a canvas `width` × `height`. */
    frame(view, ratio, width, height) {
      const set = this.set, scale = ratio / view.res;
      return {
        scaleX: set.stepX * scale, scaleY: -set.stepY * scale,
        shiftX: (set.originX - view.x) * scale + width / 2,
        shiftY: (view.y - set.originY) * scale + height / 2
      };
    }
  }

  /** The distance from 0,0 to the segment a–b. */
  function segmentDistance(ax, ay, bx, by) {
    const dx = bx - ax, dy = by - ay;
    const along = dx * dx + dy * dy;
    const t = along > 0 ? Math.max(0, Math.min(1, -(ax * dx + ay * dy) / along)) : 0;
    return Math.hypot(ax + t * dx, ay + t * dy);
  }

  // Drawing

  const patternLines = {
    horizontal: ['M0 4H8'], vertical: ['M4 0V8'], cross: ['M0 4H8', 'M4 0V8'],
    'forward-diagonal': ['M-2 -2L10 10', 'M-2 6L2 10', 'M6 -2L10 2'],
    'backward-diagonal': ['M-2 10L10 -2', 'M-2 2L2 -2', 'M6 10L10 6'],
    'diagonal-cross': ['M-2 -2L10 10', 'M-2 10L10 -2']
  };

  function fillStyle(context, symbol, ratio, pictures) {
    const picture = symbol.picture && pictures(symbol.picture.src);
    if (picture) return pictured(context, picture, symbol.picture, ratio);
    if (!patternLines[symbol.pattern]) return css(symbol.color, symbol.alpha);
    const tile = document.createElement('canvas');
    tile.width = tile.height = 8 * ratio;
    const drawing = tile.getContext('2d');
    drawing.scale(ratio, ratio);
    drawing.strokeStyle = css(symbol.color, symbol.alpha);
    patternLines[symbol.pattern].forEach((line) => { drawing.stroke(new Path2D(line)); });
    return context.createPattern(tile, 'repeat');
  }

  /** A pattern that repeats a picture. */
  function pictured(context, image, size, ratio) {
    const tile = document.createElement('canvas');
    tile.width = Math.max(1, Math.round(size.width * ratio));
    tile.height = Math.max(1, Math.round(size.height * ratio));
    tile.getContext('2d').drawImage(image, 0, 0, tile.width, tile.height);
    return context.createPattern(tile, 'repeat');
  }

  function isFilled(symbol) {
    if (symbol.kind !== 'fill') return false;
    return Boolean(symbol.picture) || symbol.pattern !== 'none' && symbol.color && symbol.alpha > 0;
  }

  function strokeWith(context, line, ratio, theme) {
    const color = theme.dark ? FP.symbols.lineColor(line.color, theme.land, theme.ink) : line.color;
    context.strokeStyle = css(color, line.alpha);
    context.lineWidth = Math.max(0.5, line.width) * ratio;
    context.lineJoin = 'round';
    context.lineCap = line.dash && line.dash.length ? 'butt' : 'round';
    context.setLineDash((line.dash || []).map((part) => part * ratio));
    context.stroke();
  }

  /** Draws the features of one class: fills one by one, because they may overlap; edges together. */
  function drawClass(context, shapes, features, symbol, frame, options) {
    const ratio = options.ratio;
    // If the author does not fill polygons, the lowest layer is still filled with the land color.
    // Higher layers are not, because that would cover the layers below.
    if (shapes.closed && (isFilled(symbol) || options.lowest)) {
      context.fillStyle = isFilled(symbol)
        ? fillStyle(context, symbol, ratio, options.pictures) : options.theme.inside;
      features.forEach((i) => {
        context.beginPath();
        shapes.trace(context, i, frame);
        context.fill('evenodd');
      });
    }
    const line = symbol.kind === 'line' ? symbol : symbol.outline;
    if (!line || !line.width || line.alpha === 0) return;
    context.beginPath();
    features.forEach((i) => { shapes.trace(context, i, frame); });
    strokeWith(context, line, ratio, options.theme);
    context.setLineDash([]);
  }

  /**
   * Draws a layer's shapes on a canvas. `looks`: FP.Looks of the layer; scale: that of the view.
   * view: {x, y, res}; ratio: canvas pixels per CSS pixel; pictures(src): an image, or null while it
   * is loading; lowest: whether nothing is drawn below.
   */
  function drawShapes(context, shapes, options) {
    const width = context.canvas.width, height = context.canvas.height, view = options.view;
    const halfX = width / options.ratio / 2 * view.res, halfY = height / options.ratio / 2 * view.res;
    const edge = 8 * view.res;
    const visible = shapes.inside(view.x - halfX - edge, view.y - halfY - edge, view.x + halfX + edge,
      view.y + halfY + edge, options.mask);
    const looks = options.looks, groups = Array.from({ length: looks.count }, () => []);
    visible.forEach((i) => {
      const group = groups[looks.kinds[i]];
      if (group) group.push(i);
    });
    const frame = shapes.frame(view, options.ratio, width, height);
    context.save();
    context.globalAlpha = options.opacity;
    for (let pass = 0; pass < looks.passes; pass += 1) {
      groups.forEach((features, kind) => {
        if (!features.length || looks.rank[kind] !== pass) return;
        const symbol = looks.symbol(kind, options.scale, false);
        if (symbol) drawClass(context, shapes, features, symbol, frame, options);
      });
    }
    context.restore();
    return visible.length;
  }

  FP.ShapeSet = ShapeSet;
  FP.drawShapes = drawShapes;
})();
