/*
 * Downloads: the files of the site, and files made on the spot of the records a reader selects.
 *
 *   const downloads = new FP.Downloads(host, {layer(): meta, selections(): [{title, name, count, indexes()}]});
 *   downloads.saveTable(button, selection)
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  const element = FP.element;

  /** Calls `visit(record)` for each record, one shard at a time. */
  function eachRecord(layer, indexes, visit, progress) {
    const size = layer.shardSize || 1000, sorted = indexes.slice().sort((a, b) => a - b);
    let at = 0;
    function next() {
      if (at >= sorted.length) return Promise.resolve();
      const number = Math.floor(sorted[at] / size);
      return FP.data.shard(layer.id, number).then((shard) => {
        for (; at < sorted.length && Math.floor(sorted[at] / size) === number; at += 1) {
          const row = sorted[at] % size;
          visit({
            index: sorted[at], slots: shard.row(row),
            lon: shard.lon ? shard.lon[row] : null, lat: shard.lat ? shard.lat[row] : null
          });
        }
        progress(at / sorted.length);
        return next();
      });
    }
    return next();
  }

  function csv(layer, indexes, progress) {
    return FP.exporting(layer, {}).then((exporting) => {
      const parts = [exporting.head];
      return eachRecord(layer, indexes, (record) => { parts.push(exporting.row(record)); }, progress)
        .then(() => ({ type: 'text/csv', parts }));
    });
  }

  function geoJSON(layer, indexes, progress) {
    return FP.exporting(layer, { shapes: true }).then((exporting) => {
      const parts = [exporting.collection];
      return eachRecord(layer, indexes, (record) => {
        parts.push((parts.length > 1 ? ',\n' : '') + exporting.feature(record));
      }, progress).then(() => {
        parts.push(exporting.end);
        return { type: 'application/geo+json', parts };
      });
    });
  }

  /** Saves a selection, and writes how far it is into `button`, after `title` if there is one. */
  function save(button, title, layer, selection, ending) {
    const indexes = selection.indexes(), before = title ? `${title}, ` : '';
    function progress(part) { button.textContent = `${before}${Math.round(part * 100)} %`; }
    button.disabled = true;
    (ending === 'csv' ? csv : geoJSON)(layer, indexes, progress)
      .then((file) => {
        FP.download(`${layer.id}-${selection.name}.${ending}`, file.type, file.parts);
        button.textContent = title ? `${title}, saved` : 'Saved';
      }, () => { button.textContent = 'Some data is missing'; });
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
      button.addEventListener('click', () => { save(button, title, layer, selection, ending); });
    }

    /** Saves a selection as CSV. The button says how far it is. */
    saveTable(button, selection) {
      save(button, '', this.source.layer(), selection, 'csv');
    }
  }

  FP.Downloads = Downloads;
})();
