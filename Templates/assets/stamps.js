/*
 * Stamps: the pixels of point symbols.
 *
 * A browser's canvas can draw some thousand symbols per frame, but an inventory has two hundred
 * thousand. So the canvas draws each symbol once. Its pixels are read back, and plain loops then
 * write them into an image. A stamp has two forms:
 *
 *   fine   antialiased: pixels to set, and pixels to blend with the image
 *   solid  hard-edged, mostly of one color: runs of pixels to set, without reading
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const tools = FP.symbols;

  /** Embedded pictures that are loaded or loading, by source. */
  const pictures = new Map();

  /** Returns a picture; null while it is loading, false if it is broken. */
  function picture(source, loaded) {
    let image = pictures.get(source);
    if (!image) {
      image = new Image();
      image.src = source;
      pictures.set(source, image);
    }
    if (!image.complete) {
      image.addEventListener('load', loaded, { once: true });
      image.addEventListener('error', loaded, { once: true });
      return null;
    }
    return image.naturalWidth > 0 ? image : false;
  }

  /** The symbol drawn instead of a broken picture, so that no feature is hidden. */
  const plain = { kind: 'marker', shape: 'circle', size: 9, color: '#777777', alpha: 1, outline: null };

  /** Whether a marker is only lines: a cross, or an outline around nothing. */
  function isOpen(symbol) {
    return tools.isOpen(symbol.shape) || Boolean(symbol.alpha === 0 && symbol.outline && symbol.outline.width);
  }

  /**
   * The colors of a marker on this theme's land. A white ring separates neighbors on light land. On
   * dark land the ring has the panel's color, unless the marker would be too dark without its ring.
   */
  function themed(symbol, theme) {
    const line = symbol.outline && symbol.outline.width ? symbol.outline : null;
    const fill = line && symbol.alpha === 0 ? line.color : symbol.color || '#888888';
    if (isOpen(symbol)) {
      return { fill, bare: fill, ring: line ? line.color : fill, alpha: line ? line.alpha : 1,
        width: line ? line.width : 1.5 };
    }
    let ring = line ? line.color : theme.ring;
    const alpha = line ? line.alpha : 0.9;
    const seen = tools.contrast(fill, theme.land) >= 1.6;
    if (theme.dark && line && seen && tools.luminance(ring) > 0.75) ring = theme.ring;
    if (!seen && tools.contrast(ring, theme.land) < 1.6) ring = theme.ink;
    // Without its ring, a marker with nearly the color of the land is mixed with the ring's color.
    const bare = seen ? fill : tools.mixed(fill, ring);
    return { fill, bare, ring, alpha, width: line ? line.width : 1 };
  }

  /** Draws a symbol in the middle of a small canvas, up to a maximum size, and returns its pixels. */
  function pixels(symbol, ratio, theme, form, loaded, reach) {
    let image = null;
    let colors = null;
    let width;
    let height;
    if (symbol.kind === 'picture') {
      image = picture(symbol.src, loaded);
      if (image === null) return null;
      if (image === false) return pixels(plain, ratio, theme, form, loaded, reach);
      width = (symbol.width || image.naturalWidth) * ratio;
      height = (symbol.height || image.naturalHeight) * ratio;
    } else {
      colors = themed(symbol, theme);
      const size = form === 'dot' ? 3 : symbol.size || 8;
      width = height = (size + (form === 'fine' ? colors.width : 0)) * ratio;
    }
    // Some symbols, such as pins, are beside their points. Dots never are.
    const dx = form === 'dot' ? 0 : (symbol.dx || 0) * ratio;
    const dy = form === 'dot' ? 0 : (symbol.dy || 0) * ratio;
    const angle = form === 'dot' ? 0 : (symbol.angle || 0) * Math.PI / 180;
    let half = angle
      ? Math.ceil(Math.hypot(width / 2 + Math.abs(dx), height / 2 + Math.abs(dy))) + 1
      : Math.ceil(Math.max(width / 2 + Math.abs(dx), height / 2 + Math.abs(dy))) + 1;
    half = Math.min(half, Math.floor(reach * ratio));
    const side = 2 * half + 1;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = side;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.translate(half + 0.5, half + 0.5);
    if (angle) context.rotate(angle);
    context.translate(dx, dy);
    if (image) {
      if (symbol.alpha !== undefined) context.globalAlpha = symbol.alpha;
      context.drawImage(image, -width / 2, -height / 2, width, height);
    } else {
      context.scale(ratio, ratio);
      drawMarker(context, symbol, colors, form);
    }
    return { side, half, data: context.getImageData(0, 0, side, side).data };
  }

  function drawMarker(context, symbol, colors, form) {
    // The radius is slightly more than half of three pixels, so that all nine pixels are set.
    const radius = form === 'dot' ? 1.6 : (symbol.size || 8) / 2;
    const path = new Path2D(tools.markerPath(form === 'dot' ? 'circle' : symbol.shape, radius));
    const alpha = form === 'fine' ? symbol.alpha : 1;
    if (isOpen(symbol) && form !== 'dot') {
      context.lineWidth = colors.width;
      context.strokeStyle = tools.css(colors.ring, form === 'fine' ? colors.alpha : 1);
      context.stroke(path);
      return;
    }
    context.fillStyle = tools.css(form === 'fine' ? colors.fill : colors.bare, alpha);
    context.fill(path);
    if (form === 'fine' && colors.width > 0) {
      context.lineWidth = colors.width;
      context.strokeStyle = tools.css(colors.ring, colors.alpha);
      context.stroke(path);
    }
  }

  /** Pixels to set and to blend, as distances from the middle in an image with the given stride. */
  function fineStamp(picture, stride) {
    const sets = [];
    const blends = [];
    for (let y = 0; y < picture.side; y += 1) {
      for (let x = 0; x < picture.side; x += 1) {
        const at = (y * picture.side + x) * 4;
        const alpha = picture.data[at + 3];
        if (alpha < 4) continue;
        const color = (picture.data[at] | (picture.data[at + 1] << 8) | (picture.data[at + 2] << 16) |
          (alpha << 24)) >>> 0;
        (alpha > 251 ? sets : blends).push([(y - picture.half) * stride + x - picture.half,
          alpha > 251 ? (color | 0xff000000) >>> 0 : color]);
      }
    }
    function column(list, index, Form) {
      return Form.from(list, (item) => item[index]);
    }
    return {
      setAt: column(sets, 0, Int32Array), setColor: column(sets, 1, Uint32Array),
      blendAt: column(blends, 0, Int32Array), blendColor: column(blends, 1, Uint32Array),
      area: sets.length + blends.length * 3, half: picture.half
    };
  }

  /** Runs of pixels of one color: start, length, color. */
  function solidStamp(picture, stride) {
    const starts = [];
    const lengths = [];
    const colors = [];
    let area = 0;
    for (let y = 0; y < picture.side; y += 1) {
      let last = -1;
      for (let x = 0; x < picture.side; x += 1) {
        const at = (y * picture.side + x) * 4;
        if (picture.data[at + 3] < 128) { last = -1; continue; }
        const color = (picture.data[at] | (picture.data[at + 1] << 8) | (picture.data[at + 2] << 16) |
          0xff000000) >>> 0;
        area += 1;
        if (last >= 0 && colors[last] === color) {
          lengths[last] += 1;
        } else {
          last = starts.push((y - picture.half) * stride + x - picture.half) - 1;
          lengths.push(1);
          colors.push(color);
        }
      }
    }
    return {
      runAt: Int32Array.from(starts), runLength: Uint8Array.from(lengths),
      runColor: Uint32Array.from(colors), area, half: picture.half
    };
  }

  /**
   * The stamps of all symbols, made on first use. `form`: fine, solid, or dot (a small disc for
   * features outside their scale range). A stamp is null while its picture is loading. `reach`: half
   * the side of the largest stamp in CSS pixels.
   */
  class Stamps {
    constructor(reach, loaded) {
      this.reach = reach;
      this.loaded = () => {
        // Make the stamps whose pictures were missing.
        this.lists.clear();
        loaded();
      };
      this.made = new Map();
      this.lists = new Map();
    }

    clear() {
      this.made.clear();
      this.lists.clear();
    }

    /** A list of stamps that is kept from frame to frame. Its users fill it. */
    list(key, count) {
      if (!this.lists.has(key)) {
        if (this.lists.size > 8) this.lists.clear();
        this.lists.set(key, new Array(count));
      }
      return this.lists.get(key);
    }

    /** `key`: a text that is equal for equal symbols. */
    stamp(symbol, key, form, ratio, stride, theme) {
      key += form + ratio + '/' + stride;
      let stamp = this.made.get(key);
      if (stamp) return stamp;
      const picture = pixels(symbol || plain, ratio, theme, form, this.loaded, this.reach);
      if (!picture) return null;
      stamp = form === 'fine' ? fineStamp(picture, stride) : solidStamp(picture, stride);
      if (this.made.size > 12000) this.made.clear();
      this.made.set(key, stamp);
      return stamp;
    }

    /** Draws one symbol on a canvas measured in CSS pixels, for features that are highlighted. */
    draw(context, symbol, at, theme) {
      if (!symbol) return;
      context.save();
      context.translate(at[0], at[1]);
      if (symbol.angle) context.rotate(symbol.angle * Math.PI / 180);
      context.translate(symbol.dx || 0, symbol.dy || 0);
      if (symbol.kind === 'picture') {
        const image = picture(symbol.src, this.loaded);
        if (image) {
          context.drawImage(image, -symbol.width / 2, -symbol.height / 2, symbol.width, symbol.height);
        }
      } else {
        drawMarker(context, symbol, themed(symbol, theme), 'fine');
      }
      context.restore();
    }
  }

  FP.Stamps = Stamps;
  FP.picture = picture;
})();
