/*
 * layer-LAYER.html: all records of a layer as a table. The link holds filters and sort order:
 *
 *   layer-trees.html#f=Condition:Good,Fair&DBH:10-30;q=oak;sort=DBH:down;cols=Condition,DBH
 */
(() => {
  'use strict';

  const FP = window.FP;
  const layerID = document.body.dataset.layer;
  /** The number of columns beside the first shown until the reader chooses. */
  const fewColumns = 6;
  /** The time between two announcements of progress, in milliseconds. */
  const pause = 200;

  function byID(id) { return document.getElementById(id); }

  /** Some of the layer's files, which show what its records have in common: first, middle and last. */
  function sample(layer) {
    const last = (layer.shards || 0) - 1;
    const numbers = new Set([0, Math.floor(last / 2), last].filter((number) => number >= 0 && number <= last));
    return Promise.all([...numbers].map((number) => FP.data.shard(layer.id, number)));
  }

  class Page {
    constructor(site, layer, facetColumns, shards) {
      const page = this;
      this.site = site;
      this.layer = layer;
      this.facetColumns = facetColumns;
      this.filters = new FP.Filters(layer.facets, facetColumns, layer.count);
      this.columns = FP.recordColumns(layer, shards);
      this.columns.forEach((column) => {
        const fast = facetColumns[column.field];
        // A facet has the days of dates, not their times.
        column.fast = fast && fast.kind !== 'day' ? fast : null;
      });
      this.choices = this.columns.filter((column) => !column.isName);
      this.choices.filter((column) => !column.isID).slice(0, fewColumns)
        .forEach((column) => { column.isUsual = true; });
      this.grid = new FP.Grid(byID('rows'), site, layer, {
        shards, onSort(name) { page.sortBy(name); }, onClear() { page.clear(); }
      });
      this.facets = new FP.Facets(byID('facets'), layer, site.symbols, this.filters, (isMoving) => {
        page.filters.run();
        page.facets.refresh();
        if (isMoving) {
          // Sorting a city takes too long for each step of a slider.
          page.say();
          return;
        }
        page.write();
        page.show();
      });
      byID('filters').hidden = !layer.facets.length;
      this.search = byID('search');
      this.search.closest('form').hidden = !layer.search;
      this.search.closest('form').addEventListener('submit', (event) => { event.preventDefault(); });
      this.search.addEventListener('input', () => { page.searchFor(page.search.value, true); });
      window.addEventListener('hashchange', () => { page.read(); });
      // The shortcut for printing prints the table, whose rows must be loaded first.
      window.addEventListener('keydown', (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'p') return;
        event.preventDefault();
        page.grid.print();
      });
      this.read();
    }

    // The link

    read() {
      const values = FP.hash.parse(location.hash).values;
      const chosen = FP.hash.parseFilters(values.f, this.layer.facets);
      this.filters.facets.forEach((ready) => {
        this.filters.set(ready.facet.column, chosen[ready.facet.column] || null);
      });
      const sort = /^(.*?)(?::(up|down))?$/.exec(values.sort || '');
      const name = FP.hash.decoded(sort[1]);
      this.sort = this.columns.some((column) => column.name === name)
        ? { name, descending: sort[2] === 'down' } : null;
      const wanted = values.cols ? values.cols.split(',').map(FP.hash.decoded) : null;
      this.choices.forEach((column) => {
        column.shown = wanted ? wanted.includes(column.name) : Boolean(column.isUsual);
      });
      this.choose();
      this.search.value = values.q ? FP.hash.decoded(values.q) : '';
      this.searchFor(this.search.value, false);
    }

    write() {
      const hash = this.hash({
        sort: this.sort && FP.hash.encoded(this.sort.name) + (this.sort.descending ? ':down' : ':up'),
        cols: this.choices.every((column) => column.shown === Boolean(column.isUsual)) ? ''
          : this.choices.filter((column) => column.shown)
            .map((column) => FP.hash.encoded(column.name)).join(',')
      });
      history.replaceState(null, '', hash === '#' ? location.pathname : hash);
    }

    hash(more, path) {
      return FP.hash.write(path || [], Object.assign({
        f: FP.hash.filtersText(this.filters.chosen),
        q: this.search.value ? FP.hash.encoded(this.search.value) : ''
      }, more));
    }

    // Searching, choosing, sorting

    searchFor(text, write) {
      const page = this;
      // WebKit restores a field without autocomplete to this value when the reader returns.
      this.search.defaultValue = text;
      function go(mask) {
        page.filters.require('search', mask);
        page.filters.run();
        page.facets.refresh();
        if (write) page.write();
        page.show();
      }
      if (!text.trim() || !this.layer.search) {
        go(null);
        return;
      }
      FP.data.search(this.layer.id).then((search) => {
        if (text === page.search.value) go(FP.searching.marked(search, text, new Uint8Array(page.layer.count)));
      }).catch((error) => { byID('count').textContent = error.message; });
    }

    /** Shows all records. */
    clear() {
      this.filters.facets.forEach((ready) => { this.filters.set(ready.facet.column, null); });
      this.search.value = '';
      this.searchFor('', true);
      byID('rows').focus();
    }

    choose() {
      const host = byID('column-list');
      host.textContent = '';
      this.choices.forEach((column) => {
        const label = document.createElement('label');
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.checked = column.shown;
        box.addEventListener('change', () => {
          column.shown = box.checked;
          this.write();
          this.show();
        });
        label.append(box, column.label);
        host.appendChild(label);
      });
    }

    /** Sorts ascending, then descending, then by the layer's own order. While sorting, stops. */
    sortBy(name) {
      if (this.job && this.job.column.name === name) {
        this.sort = this.before;
      } else {
        if (!this.job) this.before = this.sort;
        const same = this.sort && this.sort.name === name;
        this.sort = !same ? { name, descending: false }
          : this.sort.descending ? null : { name, descending: true };
      }
      this.write();
      this.show();
    }

    stopSorting() {
      if (this.job) this.job.isStopped = true;
      this.job = null;
    }

    /** Loads the sort keys of a column, unless this is being done. Shows the table when they are there. */
    loadKeys(column) {
      if (this.job && this.job.column === column) return;
      this.stopSorting();
      const page = this, job = this.job = {
        column, isStopped: false, part: 0,
        progress(part) {
          job.part = part;
          if (performance.now() - (job.said || 0) > pause) page.say();
        }
      };
      FP.sorting.keys(this.layer, column, job).then((keys) => {
        if (job.isStopped) return;
        column.keys = keys;
        page.job = null;
        page.show();
      }).catch((error) => {
        if (job.isStopped) return;
        page.stopSorting();
        page.sort = page.before && page.before.name !== column.name ? page.before : null;
        page.write();
        page.show();
        byID('count').textContent =
          `The table can’t be sorted by ${column.label}. ${error.message}${FP.text.dataHint}`;
      });
    }

    shownRecords() {
      const mask = this.filters.mask, count = this.layer.count;
      const order = new Uint32Array(this.filters.shown);
      for (let i = 0, at = 0; i < count; i += 1) {
        if (!mask || mask[i]) order[at++] = i;
      }
      return order;
    }

    // Showing

    /** Says how many records are shown, or how far sorting is. */
    say() {
      const total = FP.text.grouped(this.layer.count), shown = this.filters.shown, host = byID('count');
      // Screen readers are told the result, not each step.
      host.setAttribute('aria-busy', String(Boolean(this.job)));
      if (this.job) {
        this.job.said = performance.now();
        host.textContent = `Sorting ${Math.floor(this.job.part * 100)}%`;
      } else {
        host.textContent = shown !== this.layer.count ? `${FP.text.grouped(shown)} of ${total} records`
          : total + (shown === 1 ? ' record' : ' records');
      }
    }

    show() {
      const order = this.shownRecords(), by = this.sort;
      const column = by && this.columns.find((column) => column.name === by.name);
      const shown = this.columns.filter((each) => each.isName || each.shown || each === column);
      byID('map-link').href = `index.html${this.hash({})}`;
      byID('print-link').href = `print.html${this.hash({}, [this.layer.id])}`;
      if (column && !column.keys) this.loadKeys(column);
      else this.stopSorting();
      if (!column) this.grid.show(shown, order, null);
      else if (this.job) this.grid.show(shown, order, { name: by.name, isWaiting: true });
      else this.grid.show(shown, FP.sorting.sorted(order, column.keys, by.descending), by);
      this.say();
    }
  }

  byID('filters').open = matchMedia('(min-width: 820px)').matches;
  document.querySelectorAll('.tab').forEach((tab) => {
    if (tab.dataset.layer !== layerID) return;
    tab.setAttribute('aria-current', 'page');
    // On phones, tabs are one line that the thumb moves.
    const line = tab.parentNode;
    line.scrollLeft = tab.offsetLeft - line.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
  });
  Promise.all([FP.data.meta(), FP.data.layer(layerID)]).then((both) => {
    const layer = both[1];
    return Promise.all([layer.columns ? FP.data.columns(layerID) : {}, sample(layer)])
      .then((files) => new Page(both[0], layer, files[0], files[1]));
  }).catch((error) => {
    const problem = document.createElement('p');
    problem.className = 'problem';
    problem.textContent = error.message + FP.text.dataHint;
    byID('rows').replaceChildren(problem);
    byID('rows').setAttribute('role', 'alert');
  });
})();
