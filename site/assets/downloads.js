/*
  * Downloads: the files of the site, and files made on the spot of the records a reader selects.
 *
 *   new FP.Downloads(host, {layer(): meta, selections(): [{title, count, indexes()}]})
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var grouped = FP.text.grouped;

  var element = FP.element;

  /** Calls `visit(shard, row, index)` for each record, one shard at a time. */
  function eachRecord(layer, indexes, visit, progress) {
    var size = layer.shardSize || 1000, sorted = indexes.slice().sort(function (a, b) { return a - b; });
    var at = 0;
    function next() {
      if (at >= sorted.length) return Promise.resolve();
      var number = Math.floor(sorted[at] / size);
      return FP.data.shard(layer.id, number).then(function (shard) {
        for (; at < sorted.length && Math.floor(sorted[at] / size) === number; at += 1) {
          visit(shard, sorted[at] % size, sorted[at]);
        }
        progress(at / sorted.length);
        return next();
      });
    }
    return next();
  }

  function csvCell(value) {
    if (value === null || value === undefined) return '';
    var text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  }

  /** Writes RFC 4180, with a byte order mark so that spreadsheets read all letters correctly. */
  function csv(layer, indexes, progress) {
    var fields = layer.rawFields || [];
    var coordinates = layer.kind === 'point' ? ['longitude', 'latitude'] : [];
    var lines = [fields.map(function (field) { return csvCell(field[0]); }).concat(coordinates).join(',')];
    return eachRecord(layer, indexes, function (shard, row) {
      var cells = fields.map(function (field) { return csvCell(shard.value(field[1], row)); });
      if (coordinates.length) {
        cells.push(csvCell(shard.lon && shard.lon[row]), csvCell(shard.lat && shard.lat[row]));
      }
      lines.push(cells.join(','));
    }, progress).then(function () {
      return { type: 'text/csv', parts: ['\ufeff', lines.join('\r\n'), '\r\n'] };
    });
  }

  /** Writes RFC 7946. */
  function geoJSON(layer, indexes, shapes, progress) {
    var parts = ['{"type":"FeatureCollection","name":' + JSON.stringify(layer.title) + ',"features":[\n'];
    return eachRecord(layer, indexes, function (shard, row, index) {
      var properties = {};
      (layer.rawFields || []).forEach(function (field) {
        properties[field[0]] = shard.value(field[1], row);
      });
      parts.push((parts.length > 1 ? ',\n' : '') + JSON.stringify({
        type: 'Feature', id: shard.ids[row], geometry: geometry(layer, shard, row, index, shapes),
        properties: properties
      }));
    }, progress).then(function () {
      parts.push('\n]}\n');
      return { type: 'application/geo+json', parts: parts };
    });
  }

  function geometry(layer, shard, row, index, shapes) {
    if (layer.kind === 'point') {
      var lon = shard.lon ? shard.lon[row] : null;
      return lon === null ? null : { type: 'Point', coordinates: [lon, shard.lat[row]] };
    }
    return shapes ? FP.shapeGeometry(shapes, index) : null;
  }

  function Downloads(host, source) {
    var downloads = this;
    this.source = source;
    this.menu = FP.menu(element('details', 'menu', host));
    element('summary', 'results-link', this.menu, 'Download');
    this.items = element('div', 'menu-items', this.menu);
    this.menu.addEventListener('toggle', function () { if (downloads.menu.open) downloads.refresh(); });
  }

  Downloads.prototype.refresh = function () {
    var downloads = this, layer = this.source.layer();
    this.items.textContent = '';
    this.source.selections().forEach(function (selection) {
      if (!selection.count) return;
      element('p', '', downloads.items, selection.title + ': ' + grouped(selection.count));
      downloads.offer(layer, selection, 'CSV', 'csv');
      downloads.offer(layer, selection, 'GeoJSON', 'geojson');
    });
    if (!(layer.downloads || []).length) return;
    element('p', '', this.items, 'All records of ' + layer.title + ': ' + grouped(layer.count));
    layer.downloads.forEach(function (file) {
      var link = element('a', '', downloads.items, file.label + (file.size ? ', ' + file.size : ''));
      link.href = file.href;
      link.download = '';
    });
  };

  Downloads.prototype.offer = function (layer, selection, title, ending) {
    var downloads = this, button = element('button', '', this.items, title);
    button.type = 'button';
    button.addEventListener('click', function () {
      var indexes = selection.indexes();
      function progress(part) { button.textContent = title + ', ' + Math.round(part * 100) + ' %'; }
      var shapes = downloads.source.shapes();
      button.disabled = true;
      (ending === 'csv' ? csv(layer, indexes, progress) : geoJSON(layer, indexes, shapes, progress))
        .then(function (file) {
          FP.download(layer.id + '-' + selection.name + '.' + ending, file.type, file.parts);
          button.textContent = title + ', saved';
        }, function () { button.textContent = 'Some data is missing'; });
    });
  };

  FP.Downloads = Downloads;
})();
