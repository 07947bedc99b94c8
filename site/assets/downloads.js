/*
 * Downloads: the files of the site, and files made on the spot of the records a reader selects.
 *
 *   const downloads = new FP.Downloads(host, {layer(): meta, selections(): [{title, name, count, indexes()}]});
 *   downloads.saveTable(button, selection)
 *
 * What takes long says how far it is and can be stopped.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  const element = FP.element;

  /** After this many milliseconds, making a file can be stopped. */
  const long = 400;

  /** The number of files that are loaded at a time: the next ones come while one is written. */
  const ahead = 3;

  /** The files with the values of some records: {number, indexes}. */
  function filesOf(layer, indexes) {
    const size = FP.data.exportedSize(layer), files = [];
    Uint32Array.from(indexes).sort().forEach((index) => {
      const number = Math.floor(index / size);
      if (!files.length || files[files.length - 1].number !== number) {
        files.push({ number, indexes: [] });
      }
      files[files.length - 1].indexes.push(index);
    });
    return files;
  }

  /** Calls `visit(records)` with the records of each file, in their order. */
  function eachFile(layer, indexes, visit, progress) {
    const files = filesOf(layer, indexes), loading = [];
    let done = 0;
    function load(at) {
      if (at >= files.length || loading[at]) return;
      loading[at] = FP.data.exported(layer, files[at].number);
      // Its error is reported when it is its turn.
      loading[at].catch(() => {});
    }
    function next(at) {
      if (at === files.length) return Promise.resolve();
      for (let later = at; later < at + ahead; later += 1) load(later);
      return loading[at].then((record) => {
        loading[at] = null;
        visit(files[at].indexes.map(record));
        done += files[at].indexes.length;
        progress(done / indexes.length);
        return next(at + 1);
      });
    }
    return next(0);
  }

  /** A text leaves the page's memory as soon as it is a blob. */
  function blob(text) { return new Blob([text]); }

  function csv(layer, indexes, progress) {
    const exporting = new FP.Exporting(layer), parts = [exporting.head];
    return eachFile(layer, indexes, (records) => {
      parts.push(blob(records.map((record) => exporting.row(record)).join('')));
    }, progress).then(() => ({ type: 'text/csv', parts }));
  }

  function geoJSON(layer, indexes, progress) {
    const exporting = new FP.Exporting(layer), parts = [exporting.collection];
    return eachFile(layer, indexes, (records) => {
      if (parts.length > 1) parts.push(',\n');
      parts.push(blob(records.map((record) => exporting.feature(record)).join(',\n')));
    }, progress).then(() => ({ type: 'application/geo+json', parts: parts.concat(exporting.end) }));
  }

  function geoPackage(layer, indexes, progress) {
    const store = new FP.StoreExport(layer);
    return eachFile(layer, indexes, (records) => {
      records.forEach((record) => { store.add(record); });
    }, progress).then(() => ({ type: 'application/geopackage+sqlite3', parts: store.finish() }));
  }

  const makers = { csv, geojson: geoJSON, gpkg: geoPackage };

  /** Why a file was not made: the reader stopped it. */
  const stopped = new Error('stopped');

  /** A button after another one, once making a file takes long. Removes itself when it is not needed. */
  function offerStop(button, job) {
    const timer = setTimeout(() => {
      job.button = FP.element('button', button.className, null, 'Stop');
      job.button.type = 'button';
      job.button.addEventListener('click', () => { job.isStopped = true; });
      button.after(job.button);
    }, long);
    return () => {
      clearTimeout(timer);
      if (!job.button) return;
      if (document.activeElement === job.button) button.focus();
      job.button.remove();
    };
  }

  /**
   * Saves a selection, and writes how far it is into `button`, after `title` if there is one. A promise
   * of the end.
   */
  function save(button, title, layer, selection, ending) {
    const indexes = selection.indexes(), before = title ? `${title}, ` : '', was = button.textContent;
    const job = { isStopped: false }, ended = offerStop(button, job);
    function progress(part) {
      if (job.isStopped) throw stopped;
      button.textContent = `${before}${Math.round(part * 100)} %`;
    }
    button.setAttribute('aria-disabled', 'true');
    return makers[ending](layer, indexes, progress)
      .then((file) => {
        FP.download(`${layer.id}-${selection.name}.${ending}`, file.type, file.parts);
        button.textContent = title ? `${title}, saved` : 'Saved';
      }, (error) => {
        button.textContent = error === stopped ? was : 'Some data is missing';
        if (error === stopped) button.removeAttribute('aria-disabled');
      }).then(ended);
  }

  /** Whether a button did what it can: its file is being made, was saved, or can't be made. */
  function isDone(button) { return button.getAttribute('aria-disabled') === 'true'; }

  class Downloads {
    constructor(host, source) {
      this.source = source;
      /** The lines of files that are being made, which stay when the menu opens again. */
      this.making = new Set();
      this.menu = FP.menu(element('details', 'menu', host));
      element('summary', 'results-link', this.menu, 'Download');
      this.items = element('div', 'menu-items', this.menu);
      this.menu.addEventListener('toggle', () => { if (this.menu.open) this.refresh(); });
    }

    refresh() {
      const layer = this.source.layer();
      this.items.textContent = '';
      if (this.making.size) element('p', '', this.items, 'In progress');
      this.items.append(...this.making);
      this.source.selections().forEach((selection) => {
        if (!selection.count) return;
        element('p', '', this.items, `${selection.title}: ${grouped(selection.count)}`);
        this.offer(layer, selection, 'GeoJSON', 'geojson');
        this.offer(layer, selection, 'CSV', 'csv');
        this.offer(layer, selection, 'GeoPackage', 'gpkg');
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
      const line = element('div', 'menu-line', this.items), button = element('button', '', line, title);
      button.type = 'button';
      button.addEventListener('click', () => {
        if (isDone(button)) return;
        this.making.add(line);
        save(button, title, layer, selection, ending).then(() => { this.making.delete(line); });
      });
    }

    /** Saves a selection as CSV. The button says how far it is. */
    saveTable(button, selection) {
      if (!isDone(button)) save(button, '', this.source.layer(), selection, 'csv');
    }
  }

  FP.Downloads = Downloads;
})();
