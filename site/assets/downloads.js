/*
 * Downloads: the files of the site, and files made on the spot of the records a reader selects.
 *
 *   new FP.Downloads(host, {layer(): meta, selections(): [{title, count, indexes()}]})
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  const element = FP.element;

  /** Calls `visit(shard, row, index)` for each record, one shard at a time. */
  function eachRecord(layer, indexes, visit, progress) {
    const size = layer.shardSize || 1000, sorted = indexes.slice().sort((a, b) => a - b);
    let at = 0;
    function next() {
      if (at >= sorted.length) return Promise.resolve();
      const number = Math.floor(sorted[at] / size);
      return FP.data.shard(layer.id, number).then((shard) => {
        for (; at < sorted.length && Math.floor(sorted[at] / size) === number; at += 1) {
          visit(shard, sorted[at] % size, sorted[at]);
        }
        progress(at / sorted.length);
        return next();
      });
    }
    return next();
  }

  /** Whether a spreadsheet would take a text for a formula: as FormulaText.swift. */
  function isFormula(value) {
    return typeof value === 'string' && /^(?:[=@\t\r]|[+-](?![\d ,."]*$))/.test(value);
  }

  function csvCell(value, guards) {
    if (value === null || value === undefined) return '';
    const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const text = guards && isFormula(value) ? `'${plain}` : plain;
    return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  }

  /** Writes RFC 4180, with a byte order mark so that spreadsheets read all letters correctly. */
  function csv(layer, indexes, progress) {
    const fields = layer.rawFields || [];
    const taken = new Set(fields.map((field) => field[0].toLowerCase()));
    const coordinates = (layer.kind === 'point' ? ['longitude', 'latitude'] : [])
      .map((name) => (taken.has(name) ? `${name}_epsg_4326` : name));
    const lines = [fields.map((field) => csvCell(field[0])).concat(coordinates).join(',')];
    return eachRecord(layer, indexes, (shard, row) => {
      const cells = fields.map((field) => csvCell(shard.value(field[1], row), layer.guardsFormulas));
      if (coordinates.length) {
        cells.push(csvCell(shard.lon && shard.lon[row]), csvCell(shard.lat && shard.lat[row]));
      }
      lines.push(cells.join(','));
    }, progress).then(() => ({ type: 'text/csv', parts: ['\ufeff', lines.join('\r\n'), '\r\n'] }));
  }

  /** Writes RFC 7946. */
  function geoJSON(layer, indexes, shapes, progress) {
    const parts = [`{"type":"FeatureCollection","name":${JSON.stringify(layer.title)},"features":[\n`];
    return eachRecord(layer, indexes, (shard, row, index) => {
      const properties = {};
      (layer.rawFields || []).forEach((field) => {
        properties[field[0]] = shard.value(field[1], row);
      });
      parts.push((parts.length > 1 ? ',\n' : '') + JSON.stringify({
        type: 'Feature', id: shard.ids[row], geometry: geometry(layer, shard, row, index, shapes),
        properties
      }));
    }, progress).then(() => {
      parts.push('\n]}\n');
      return { type: 'application/geo+json', parts };
    });
  }

  function geometry(layer, shard, row, index, shapes) {
    if (layer.kind === 'point') {
      const lon = shard.lon ? shard.lon[row] : null;
      return lon === null ? null : { type: 'Point', coordinates: [lon, shard.lat[row]] };
    }
    return shapes ? FP.shapeGeometry(shapes, index) : null;
  }

  class Downloads {
    constructor(host, source) {
      this.source = source;
      this.menu = FP.menu(element('details', 'menu', host));
      element('summary', 'results-link', this.menu, 'Download');
      this.items = element('div', 'menu-items', this.menu);
      this.menu.addEventListener('toggle', () => { if (this.menu.open) this.refresh(); });
    }

    refresh() {
      const layer = this.source.layer();
      this.items.textContent = '';
      this.source.selections().forEach((selection) => {
        if (!selection.count) return;
        element('p', '', this.items, `${selection.title}: ${grouped(selection.count)}`);
        this.offer(layer, selection, 'CSV', 'csv');
        this.offer(layer, selection, 'GeoJSON', 'geojson');
      });
      if (!(layer.downloads || []).length) return;
      element('p', '', this.items, `All records of ${layer.title}: ${grouped(layer.count)}`);
      layer.downloads.forEach((file) => {
        const link = element('a', '', this.items, file.label + (file.size ? `, ${file.size}` : ''));
        link.href = file.href;
        link.download = '';
      });
    }

    offer(layer, selection, title, ending) {
      const button = element('button', '', this.items, title);
      button.type = 'button';
      button.addEventListener('click', () => {
        const indexes = selection.indexes();
        function progress(part) { button.textContent = `${title}, ${Math.round(part * 100)} %`; }
        const shapes = this.source.shapes();
        button.disabled = true;
        (ending === 'csv' ? csv(layer, indexes, progress) : geoJSON(layer, indexes, shapes, progress))
          .then((file) => {
            FP.download(`${layer.id}-${selection.name}.${ending}`, file.type, file.parts);
            button.textContent = `${title}, saved`;
          }, () => { button.textContent = 'Some data is missing'; });
      });
    }
  }

  FP.Downloads = Downloads;
})();
