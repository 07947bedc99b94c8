/*
 * The changes on a map: a shape and a color for each kind, gray dots for unchanged records, and a
 * line from the former to the new location of a record.
 *
 *   const map = new FP.ChangeMap(host, review, {onPick(index|null), onTrouble(error)});
 *   map.setMask(Uint8Array)   map.show(index, detail)   map.zoomTo(index)
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** Moves shorter than this on the screen are not drawn. */
  const leastLine = 3;

  /** Sizes in pixels, without the ring around each mark. */
  const sizes = { added: 11, updated: 12, deleted: 13, conflict: 15 };

  /** The shown change. */
  const shownSize = 17;
  const shownRadius = 17;

  /** Changes at the location of their parent record are small, so that they do not cover it. */
  const related = 0.6;

  function markers(scale) {
    return FP.changeKinds.map((kind) => ({
      kind: 'marker', shape: kind.shape, size: Math.round(sizes[kind.name] * scale), alpha: 1,
      token: `--${kind.name}`, outline: { color: '#ffffff', width: 1.5, alpha: 0.9 }, ring: '--panel'
    }));
  }

  /**
   * The map's symbols: the kinds, the same for records at the location of their parent, then former
   * locations, then unchanged records.
   */
  function symbols() {
    return markers(1).concat(markers(related), [
      // A former location is empty.
      {
        kind: 'marker', shape: 'circle', size: 8, alpha: 0, token: '--unchanged',
        outline: { color: '#888888', width: 2, alpha: 1 }, ring: '--unchanged'
      },
      { kind: 'marker', shape: 'circle', size: 6, alpha: 1, token: '--unchanged' }
    ]);
  }

  /** Sets the colors from the style sheet of this theme. */
  function colored(list) {
    const style = getComputedStyle(document.documentElement);
    function color(token) { return style.getPropertyValue(token).trim() || '#888888'; }
    list.forEach((symbol) => {
      symbol.color = color(symbol.token);
      if (symbol.outline) symbol.outline.color = color(symbol.ring);
    });
    return list;
  }

  function layer(id, title, symbol, count) {
    return {
      id, title, kind: 'point', count, identifiable: false,
      legend: { classes: [{ label: title, symbol, isListed: true }] }
    };
  }

  /** The site that the map draws. */
  function site(review) {
    const content = review.content, layers = [];
    if (content.around) layers.push(layer('around', 'Unchanged', 9, content.around));
    if (content.moved) layers.push(layer('before', 'Former location', 8, content.moved));
    layers.push({
      id: 'changes', title: 'Changes', kind: 'point', count: review.changes.length,
      // Conflicts are drawn last, so that nothing covers them.
      legend: { classes: FP.changeKinds.concat(FP.changeKinds).map((kind, number) => {
        const isListed = number < FP.changeKinds.length && (review.decides || kind.name !== 'conflict');
        return {
          label: kind.word, symbol: number, isListed, drawFirst: kind.name !== 'conflict'
        };
      }) }
    });
    return {
      title: content.title, layers, symbols: colored(symbols()), extent: content.extent, base: content.base
    };
  }

  /** Updates the colors when the theme changes, before the map is drawn. */
  function follow(list) {
    function again() { colored(list); }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
    window.addEventListener('beforeprint', () => {
      document.documentElement.dataset.theme = 'light';
      again();
    });
    window.addEventListener('afterprint', () => {
      delete document.documentElement.dataset.theme;
      again();
    });
  }

  /** A map with the moves of features below its marks, and a large mark for the shown change. */
  class MovesMap extends FP.Map {
    /** Draws the shown change larger than its neighbors, in a wide ring. */
    ring(context, at, layer, index) {
      const symbol = layer.looks.symbol(layer.looks.kinds[index], 0, false), theme = this.theme;
      [[9, FP.symbols.css(theme.ring, 0.9)], [4, theme.ink]].forEach(([width, color]) => {
        context.beginPath();
        context.arc(at[0], at[1], shownRadius, 0, 2 * Math.PI);
        context.lineWidth = width;
        context.strokeStyle = color;
        context.stroke();
      });
      const shown = Object.assign({}, symbol, { size: Math.max(shownSize, symbol.size) });
      this.frames.stamps.draw(context, shown, at, theme);
    }

    drawMarks(context, view, onScreen) {
      this.options.drawMoves(context, onScreen);
      super.drawMarks(context, view, onScreen);
    }
  }

  class ChangeMap {
    constructor(host, review, actions) {
      const drawn = site(review);
      this.host = host;
      this.review = review;
      this.shown = null;
      follow(drawn.symbols);
      this.map = new MovesMap(host, {
        site: drawn, onTrouble: actions.onTrouble,
        onPick(hits) { actions.onPick(hits.map((hit) => hit.index)); },
        drawMoves: (context, onScreen) => {
          this.drawMoves(context, onScreen);
          this.drawPaths(context, onScreen);
        }
      });
      this.ready = this.map.ready.then((map) => {
        review.set = map.layer('changes').set;
      });
      this.writeLegend(host, drawn);
      // Phones show less of the map beside a change. The map itself has measured its new size before.
      new ResizeObserver(() => { if (!matchMedia('print').matches) this.reveal(); }).observe(host);
    }

    writeLegend(host, drawn) {
      const box = FP.element('details', 'legend change-legend', host);
      box.open = this.map.width >= 600 && this.map.height >= 420;
      this.legend = box;
      FP.element('summary', '', box, 'Legend');
      const list = FP.element('ul', 'legend-body', box);
      drawn.layers.slice().reverse().forEach((layer) => {
        layer.legend.classes.forEach((kind) => {
          if (!kind.isListed) return;
          const row = FP.element('li', '', list), symbol = drawn.symbols[kind.symbol];
          const swatch = FP.swatch(symbol, 16);
          // The style sheet sets the color, so that it follows the theme.
          const path = swatch.querySelector('path');
          path.setAttribute(symbol.alpha ? 'fill' : 'stroke', `var(${symbol.token})`);
          if (symbol.outline && symbol.alpha) path.setAttribute('stroke', `var(${symbol.ring})`);
          row.append(swatch);
          FP.element('span', '', row, kind.label);
        });
      });
      if (this.map.base) FP.baseSwitch(this.map, FP.element('li', 'legend-base', list), () => {});
    }

    setMask(mask) {
      this.map.setMask('changes', null);
      this.map.setMask('changes', mask);
      if (this.map.layer('before')) this.map.setMask('before', mask);
      this.mask = mask;
    }

    // Before and after

    /** Draws lines from former to new locations. */
    drawMoves(context, onScreen) {
      const map = this.map, after = map.layer('changes'), before = map.layer('before'), mask = this.mask;
      if (!before || !before.loaded || !after.loaded) return;
      context.beginPath();
      for (let i = 0; i < after.set.n; i += 1) {
        if (mask && !mask[i] || before.set.none && before.set.none.has(i)) continue;
        const from = map.meters(before, i), to = map.meters(after, i);
        if (from && to) lineBetween(context, onScreen(from), onScreen(to), map);
      }
      context.lineWidth = 1.5;
      context.strokeStyle = map.theme.muted;
      context.stroke();
    }

    /** Draws the lines and areas of the shown change: the former ones dashed, and the new ones. */
    drawPaths(context, onScreen) {
      if (!this.shown) return;
      const shown = this.shown, color = this.map.site.symbols[this.review.kind(shown.index)].color;
      const paths = [[shown.before, this.map.theme.muted, [5, 4]], [shown.after, color, []]];
      paths.forEach(([parts, stroke, dash]) => {
        if (!parts) return;
        context.beginPath();
        parts.forEach((part) => {
          part.forEach((at, position) => {
            const pixel = onScreen(at);
            if (position) context.lineTo(pixel[0], pixel[1]);
            else context.moveTo(pixel[0], pixel[1]);
          });
        });
        context.lineWidth = 3;
        context.strokeStyle = stroke;
        context.setLineDash(dash);
        context.stroke();
        context.setLineDash([]);
      });
    }

    /** Draws a ring around a change and moves it into view. */
    show(index, detail) {
      const map = this.map;
      this.shown = { index, before: projected(detail.before), after: projected(detail.after) };
      map.select('changes', index);
      this.reveal();
    }

    /** Moves the shown change into view. */
    reveal() {
      const map = this.map, index = this.shown && this.shown.index;
      const location = index === null ? null : this.placeOf(index);
      if (!location) return;
      const at = map.meters(map.layer('changes'), index), box = map.box(), edge = 30 * map.view.res;
      const isSeen = at.x > box[0] + edge && at.x < box[2] - edge && at.y > box[1] + edge &&
        at.y < box[3] - edge && !this.isCovered((at.x - box[0]) / map.view.res, (box[3] - at.y) / map.view.res);
      if (!isSeen) map.setView(location.lon, location.lat, map.where().zoom);
    }

    /** Whether the legend, the buttons or the scale cover a pixel of the map. */
    isCovered(x, y) {
      const map = this.host.getBoundingClientRect(), room = 20;
      return [this.legend, ...this.host.querySelectorAll('.map-buttons, .map-scale')].some((part) => {
        const box = part.getBoundingClientRect();
        return x + map.left > box.left - room && x + map.left < box.right + room &&
          y + map.top > box.top - room && y + map.top < box.bottom + room;
      });
    }

    placeOf(index) {
      return this.map.layer('changes').loaded ? this.map.place('changes', index) : null;
    }

    zoomTo(index) {
      const location = this.placeOf(index);
      if (location) this.map.setView(location.lon, location.lat, Math.max(19, this.map.where().zoom));
    }
  }

  function lineBetween(context, from, to, map) {
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < leastLine) return;
    if (Math.max(from[0], to[0]) < 0 || Math.min(from[0], to[0]) > map.width) return;
    if (Math.max(from[1], to[1]) < 0 || Math.min(from[1], to[1]) > map.height) return;
    context.moveTo(from[0], from[1]);
    context.lineTo(to[0], to[1]);
  }

  /** Returns parts, written as [lon, lat, lon, lat, …], in meters. */
  function projected(parts) {
    return parts ? parts.map((part) => {
      const points = [];
      for (let i = 0; i + 1 < part.length; i += 2) {
        const at = FP.mercator.project(part[i], part[i + 1]);
        points.push({ x: at[0], y: at[1] });
      }
      return points;
    }) : null;
  }

  FP.ChangeMap = ChangeMap;
})();
