/*
 * The map's symbols as in meta.js: shapes, colors, and swatches for legends and lists.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** A marker's outline around 0,0 as path data; `r` is half its size. */
  const markers = {
    circle(r) {
      return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
    },
    square(r) {
      return `M${-r} ${-r}H${r}V${r}H${-r}Z`;
    },
    diamond(r) { return `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`; },
    triangle(r) { return `M0 ${-r}L${r} ${r}L${-r} ${r}Z`; },
    cross(r) { return `M0 ${-r}V${r}M${-r} 0H${r}`; },
    x(r) {
      return `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`;
    }
  };

  function markerPath(shape, r) { return (markers[shape] || markers.circle)(r); }

  /** Whether a marker consists of lines and can't be filled. */
  function isOpen(shape) { return shape === 'cross' || shape === 'x'; }

  // Colors

  /** "#1a7837" → [26, 120, 55]. */
  function channels(color) {
    const value = parseInt((color || '#888888').slice(1, 7), 16);
    return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  }

  /** Relative luminance by WCAG 2: 0 is black, 1 is white. */
  function luminance(color) {
    const linear = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  }

  function contrast(a, b) {
    const one = luminance(a) + 0.05;
    const other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
  }

  function css(color, alpha) {
    const part = channels(color);
    return `rgba(${part.join(',')},${alpha === undefined ? 1 : alpha})`;
  }

  /** The contrast that lines need on dark land, for which authors rarely choose colors (WCAG 1.4.11). */
  const leastContrast = 3;

  /** Returns the color of a line on dark land, mixed with the ink if it is too dark. */
  function lineColor(color, land, ink) {
    return contrast(color, land) >= leastContrast ? color : mixed(color, ink);
  }

  /** The color halfway between two. */
  function mixed(a, b) {
    const other = channels(b);
    return '#' + channels(a).map((value, index) => {
      return (`0${((value + other[index]) >> 1).toString(16)}`).slice(-2);
    }).join('');
  }

  // Swatches

  /** Colors of the dark theme, as in site.css. */
  const dark = { land: '#1a1f1d', ink: '#eceeec' };

  function svg(name, attributes) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.keys(attributes).forEach((key) => {
      if (attributes[key] !== null) element.setAttribute(key, attributes[key]);
    });
    return element;
  }

  function stroke(line, exact) {
    return line && line.width
      ? {
        stroke: line.color, 'stroke-opacity': line.alpha,
        'stroke-width': exact ? line.width : Math.min(line.width, 3),
        'stroke-dasharray': line.dash && line.dash.length ? line.dash.join(' ') : null
      }
      : {};
  }

  /** The lines of a fill pattern in a swatch. */
  const patterns = {
    horizontal: 'M-7 -3H7M-7 0H7M-7 3H7', vertical: 'M-3 -5V5M0 -5V5M3 -5V5',
    cross: 'M-7 -2H7M-7 2H7M-3 -5V5M2 -5V5',
    'forward-diagonal': 'M-7 -5L3 5M-3 -5L7 5', 
    'backward-diagonal': 'M-3 5L7 -5M-7 5L3 -5',
    'diagonal-cross': 'M-7 -5L3 5M-3 -5L7 5M-3 5L7 -5M-7 5L3 -5'
  };

  function drawn(symbol, r, exact) {
    if (symbol.kind === 'picture') {
      const scale = Math.min(1, 2 * r / Math.max(symbol.width, symbol.height, 1));
      const width = symbol.width * scale;
      const height = symbol.height * scale;
      return [svg('image', { href: symbol.src, x: -width / 2, y: -height / 2, width, height })];
    }
    if (symbol.kind === 'line') {
      return [svg('path', Object.assign({ d: `M${-r} 0H${r}`, fill: 'none' }, stroke(symbol, exact)))];
    }
    if (symbol.kind === 'fill') {
      const box = { x: 1 - r, y: 2 - r, width: 2 * r - 2, height: 2 * r - 4 };
      const solid = symbol.pattern === 'solid' || !symbol.pattern;
      const parts = [svg('rect', Object.assign({}, box, stroke(symbol.outline, exact), {
        fill: solid && symbol.color ? symbol.color : 'none', 'fill-opacity': symbol.alpha
      }))];
      if (patterns[symbol.pattern]) {
        parts.push(svg('path', { d: patterns[symbol.pattern], stroke: symbol.color, fill: 'none' }));
      }
      return parts;
    }
    // Slightly larger than on the map, because a single mark on white looks smaller.
    const size = exact ? (symbol.size || 8) / 2 : Math.min(r - 1, Math.max(4, (symbol.size || 8) * 0.58));
    const line = symbol.outline;
    const attributes = Object.assign({
      d: markerPath(symbol.shape, size), fill: symbol.color || 'none', 'fill-opacity': symbol.alpha
    }, stroke(line, exact));
    if (isOpen(symbol.shape)) {
      attributes.fill = 'none';
      if (!attributes.stroke) { attributes.stroke = symbol.color; attributes['stroke-width'] = 1.5; }
    }
    return [svg('path', attributes)];
  }

  /** Lets styles draw a dark line or outline in another color in the dark theme. */
  function lighten(part, symbol) {
    const color = part.getAttribute('stroke');
    if (!color || symbol.kind !== 'line' && symbol.kind !== 'fill') return;
    const seen = lineColor(color, dark.land, dark.ink);
    if (seen !== color) part.style.setProperty('--in-the-dark', seen);
  }

  /**
   * An SVG picture of a symbol, 14 px square by default; hidden from screen readers. `exact`: as large
   * as on the map.
   */
  function swatch(symbol, size, exact) {
    size = size || 14;
    const picture = svg('svg', {
      'class': 'swatch', width: size, height: size, 'aria-hidden': 'true',
      viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`
    });
    if (symbol) {
      drawn(symbol, size / 2, exact).forEach((part) => {
        lighten(part, symbol);
        if (symbol.angle) part.setAttribute('transform', `rotate(${symbol.angle})`);
        picture.appendChild(part);
      });
    }
    return picture;
  }

  FP.swatch = swatch;
  FP.symbols = {
    markerPath, isOpen, channels, contrast,
    luminance, css, mixed, lineColor
  };
})();
