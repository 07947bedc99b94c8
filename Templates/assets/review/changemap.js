/*
  * The changes on a map: a shape and a color for each kind, gray dots for unchanged records, and a
  * line from the former to the new location of a record.
 *
 *   var map = new FP.ChangeMap(host, review, {onPick(index|null), onTrouble(error)});
 *   map.setMask(Uint8Array)   map.show(index, detail)   map.zoomTo(index)
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var SiteMap = FP.Map;

  /** Moves shorter than this on the screen are not drawn. */
  var leastLine = 3;

  var sizes = { added: 8, updated: 8, deleted: 9, conflict: 11 };

  /** Changes at the location of their parent record are small, so that they do not cover it. */
  var related = 0.55;

  function markers(scale) {
    return FP.changeKinds.map(function (kind) {
      return {
        kind: 'marker', shape: kind.shape, size: Math.round(sizes[kind.name] * scale), alpha: 1,
        token: '--' + kind.name
      };
    });
  }

  /**
    * The map's symbols: the kinds, the same for records at the location of their parent, then former
    * locations, then unchanged records.
   */
  function symbols() {
    return markers(1).concat(markers(related), [
      { kind: 'marker', shape: 'circle', size: 5, alpha: 1, token: '--unchanged' },
      { kind: 'marker', shape: 'circle', size: 4, alpha: 0.8, token: '--unchanged' }
    ]);
  }

  /** Sets the colors from the style sheet of this theme. */
  function colored(list) {
    var style = getComputedStyle(document.documentElement);
    list.forEach(function (symbol) {
      symbol.color = style.getPropertyValue(symbol.token).trim() || '#888888';
    });
    return list;
  }

  function layer(id, title, symbol, count) {
    return {
      id: id, title: title, kind: 'point', count: count, identifiable: false,
      legend: { classes: [{ label: title, symbol: symbol, isListed: true }] }
    };
  }

  /** The site that the map draws. */
  function site(review) {
    var content = review.content, layers = [];
    if (content.around) layers.push(layer('around', 'Unchanged', 9, content.around));
    if (content.moved) layers.push(layer('before', 'Former location', 8, content.moved));
    layers.push({
      id: 'changes', title: 'Changes', kind: 'point', count: review.changes.length,
      // Conflicts are drawn last, so that nothing covers them.
      legend: { classes: FP.changeKinds.concat(FP.changeKinds).map(function (kind, number) {
        var isListed = number < FP.changeKinds.length && (review.decides || kind.name !== 'conflict');
        return {
          label: kind.word, symbol: number, isListed: isListed, drawFirst: kind.name !== 'conflict'
        };
      }) }
    });
    return { title: content.title, layers: layers, symbols: colored(symbols()), extent: content.extent };
  }

  /** Updates the colors when the theme changes, before the map is drawn. */
  function follow(list) {
    function again() { colored(list); }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
    window.addEventListener('beforeprint', function () {
      document.documentElement.dataset.theme = 'light';
      again();
    });
    window.addEventListener('afterprint', function () {
      delete document.documentElement.dataset.theme;
      again();
    });
  }

  function ChangeMap(host, review, actions) {
    var changeMap = this, drawn = site(review);
    this.host = host;
    this.review = review;
    this.shown = null;
    follow(drawn.symbols);
    this.map = new SiteMap(host, {
      site: drawn, onTrouble: actions.onTrouble,
      onPick: function (hits) { actions.onPick(hits.length ? hits.map(indexOf) : []); }
    });
    this.map.drawMarks = function (context, view, onScreen) {
      changeMap.drawMoves(context, onScreen);
      changeMap.drawPaths(context, onScreen);
      SiteMap.prototype.drawMarks.call(this, context, view, onScreen);
    };
    this.ready = this.map.ready.then(function (map) {
      review.set = map.layer('changes').set;
    });
    this.writeLegend(host, drawn);
  }

  function indexOf(hit) { return hit.index; }

  ChangeMap.prototype.writeLegend = function (host, drawn) {
    var box = FP.element('details', 'legend change-legend', host);
    box.open = this.map.width >= 480;
    this.legend = box;
    FP.element('summary', '', box, 'Legend');
    var list = FP.element('ul', 'legend-body', box);
    drawn.layers.slice().reverse().forEach(function (layer) {
      layer.legend.classes.forEach(function (kind) {
        if (!kind.isListed) return;
        var row = FP.element('li', '', list), symbol = drawn.symbols[kind.symbol];
        var swatch = FP.swatch(symbol, 16);
        // The style sheet sets the color, so that it follows the theme.
        swatch.querySelector('path').setAttribute('fill', 'var(' + symbol.token + ')');
        row.append(swatch);
        FP.element('span', '', row, kind.label);
      });
    });
  };

  ChangeMap.prototype.setMask = function (mask) {
    this.map.setMask('changes', null);
    this.map.setMask('changes', mask);
    if (this.map.layer('before')) this.map.setMask('before', mask);
    this.mask = mask;
  };

  // Before and after

  /** Draws lines from former to new locations. */
  ChangeMap.prototype.drawMoves = function (context, onScreen) {
    var map = this.map, after = map.layer('changes'), before = map.layer('before'), mask = this.mask;
    if (!before || !before.loaded || !after.loaded) return;
    context.beginPath();
    for (var i = 0; i < after.set.n; i += 1) {
      if (mask && !mask[i] || before.set.none && before.set.none.has(i)) continue;
      var from = map.meters(before, i), to = map.meters(after, i);
      if (from && to) lineBetween(context, onScreen(from), onScreen(to), map);
    }
    context.lineWidth = 1.5;
    context.strokeStyle = map.theme.muted;
    context.stroke();
  };

  function lineBetween(context, from, to, map) {
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < leastLine) return;
    if (Math.max(from[0], to[0]) < 0 || Math.min(from[0], to[0]) > map.width) return;
    if (Math.max(from[1], to[1]) < 0 || Math.min(from[1], to[1]) > map.height) return;
    context.moveTo(from[0], from[1]);
    context.lineTo(to[0], to[1]);
  }

  /** Draws the lines and areas of the shown change: the former ones dashed, and the new ones. */
  ChangeMap.prototype.drawPaths = function (context, onScreen) {
    if (!this.shown) return;
    var shown = this.shown, color = this.map.site.symbols[this.review.kind(shown.index)].color;
    [[shown.before, this.map.theme.muted, [5, 4]], [shown.after, color, []]].forEach(function (each) {
      if (!each[0]) return;
      context.beginPath();
      each[0].forEach(function (part) {
        part.forEach(function (at, position) {
          var pixel = onScreen(at);
          if (position) context.lineTo(pixel[0], pixel[1]);
          else context.moveTo(pixel[0], pixel[1]);
        });
      });
      context.lineWidth = 3;
      context.strokeStyle = each[1];
      context.setLineDash(each[2]);
      context.stroke();
      context.setLineDash([]);
    });
  };

  /** Returns parts, written as [lon, lat, lon, lat, …], in meters. */
  function projected(parts) {
    return parts ? parts.map(function (part) {
      var points = [];
      for (var i = 0; i + 1 < part.length; i += 2) {
        var at = FP.mercator.project(part[i], part[i + 1]);
        points.push({ x: at[0], y: at[1] });
      }
      return points;
    }) : null;
  }

  /** Draws a ring around a change and moves it into view. */
  ChangeMap.prototype.show = function (index, detail) {
    var map = this.map, location = null;
    this.shown = { index: index, before: projected(detail.before), after: projected(detail.after) };
    map.select('changes', index);
    location = this.placeOf(index);
    if (!location) return;
    var at = map.meters(map.layer('changes'), index), box = map.box(), edge = 30 * map.view.res;
    var isSeen = at.x > box[0] + edge && at.x < box[2] - edge && at.y > box[1] + edge &&
      at.y < box[3] - edge && !this.isCovered((at.x - box[0]) / map.view.res, (box[3] - at.y) / map.view.res);
    if (!isSeen) map.setView(location.lon, location.lat, map.where().zoom);
  };

  /** Whether the legend covers a pixel of the map. */
  ChangeMap.prototype.isCovered = function (x, y) {
    var map = this.host.getBoundingClientRect(), legend = this.legend.getBoundingClientRect();
    var room = 16;
    return x + map.left > legend.left - room && x + map.left < legend.right + room &&
      y + map.top > legend.top - room && y + map.top < legend.bottom + room;
  };

  ChangeMap.prototype.placeOf = function (index) {
    return this.map.layer('changes').loaded ? this.map.place('changes', index) : null;
  };

  ChangeMap.prototype.zoomTo = function (index) {
    var location = this.placeOf(index);
    if (location) this.map.setView(location.lon, location.lat, Math.max(19, this.map.where().zoom));
  };

  FP.ChangeMap = ChangeMap;
})();
