/*
 * Points: a grid to find them, and how they are written into an image.
 *
 * Coordinates stay quantized integers. A screen position takes one multiplication and one addition.
 * No object is made per feature.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  // The grid

  /** Point indexes sorted by cell (counting sort), so that a window reads a few runs of them. */
  class PointGrid {
    constructor(set) {
      const bits = set.n > 4096 ? 8 : 5;
      this.set = set;
      this.bits = bits;
      this.shift = (set.x instanceof Uint32Array ? 32 : 16) - bits;
      const cells = 1 << (2 * bits);
      const starts = new Uint32Array(cells + 1);
      const cell = new Uint16Array(set.n);
      const x = set.x, y = set.y, shift = this.shift, n = set.n;
      let i;
      for (i = 0; i < n; i += 1) {
        cell[i] = ((y[i] >>> shift) << bits) | (x[i] >>> shift);
        if (!set.none || !set.none.has(i)) starts[cell[i] + 1] += 1;
      }
      for (i = 0; i < cells; i += 1) starts[i + 1] += starts[i];
      const next = starts.slice(0, cells);
      const order = new Uint32Array(starts[cells]);
      for (i = 0; i < n; i += 1) {
        if (!set.none || !set.none.has(i)) order[next[cell[i]]++] = i;
      }
      this.starts = starts;
      this.order = order;
    }

    /** The quantized window and the rows of cells for a box in meters; null if it misses all points. */
    window(west, south, east, north) {
      const set = this.set;
      if (!set.n || east < set.box[0] || west > set.box[2] || north < set.box[1] || south > set.box[3]) {
        return null;
      }
      const most = set.x instanceof Uint32Array ? 4294967295 : 65535;
      function clamped(value) { return Math.max(0, Math.min(most, value)); }
      const x0 = clamped(Math.floor((west - set.originX) / (set.stepX || 1)));
      const x1 = clamped(Math.ceil((east - set.originX) / (set.stepX || 1)));
      const y0 = clamped(Math.floor((south - set.originY) / (set.stepY || 1)));
      const y1 = clamped(Math.ceil((north - set.originY) / (set.stepY || 1)));
      return {
        x0, x1, y0, y1,
        column0: x0 >>> this.shift, column1: x1 >>> this.shift,
        row0: y0 >>> this.shift, row1: y1 >>> this.shift
      };
    }

    /** The number of points in the window's cells, without looking at each. */
    roughly(window) {
      let total = 0;
      for (let row = window.row0; row <= window.row1; row += 1) {
        total += this.starts[(row << this.bits) + window.column1 + 1] -
          this.starts[(row << this.bits) + window.column0];
      }
      return total;
    }

    /** Returns the number of visible points in the window; with `into`, also writes their indexes. */
    inside(window, mask, into) {
      const x = this.set.x, y = this.set.y, order = this.order;
      let count = 0;
      const x0 = window.x0, x1 = window.x1, y0 = window.y0, y1 = window.y1;
      for (let row = window.row0; row <= window.row1; row += 1) {
        let at = this.starts[(row << this.bits) + window.column0];
        const end = this.starts[(row << this.bits) + window.column1 + 1];
        for (; at < end; at += 1) {
          const i = order[at];
          if (mask && !mask[i]) continue;
          if (x[i] < x0 || x[i] > x1 || y[i] < y0 || y[i] > y1) continue;
          if (into) into[count] = i;
          count += 1;
        }
      }
      return count;
    }

    /** The points within `reach` meters of a position, nearest first: [{index, distance}]. */
    near(mx, my, reach, mask) {
      const window = this.window(mx - reach, my - reach, mx + reach, my + reach);
      if (!window) return [];
      const found = new Uint32Array(this.roughly(window));
      const count = this.inside(window, mask, found);
      const set = this.set;
      const hits = [];
      for (let k = 0; k < count; k += 1) {
        const i = found[k];
        const distance = Math.hypot(set.originX + set.x[i] * set.stepX - mx,
          set.originY + set.y[i] * set.stepY - my);
        if (distance <= reach) hits.push({ index: i, distance });
      }
      return hits.sort((a, b) => a.distance - b.distance || a.index - b.index);
    }
  }

  // Writing

  /** Blends a color with alpha over a pixel, in integers so that nothing overflows. */
  function over(under, color) {
    const sourceAlpha = color >>> 24;
    const underAlpha = under >>> 24;
    if (underAlpha === 0) return color;
    if (underAlpha === 255) {
      const weight = sourceAlpha + (sourceAlpha >> 7);
      const rest = 256 - weight;
      return (((((color & 0xff00ff) * weight + (under & 0xff00ff) * rest) >>> 8) & 0xff00ff) |
        ((((color >>> 8) & 0xff) * weight + ((under >>> 8) & 0xff) * rest) & 0xff00) |
        0xff000000) >>> 0;
    }
    const kept = Math.round(underAlpha * (255 - sourceAlpha) / 255);
    const alpha = sourceAlpha + kept;
    function channel(shift) {
      return Math.round((((color >>> shift) & 255) * sourceAlpha + ((under >>> shift) & 255) * kept) / alpha)
        << shift;
    }
    return (channel(0) | channel(8) | channel(16) | (alpha << 24)) >>> 0;
  }

  function setFine(buffer, at, stamp) {
    let where = stamp.setAt, color = stamp.setColor, k;
    for (k = 0; k < where.length; k += 1) buffer[at + where[k]] = color[k];
    where = stamp.blendAt;
    color = stamp.blendColor;
    for (k = 0; k < where.length; k += 1) {
      buffer[at + where[k]] = over(buffer[at + where[k]], color[k]);
    }
  }

  function setSolid(buffer, at, stamp) {
    const where = stamp.runAt, lengths = stamp.runLength, colors = stamp.runColor;
    for (let k = 0; k < where.length; k += 1) {
      const color = colors[k];
      for (let q = at + where[k], end = q + lengths[k]; q < end; q += 1) buffer[q] = color;
    }
  }

  /**
   * Writes one layer's points into a surface. `run(deadline)` works until it is done or the clock
   * (performance.now) passes the deadline, one row of cells at a time. So a fine picture of a whole
   * city never blocks the reader. It returns true when done.
   *
   *   surface  {buffer: Uint32Array, width, height, margin, seen: Uint8Array}
   *   view     {x, y, res}: center and meters per CSS pixel; ratio: surface pixels per CSS pixel
   *   looks    FP.Looks: the look of each feature, and the drawing order of looks
   *   stamps   {list: one stamp per look, null if not drawn; make(look): makes a missing stamp;
   *            half: half the side of the largest}
   *   faint    {color, gone}: points outside the mask become dots of this color below the others,
   *            unless `gone` has 0 for them
   */
  class PointJob {
    constructor(grid, surface, view, ratio, looks, stamps, mask, form, faint) {
      this.grid = grid;
      this.surface = surface;
      this.looks = looks;
      this.stamps = stamps;
      this.mask = mask;
      this.write = form === 'fine' ? setFine : setSolid;
      // No stamp may leave the image. The margin around the visible part leaves room for it.
      this.half = stamps.half;
      const set = grid.set;
      const scale = ratio / view.res;
      const inner = { width: surface.width - 2 * surface.margin, height: surface.height - 2 * surface.margin };
      this.scaleX = set.stepX * scale;
      this.scaleY = -set.stepY * scale;
      this.shiftX = (set.originX - view.x) * scale + inner.width / 2 + surface.margin;
      this.shiftY = (view.y - set.originY) * scale + inner.height / 2 + surface.margin;
      const reachX = (inner.width / 2 + this.half) / scale;
      const reachY = (inner.height / 2 + this.half) / scale;
      this.window = grid.window(view.x - reachX, view.y - reachY, view.x + reachX, view.y + reachY);
      this.passes = looks.passes;
      this.faint = faint;
      this.dot = Math.max(1, Math.min(Math.round(ratio * 3), this.half >> 1));
      this.pass = mask ? -1 : 0;
      this.row = this.window ? this.window.row1 : -1;
      // Points with one look on one pixel look like one point. A whole city has many of them.
      this.dense = this.window !== null && grid.roughly(this.window) > 30000;
      if (this.dense) surface.seen.fill(0);
    }

    run(deadline) {
      if (!this.window) return true;
      for (; this.pass < this.passes; this.pass += 1) {
        for (; this.row >= this.window.row0; this.row -= 1) {
          if (deadline && performance.now() > deadline) return false;
          if (this.pass < 0) this.writeFaint(this.row);
          else this.writeRow(this.row);
        }
        this.row = this.window.row1;
      }
      return true;
    }

    /** Writes the points outside the mask, where nothing is written yet. */
    writeFaint(row) {
      const grid = this.grid, surface = this.surface, set = grid.set, mask = this.mask, gone = this.faint.gone;
      const x = set.x, y = set.y, order = grid.order, buffer = surface.buffer, width = surface.width;
      const least = Math.max(this.half, this.dot), side = this.dot, color = this.faint.color;
      const mostX = surface.width - 1 - least, mostY = surface.height - 1 - least;
      let at = grid.starts[(row << grid.bits) + this.window.column0];
      const end = grid.starts[(row << grid.bits) + this.window.column1 + 1];
      for (; at < end; at += 1) {
        const i = order[at];
        if (mask[i] || gone && !gone[i]) continue;
        const px = (x[i] * this.scaleX + this.shiftX) | 0;
        const py = (y[i] * this.scaleY + this.shiftY) | 0;
        if (px < least || px > mostX || py < least || py > mostY) continue;
        const pixel = py * width + px;
        if (buffer[pixel]) continue;
        for (let down = -side; down <= side; down += 1) {
          const half = side - Math.abs(down);
          for (let q = pixel + down * width - half, last = q + 2 * half; q <= last; q += 1) {
            if (!buffer[q]) buffer[q] = color;
          }
        }
      }
    }

    writeRow(row) {
      const grid = this.grid, surface = this.surface, set = grid.set, mask = this.mask;
      const x = set.x, y = set.y, kinds = this.looks.kinds, order = grid.order;
      const scaleX = this.scaleX, scaleY = this.scaleY, shiftX = this.shiftX, shiftY = this.shiftY;
      const stamps = this.stamps.list, make = this.stamps.make, rank = this.looks.rank;
      const write = this.write, buffer = surface.buffer;
      const width = surface.width, seen = this.dense ? surface.seen : null;
      const least = this.half, mostX = surface.width - 1 - least, mostY = surface.height - 1 - least;
      const one = this.passes === 1, pass = this.pass;
      let at = grid.starts[(row << grid.bits) + this.window.column0];
      const end = grid.starts[(row << grid.bits) + this.window.column1 + 1];
      for (; at < end; at += 1) {
        const i = order[at];
        if (mask && !mask[i]) continue;
        const kind = kinds[i];
        if (!one && rank[kind] !== pass) continue;
        const px = (x[i] * scaleX + shiftX) | 0;
        const py = (y[i] * scaleY + shiftY) | 0;
        if (px < least || px > mostX || py < least || py > mostY) continue;
        const pixel = py * width + px;
        if (seen !== null) {
          const mark = kind % 255 + 1;
          if (seen[pixel] === mark) continue;
          seen[pixel] = mark;
        }
        let stamp = stamps[kind];
        if (stamp === undefined && make) stamp = stamps[kind] = make(kind);
        if (stamp) write(buffer, pixel, stamp);
      }
    }
  }

  FP.PointGrid = PointGrid;
  FP.PointJob = PointJob;
})();
