/*
 * Looks: how the features of a layer are drawn. Mostly this is the symbol of a class. If size, color,
 * opacity or angle depend on numbers (visual variables, one byte per feature in the layer's data),
 * features that are equal in all of them share a look.
 *
 *   const looks = new FP.Looks(meta, symbols, set);     set: from FP.data.points or shapes
 *     looks.kinds      the look of each feature, a typed array; looks.count
 *     looks.varied     whether anything depends on numbers
 *     looks.rank       the drawing order of each look, lower first; looks.passes: how many
 *     looks.symbol(kind, scale, rough)   null if not drawn; rough: for hard-edged discs
 *     looks.key(kind, scale, rough)      a text that is equal for equal symbols
 *     looks.area(scale)                  the mean area of a symbol in CSS pixels
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The byte of a value that does not depend on a number. */
  const none = 255;
  /** The number of steps in a full turn. */
  const turn = 240;

  function isDisc(symbol) {
    return Boolean(symbol) && symbol.kind === 'marker' && symbol.shape === 'circle' && !symbol.dx && !symbol.dy;
  }

  class Looks {
    constructor(meta, symbols, set) {
      const legend = meta.legend || {};
      this.classes = legend.classes && legend.classes.length
        ? legend.classes : [{ label: meta.title, symbol: 0 }];
      this.symbols = symbols;
      this.variables = legend.variables || null;
      this.varied = Boolean(this.variables);
      this.tables = { scale: null };
      if (this.varied) this.combine(set);
      else this.takeClasses(set);
    }

    takeClasses(set) {
      this.kinds = set.classes;
      this.count = this.classes.length;
      this.rank = this.classes.map((kind) => kind.drawFirst ? 0 : 1);
      this.passes = this.rank.some((rank) => rank === 0) ? 2 : 1;
      if (this.passes === 1) this.rank = this.rank.map(() => 0);
    }

    /** Numbers the combinations of class and bytes that occur. */
    combine(set) {
      const n = set.n, kinds = new Uint32Array(n), seen = new Map(), list = [], counts = [];
      const columns = ['size', 'color', 'opacity', 'angle'].map((name) => set[name] || null);
      // Discs look the same at every angle.
      if (this.classes.every((kind) => isDisc(this.symbols[kind.symbol]))) columns[3] = null;
      for (let i = 0; i < n; i += 1) {
        let key = set.classes[i];
        for (let c = 0; c < 4; c += 1) key = key * 256 + (columns[c] ? columns[c][i] : none);
        let kind = seen.get(key);
        if (kind === undefined) {
          kind = list.length;
          seen.set(key, kind);
          list.push([set.classes[i]].concat(columns.map((column) => column ? column[i] : none)));
          counts.push(0);
        }
        counts[kind] += 1;
        kinds[i] = kind;
      }
      this.kinds = kinds;
      this.list = list;
      this.counts = counts;
      this.count = list.length;
      this.sort(columns[0]);
    }

    /** Sorts the looks: the default class first, then large symbols before small ones. */
    sort(hasSizes) {
      let most = 1;
      this.list.forEach((look) => { if (look[1] !== none) most = Math.max(most, look[1]); });
      this.rank = this.list.map((look) => {
        const kind = this.classes[look[0]];
        if (kind && kind.drawFirst) return 0;
        return !hasSizes || look[1] === none ? 1 : 1 + Math.floor((most - look[1]) / most * 3.99);
      });
      const used = Array.from(new Set(this.rank)).sort((a, b) => a - b);
      this.rank = this.rank.map((rank) => used.indexOf(rank));
      this.passes = Math.max(1, used.length);
    }

    read(scale) {
      const tables = this.tables, variables = this.variables;
      function same(value) { return value; }
      if (tables.scale === null) {
        tables.color = variables.color ? table(variables.color, mixedColor, same) : null;
        tables.opacity = variables.opacity ? table(variables.opacity, mixedNumber, same) : null;
        tables.byScale = Boolean(variables.size) && variables.size.stops.some((stop) => {
          return Array.isArray(stop.value);
        });
      }
      if (tables.scale === null || tables.byScale && tables.scale !== scale) {
        tables.size = variables.size ? table(variables.size, mixedNumber, (value) => {
          return scaled(value, scale);
        }) : null;
        tables.drawn = new Array(this.count);
        tables.area = null;
      }
      tables.scale = scale;
      return tables;
    }

    /** Whether symbols change with the scale. */
    isScaled(scale) { return this.varied && this.read(scale).byScale; }

    /** The values of a look: {size, color, opacity, angle}; null for the symbol's own. */
    values(kind, scale, rough) {
      const look = this.list[kind], tables = this.read(scale);
      const sizes = tables.size;
      let size = null;
      if (sizes) size = sizes.length === 1 ? sizes[0] : look[1] === none ? null : sizes[look[1]];
      const angle = look[4] === none ? 0 : look[4] / turn * 360;
      return {
        // Rough discs are soon replaced, so whole sizes are enough.
        size: size === null ? null : rough ? Math.max(1, Math.round(size)) : size,
        color: tables.color && look[2] !== none ? tables.color[look[2]] : null,
        opacity: tables.opacity && look[3] !== none ? tables.opacity[look[3]] : null,
        angle: rough ? Math.round(angle / 15) * 15 % 360 : angle
      };
    }

    symbol(kind, scale, rough) {
      if (!this.varied) {
        return this.classes[kind] ? this.symbols[this.classes[kind].symbol] || null : null;
      }
      const itsClass = this.classes[this.list[kind][0]];
      if (!itsClass || !this.symbols[itsClass.symbol]) return null;
      if (rough) return varied(this.symbols[itsClass.symbol], this.values(kind, scale, true));
      const drawn = this.read(scale).drawn;
      if (!drawn[kind]) drawn[kind] = varied(this.symbols[itsClass.symbol], this.values(kind, scale, false));
      return drawn[kind];
    }

    key(kind, scale, rough) {
      if (!this.varied) return String(this.classes[kind] ? this.classes[kind].symbol : '');
      const itsClass = this.classes[this.list[kind][0]], values = this.values(kind, scale, rough);
      const symbol = itsClass && this.symbols[itsClass.symbol];
      return (itsClass ? itsClass.symbol : '') + ':' +
        [values.size, values.color, values.opacity, isDisc(symbol) ? 0 : values.angle].join('/');
    }

    area(scale) {
      const tables = this.read(scale);
      let total = 0, all = 0;
      if (tables.area !== null) return tables.area;
      this.counts.forEach((count, kind) => {
        const symbol = this.symbol(kind, scale, false);
        if (!symbol) return;
        const side = Looks.sideOf(symbol) + 1;
        total += count * side * side;
        all += count;
      });
      tables.area = all ? total / all : 0;
      return tables.area;
    }
  }

  // Values

  /** The value of a stop, which may depend on the scale: [[scale, value], …] ascending. */
  function scaled(value, scale) {
    if (!Array.isArray(value)) return value;
    let at = 0;
    while (at < value.length && value[at][0] < scale) at += 1;
    if (at === 0) return value[0][1];
    if (at === value.length) return value[at - 1][1];
    const low = value[at - 1], high = value[at];
    return low[1] + (high[1] - low[1]) * (scale - low[0]) / (high[0] - low[0]);
  }

  function mixedNumber(a, b, share) { return a + (b - a) * share; }

  function mixedColor(a, b, share) {
    const from = FP.symbols.channels(a[0]), to = FP.symbols.channels(b[0]);
    return ['#' + from.map((value, index) => {
      return (`0${Math.round(mixedNumber(value, to[index], share)).toString(16)}`).slice(-2);
    }).join(''), mixedNumber(a[1], b[1], share)];
  }

  /** The values of all steps of a variable. */
  function table(variable, mix, value) {
    const stops = variable.stops.map((stop) => value(stop.value));
    const steps = variable.perStop || 1, result = [];
    for (let step = 0; step <= (stops.length - 1) * steps; step += 1) {
      const at = Math.floor(step / steps), share = step % steps / steps;
      result.push(share ? mix(stops[at], stops[at + 1], share) : stops[at]);
    }
    return result;
  }

  function fainter(line, opacity) {
    return line && opacity !== null ? { ...line, alpha: line.alpha * opacity } : line;
  }

  /** Returns a symbol with the values of a look. */
  function varied(symbol, values) {
    const result = Object.assign({}, symbol), opacity = values.opacity;
    const isLine = symbol.kind === 'line', isFill = symbol.kind === 'fill';
    const open = symbol.kind === 'marker' && FP.symbols.isOpen(symbol.shape);
    if (symbol.kind === 'picture') {
      if (values.size !== null) {
        result.width = symbol.width * values.size / (symbol.height || 1);
        result.height = values.size;
      }
      if (opacity !== null) result.alpha = opacity;
    } else {
      if (values.color && !(isFill && symbol.pattern === 'none')) {
        result.color = values.color[0];
        result.alpha = values.color[1];
        if (open && symbol.outline) {
          const [color, alpha] = values.color;
          result.outline = { ...symbol.outline, color, alpha };
        }
      }
      if (opacity !== null) result.alpha *= opacity;
      result.outline = fainter(result.outline, opacity);
      if (values.size !== null && isLine) result.width = values.size;
      if (values.size !== null && isFill && result.outline) {
        result.outline = { ...result.outline, width: values.size };
      }
      if (values.size !== null && !isLine && !isFill) result.size = values.size;
    }
    if (values.angle) result.angle = ((symbol.angle || 0) + values.angle) % 360;
    return result;
  }

  /** A symbol as at a stop of one variable. For a size by scale, as at its middle stop. */
  Looks.stopped = (symbol, name, value) => {
    const values = { size: null, color: null, opacity: null, angle: 0 };
    values[name] = name === 'size' && Array.isArray(value) ? value[value.length >> 1][1] : value;
    return varied(symbol, values);
  };

  /** The width of a symbol with its outline in CSS pixels. */
  Looks.sideOf = (symbol) => {
    if (symbol.kind === 'line') return symbol.width;
    const line = symbol.outline ? symbol.outline.width : 0;
    if (symbol.kind === 'fill') return line;
    return (symbol.kind === 'picture' ? Math.max(symbol.width, symbol.height) : symbol.size || 8) + line;
  };

  FP.Looks = Looks;
})();
