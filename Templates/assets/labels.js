/*
 * Names of polygons on the map: with a halo, in the author's colours, never over one another.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var css = FP.symbols.css;

  /** Boxes already taken, in a grid of 64 px squares. */
  function Taken() { this.squares = new Map(); }
  Taken.prototype.take = function (x0, y0, x1, y1) {
    var keys = [];
    for (var row = Math.floor(y0 / 64); row <= Math.floor(y1 / 64); row += 1) {
      for (var column = Math.floor(x0 / 64); column <= Math.floor(x1 / 64); column += 1) {
        keys.push(row + ',' + column);
      }
    }
    var squares = this.squares;
    var free = keys.every(function (key) {
      return (squares.get(key) || []).every(function (box) {
        return box[0] > x1 || box[2] < x0 || box[1] > y1 || box[3] < y0;
      });
    });
    if (free) {
      keys.forEach(function (key) {
        squares.set(key, (squares.get(key) || []).concat([[x0, y0, x1, y1]]));
      });
    }
    return free;
  };

  /** A long name on two lines, split at the space or behind the hyphen nearest its middle. */
  function lines(text) {
    if (text.length < 14) return [text];
    var best = -1;
    for (var at = 1; at < text.length - 1; at += 1) {
      if (text[at] !== ' ' && text[at] !== '-') continue;
      if (best < 0 || Math.abs(at - text.length / 2) < Math.abs(best - text.length / 2)) best = at;
    }
    if (best < 0) return [text];
    return [text.slice(0, text[best] === '-' ? best + 1 : best), text.slice(best + 1)];
  }

  /** Letters smaller than this nobody reads. */
  var smallest = 10;

  function color(value, fallback) { return value && value.charAt(0) === '#' ? value : fallback; }

  /** Dark letters on dark land, or light ones on light, are brought half way to the ink. */
  function readable(letters, theme) {
    return FP.symbols.contrast(letters, theme.land) < 2.2 ? FP.symbols.mixed(letters, theme.ink) : letters;
  }

  /**
   * Writes the texts of a layer's polygons at their label places. `texts(i)` gives a feature's
   * text, or null while it is not known. A name wider than its polygon is made smaller, and left out
   * where it could not be read any more.
   */
  function drawLabels(context, shapes, style, texts, options) {
    var set = shapes.set;
    if (!set.labelX) return;
    var ratio = options.ratio, view = options.view;
    var frame = shapes.frame(view, ratio, context.canvas.width, context.canvas.height);
    var full = Math.max(smallest, Math.min(22, style.size || 14)) * ratio;
    function write(size) {
      context.font = (style.italic ? 'italic ' : '') + (style.bold === false ? 400 : 600) + ' ' + size +
        'px system-ui, sans-serif';
    }
    var taken = options.taken;
    context.save();
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3 * ratio;
    context.strokeStyle = css(options.theme.dark ? options.theme.halo : color(style.halo, options.theme.halo), 0.9);
    context.fillStyle = readable(color(style.color, options.theme.ink), options.theme);
    for (var i = 0; i < set.n; i += 1) {
      if (options.mask && !options.mask[i]) continue;
      var x = set.labelX[i] * frame.scaleX + frame.shiftX;
      var y = set.labelY[i] * frame.scaleY + frame.shiftY;
      if (x < 0 || y < 0 || x > context.canvas.width || y > context.canvas.height) continue;
      var text = texts(i);
      if (!text) continue;
      var rows = lines(String(text));
      write(full);
      var width = rows.reduce(function (most, row) {
        return Math.max(most, context.measureText(row).width);
      }, 0);
      var room = (shapes.boxes[i * 4 + 2] - shapes.boxes[i * 4]) * frame.scaleX;
      var size = Math.min(full, full * room * 0.92 / width);
      if (size < smallest * ratio) continue;
      write(size);
      width *= size / full;
      var height = rows.length * size * 1.15;
      var pad = 6 * ratio;
      if (!taken.take(x - width / 2 - pad, y - height / 2 - pad, x + width / 2 + pad, y + height / 2 + pad)) {
        continue;
      }
      rows.forEach(function (row, line) {
        var at = y + (line - (rows.length - 1) / 2) * size * 1.15;
        context.strokeText(row, x, at);
        context.fillText(row, x, at);
      });
    }
    context.restore();
  }

  /** More names than this are not asked for: each thousand is a file. */
  var mostNames = 5000;

  /** The texts of a style for every feature of a layer: from a column, or from its shards. */
  function texts(meta, style, count) {
    if (typeof style.text === 'string') {
      return FP.data.columns(meta.id).then(function (columns) {
        var column = columns[style.text];
        if (!column) return [];
        return Array.from({ length: count }, function (none, i) {
          if (column.kind === 'category') return column.values[column.codes[i]];
          return column.data[i] === column.none ? null : String(column.data[i] / (column.scale || 1));
        });
      });
    }
    if (count > mostNames) return Promise.resolve([]);
    var shards = Array.from({ length: meta.shards || 0 }, function (none, number) {
      return FP.data.shard(meta.id, number);
    });
    return Promise.all(shards).then(function (shards) {
      var result = [];
      shards.forEach(function (shard) {
        for (var row = 0; row < shard.count; row += 1) result.push(shard.value(style.text, row));
      });
      return result;
    });
  }

  FP.labels = { draw: drawLabels, texts: texts, Taken: Taken };
})();
