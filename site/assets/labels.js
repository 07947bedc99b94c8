/*
 * Labels on the map: with a halo, in the author's colors, never overlapping. A polygon's label is
 * inside it, or inside its visible part, a line's label along it, and a point's label beside it as the
 * author chose.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const css = FP.symbols.css;

  /** The squares of 64 px that a box touches. */
  function keysOf(x0, y0, x1, y1) {
    const keys = [];
    for (let row = Math.floor(y0 / 64); row <= Math.floor(y1 / 64); row += 1) {
      for (let column = Math.floor(x0 / 64); column <= Math.floor(x1 / 64); column += 1) {
        keys.push(`${row},${column}`);
      }
    }
    return keys;
  }

  /** The boxes already used by labels, in a grid of squares. */
  class Taken {
    constructor() { this.squares = new Map(); }

    /** Takes a box if no other box is there. */
    take(x0, y0, x1, y1) {
      const free = keysOf(x0, y0, x1, y1).every((key) => (this.squares.get(key) || []).every((box) => {
        return box[0] > x1 || box[2] < x0 || box[1] > y1 || box[3] < y0;
      }));
      if (free) this.add(x0, y0, x1, y1);
      return free;
    }

    add(x0, y0, x1, y1) {
      keysOf(x0, y0, x1, y1).forEach((key) => {
        this.squares.set(key, (this.squares.get(key) || []).concat([[x0, y0, x1, y1]]));
      });
    }
  }

  /** Splits a long label into two lines at the space or after the hyphen nearest its middle. */
  function wrapped(text) {
    if (text.length < 14) return [text];
    let best = -1;
    for (let at = 1; at < text.length - 1; at += 1) {
      if (text[at] !== ' ' && text[at] !== '-') continue;
      if (best < 0 || Math.abs(at - text.length / 2) < Math.abs(best - text.length / 2)) best = at;
    }
    if (best < 0) return [text];
    return [text.slice(0, text[best] === '-' ? best + 1 : best), text.slice(best + 1)];
  }

  /** The minimum font size; smaller letters can't be read. */
  const smallest = 10;
  /** The maximum number of labels tried in one view. With more, only every second, third … is. */
  const maximumTried = 3000;

  function color(value, fallback) { return value && value.charAt(0) === '#' ? value : fallback; }

  /**
   * Mixes dark letters on dark land, or light ones on light land, with the ink color. Authors choose
   * their colors for light land.
   */
  function readable(letters, theme) {
    const least = theme.dark ? 3 : 2.2;
    return FP.symbols.contrast(letters, theme.land) < least ? FP.symbols.mixed(letters, theme.ink) : letters;
  }

  /** Finds room for the labels of one class on one canvas, and draws them later. */
  class Pen {
    constructor(context, style, options) {
      this.context = context;
      this.style = style;
      this.theme = options.theme;
      this.ratio = options.ratio;
      this.taken = options.taken;
      /** {rows, x, y, angle, size} of each label. */
      this.labels = [];
      const largest = Math.min(22, options.width / 18);
      this.full = Math.max(smallest, Math.min(largest, style.size || 14)) * options.ratio;
    }

    /** Sets up the canvas. */
    prepare() {
      const context = this.context, style = this.style, theme = this.theme;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.lineJoin = 'round';
      context.lineWidth = 3 * this.ratio;
      context.strokeStyle = css(theme.dark ? theme.halo : color(style.halo, theme.halo), 0.9);
      context.fillStyle = readable(color(style.color, theme.ink), theme);
      this.now = null;
      this.size(this.full);
    }

    size(size) {
      const style = this.style;
      if (this.now === size) return;
      this.now = size;
      this.context.font = (style.italic ? 'italic ' : '') + (style.bold === false ? 400 : 600) + ' ' + size +
        'px system-ui, sans-serif';
    }

    width(rows) {
      const context = this.context;
      return rows.reduce((most, row) => Math.max(most, context.measureText(row).width), 0);
    }

    height(rows) { return rows.length * this.now * 1.15; }

    /** Writes rows around a position, turned by an angle, unless another label is there. */
    write(rows, x, y, width, angle, pad) {
      const height = this.height(rows);
      const cos = Math.abs(Math.cos(angle)), sin = Math.abs(Math.sin(angle));
      const halfX = (width * cos + height * sin) / 2 + pad, halfY = (width * sin + height * cos) / 2 + pad;
      if (!this.taken.take(x - halfX, y - halfY, x + halfX, y + halfY)) return;
      this.labels.push({ rows, x, y, angle, size: this.now });
    }

    draw() {
      const context = this.context;
      if (!this.labels.length) return;
      context.save();
      this.prepare();
      this.labels.forEach((label) => {
        this.size(label.size);
        context.translate(label.x, label.y);
        context.rotate(label.angle);
        label.rows.forEach((row, line) => {
          const at = (line - (label.rows.length - 1) / 2) * this.now * 1.15;
          context.strokeText(row, 0, at);
          context.fillText(row, 0, at);
        });
        context.rotate(-label.angle);
        context.translate(-label.x, -label.y);
      });
      context.restore();
    }
  }

  // Polygons

  /** The number of horizontal lines on which the widest part of a polygon is looked for. */
  const scanLines = 7;

  /** Where horizontal lines cross the outlines of a polygon, in pixels: a list for each line. */
  function crossings(shapes, i, frame, lines) {
    const set = shapes.set, found = lines.map(() => []);
    for (let part = shapes.firstPart(i); part < set.features[i]; part += 1) {
      for (let v = shapes.partStart(part) + 1; v < set.parts[part]; v += 1) {
        const ay = set.y[v - 1] * frame.scaleY + frame.shiftY, by = set.y[v] * frame.scaleY + frame.shiftY;
        for (let k = 0; k < lines.length; k += 1) {
          if (ay <= lines[k] === by <= lines[k]) continue;
          const share = (lines[k] - ay) / (by - ay);
          found[k].push((set.x[v - 1] + (set.x[v] - set.x[v - 1]) * share) * frame.scaleX + frame.shiftX);
        }
      }
    }
    return found.map((all) => all.sort((a, b) => a - b));
  }

  /**
   * The widest stretch of a polygon in which a label of some height crosses no outline: {from, to}, or
   * null. `y` is the label's middle.
   */
  function stretch(shapes, i, frame, canvas, y, halfY) {
    const lines = crossings(shapes, i, frame, [y - halfY, y, y + halfY]);
    let free = [[0, canvas.width]];
    lines.forEach((all) => {
      const next = [];
      free.forEach(([from, to]) => {
        for (let at = 1; at < all.length; at += 2) {
          const start = Math.max(from, all[at - 1]), end = Math.min(to, all[at]);
          if (start < end) next.push([start, end]);
        }
      });
      free = next;
    });
    return free.reduce((best, [from, to]) => best && best.to - best.from >= to - from ? best : { from, to }, null);
  }

  /** The place in the visible part of a polygon where it is widest for a label: {x, y, room}, or null. */
  function widestSeen(shapes, i, frame, canvas, halfY) {
    const [, south, , north] = shapes.boxes.subarray(i * 4, i * 4 + 4);
    const ends = [south, north].map((y) => y * frame.scaleY + frame.shiftY);
    const top = Math.max(halfY, Math.min(...ends)), bottom = Math.min(canvas.height - halfY, Math.max(...ends));
    if (top >= bottom) return null;
    let best = null;
    for (let line = 0; line < scanLines; line += 1) {
      const y = top + (bottom - top) * (line + 0.5) / scanLines;
      const free = stretch(shapes, i, frame, canvas, y, halfY);
      if (free && (!best || free.to - free.from > best.room)) {
        best = { x: (free.from + free.to) / 2, y, room: free.to - free.from };
      }
    }
    return best;
  }

  /** The part of the room that a label may fill. */
  const filled = 0.92;

  /**
   * Where the label of a polygon in view is, and how wide the polygon is there: {x, y, room, fits}, or
   * null. `halfX` and `halfY` are half of the label's sides: a label that would be cut off or cross an
   * outline moves. A small polygon has its label in the middle.
   */
  function placeInside(shapes, i, frame, canvas, halfX, halfY) {
    const set = shapes.set, boxes = shapes.boxes;
    const x = set.labelX[i] * frame.scaleX + frame.shiftX, y = set.labelY[i] * frame.scaleY + frame.shiftY;
    const isWhole = x >= halfX && y >= halfY && x <= canvas.width - halfX && y <= canvas.height - halfY;
    const free = isWhole ? stretch(shapes, i, frame, canvas, y, halfY) : null;
    if (free && (free.to - free.from) * filled >= 2 * halfX) {
      const kept = Math.max(free.from + halfX, Math.min(free.to - halfX, x));
      return { x: kept, y, room: free.to - free.from, fits: true };
    }
    const seen = widestSeen(shapes, i, frame, canvas, halfY);
    if (seen) seen.fits = seen.room * filled >= 2 * halfX;
    if (seen && seen.fits || !isWhole) return seen;
    return { x, y, room: (boxes[i * 4 + 2] - boxes[i * 4]) * frame.scaleX, fits: false };
  }

  /** Shrinks a label that is wider than its polygon; leaves it out if it would be unreadable. */
  function placeAllInside(pen, layer, names, frame, features) {
    if (!layer.shapes.set.labelX) return;
    const canvas = pen.context.canvas;
    features.forEach((i) => {
      const lines = names.text(i).split('\n');
      pen.size(pen.full);
      function placed(rows) {
        const width = pen.width(rows);
        const place = placeInside(layer.shapes, i, frame, canvas, width / 2, pen.height(rows) / 2);
        return place && { rows, width, place };
      }
      // A name stands in one line if there is room, and else in two.
      const one = placed(lines), shorter = lines.length > 1 ? lines : wrapped(lines[0]);
      const label = one && one.place.fits || shorter.length === lines.length ? one : placed(shorter);
      if (!label) return;
      const size = Math.min(pen.full, pen.full * label.place.room * filled / label.width);
      if (size < smallest * pen.ratio) return;
      pen.size(size);
      pen.write(label.rows, label.place.x, label.place.y, label.width * size / pen.full, 0, 6 * pen.ratio);
    });
  }

  // Lines

  /** The part of a segment inside the canvas, as two fractions of its length; null if there is none. */
  function clipped(ax, ay, bx, by, width, height) {
    let from = 0, to = 1;
    const sides = [[ax - bx, ax], [bx - ax, width - ax], [ay - by, ay], [by - ay, height - ay]];
    for (let k = 0; k < 4; k += 1) {
      const step = sides[k][0], room = sides[k][1];
      if (step === 0 && room < 0) return null;
      if (step < 0) from = Math.max(from, room / step);
      if (step > 0) to = Math.min(to, room / step);
    }
    return from < to ? [from, to] : null;
  }

  /** The longest visible stretch of a line: a list of points, x and y in turn. */
  function longestSeen(shapes, i, frame, width, height) {
    const set = shapes.set;
    let best = [], bestLength = 0, run = [], length = 0;
    function end() {
      if (length > bestLength) { best = run; bestLength = length; }
      run = [];
      length = 0;
    }
    for (let part = shapes.firstPart(i); part < set.features[i]; part += 1) {
      for (let v = shapes.partStart(part) + 1; v < set.parts[part]; v += 1) {
        const ax = set.x[v - 1] * frame.scaleX + frame.shiftX, ay = set.y[v - 1] * frame.scaleY + frame.shiftY;
        const bx = set.x[v] * frame.scaleX + frame.shiftX, by = set.y[v] * frame.scaleY + frame.shiftY;
        const seen = clipped(ax, ay, bx, by, width, height);
        if (!seen) { end(); continue; }
        if (seen[0] > 0) end();
        if (!run.length) run.push(ax + (bx - ax) * seen[0], ay + (by - ay) * seen[0]);
        run.push(ax + (bx - ax) * seen[1], ay + (by - ay) * seen[1]);
        length += Math.hypot(bx - ax, by - ay) * (seen[1] - seen[0]);
        if (seen[1] < 1) end();
      }
      end();
    }
    return { points: best, length: bestLength };
  }

  /** The point at a distance along a stretch. */
  function along(points, distance) {
    for (let k = 2; k < points.length; k += 2) {
      const dx = points[k] - points[k - 2], dy = points[k + 1] - points[k - 1], step = Math.hypot(dx, dy);
      if (distance <= step || k === points.length - 2) {
        const share = step ? Math.min(1, distance / step) : 0;
        return [points[k - 2] + dx * share, points[k - 1] + dy * share];
      }
      distance -= step;
    }
    return [points[0], points[1]];
  }

  /** Puts a line's label on its middle if the line is long enough; never upside down. */
  function placeAlong(pen, layer, names, frame, features) {
    const shapes = layer.shapes, canvas = pen.context.canvas;
    const step = Math.ceil(features.length / maximumTried);
    features.forEach((i) => {
      if (i % step) return;
      const rows = names.text(i).split('\n');
      const width = pen.width(rows);
      const seen = longestSeen(shapes, i, frame, canvas.width, canvas.height);
      if (seen.length < width * 1.1) return;
      const middle = along(seen.points, seen.length / 2);
      const from = along(seen.points, (seen.length - width) / 2);
      const to = along(seen.points, (seen.length + width) / 2);
      let angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
      if (angle > Math.PI / 2) angle -= Math.PI;
      if (angle <= -Math.PI / 2) angle += Math.PI;
      pen.write(rows, (middle[0] + (from[0] + to[0]) / 2) / 2, (middle[1] + (from[1] + to[1]) / 2) / 2,
        width, angle, 2 * pen.ratio);
    });
  }

  // Points

  /** Half the height of a point's symbol in CSS pixels. */
  function halfOf(symbol) {
    return symbol ? (symbol.kind === 'picture' ? symbol.height : symbol.size || 8) / 2 : 4;
  }

  function placeBeside(pen, layer, names, options) {
    const view = options.view, ratio = pen.ratio, set = layer.set, style = pen.style, looks = layer.looks;
    const halfX = options.width / 2 * view.res, halfY = options.height / 2 * view.res;
    const window = layer.grid.window(view.x - halfX, view.y - halfY, view.x + halfX, view.y + halfY);
    if (!window) return;
    let found = new Uint32Array(layer.grid.roughly(window));
    found = found.subarray(0, layer.grid.inside(window, layer.mask, found)).filter((i) => {
      return names.text(i) !== '';
    });
    const step = Math.ceil(found.length / maximumTried);
    // Use the same order in every view, so that labels stay in place while the map moves.
    found.sort().forEach((i) => {
      if (i % step) return;
      const symbol = looks.symbol(looks.kinds[i], options.scale, false);
      if (!symbol) return;
      const rows = names.text(i).split('\n'), width = pen.width(rows), height = pen.height(rows);
      const gap = (halfOf(symbol) * (style.dx && style.dy ? 0.7 : 1) + 2) * ratio;
      const x = ((set.originX + set.x[i] * set.stepX - view.x) / view.res + options.width / 2) * ratio;
      const y = ((view.y - set.originY - set.y[i] * set.stepY) / view.res + options.height / 2) * ratio;
      const middle = x + style.dx * (gap + width / 2);
      if (middle < width / 2 || middle > pen.context.canvas.width - width / 2) return;
      pen.write(rows, middle, y + style.dy * (gap + height / 2), width, 0, ratio);
    });
  }

  /** The lines or polygons in view that have a label. */
  function namedInView(layer, names, options) {
    const view = options.view, halfX = options.width / 2 * view.res, halfY = options.height / 2 * view.res;
    return layer.shapes.inside(view.x - halfX, view.y - halfY, view.x + halfX, view.y + halfY, layer.mask)
      .filter((i) => names.text(i) !== '');
  }

  /**
   * Finds room for the labels of a layer. Returns them, to be drawn above all. `names` is a column of
   * FP.data.names. `options` is {view, scale, ratio, width, height, theme, taken}, in CSS pixels.
   */
  function place(context, layer, style, names, options) {
    context.save();
    const pen = new Pen(context, style, options);
    pen.prepare();
    if (layer.points) {
      placeBeside(pen, layer, names, options);
    } else {
      const canvas = context.canvas;
      const frame = layer.shapes.frame(options.view, options.ratio, canvas.width, canvas.height);
      const features = namedInView(layer, names, options);
      if (layer.closed) placeAllInside(pen, layer, names, frame, features);
      else placeAlong(pen, layer, names, frame, features);
    }
    context.restore();
    return pen;
  }

  FP.labels = { place, Taken };
})();
