/*
 * print.html#LAYER/1,2,3 or #LAYER;f=…;q=…: records on paper, one per page.
 */
(() => {
  'use strict';

  const FP = window.FP;
  /** The maximum number of pages at once, which printers and browsers handle well. */
  const maximumSheets = 200;
  const sheets = document.getElementById('sheets');
  const form = document.getElementById('print-form');
  const count = document.getElementById('count');
  const from = document.getElementById('from');
  const to = document.getElementById('to');
  const paper = document.getElementById('paper');
  let asked = 0;
  let locator = null;
  let found = null;

  function fail(error) {
    count.textContent = error.message;
    count.setAttribute('role', 'alert');
  }

  /** The record indexes for a link, in its order or the layer's. */
  function wanted(layer, link) {
    if (link.path.length > 1) {
      return Promise.all(link.path[1].split(',').filter(Boolean).map((id) => {
        return FP.data.find(layer.id, id);
      })).then((indexes) => indexes.filter((index) => index >= 0));
    }
    return (layer.columns ? FP.data.columns(layer.id) : Promise.resolve({})).then((columns) => {
      const filters = new FP.Filters(layer.facets, columns, layer.count);
      const chosen = FP.hash.parseFilters(link.values.f, layer.facets);
      Object.keys(chosen).forEach((column) => { filters.set(column, chosen[column]); });
      const query = link.values.q && layer.search ? FP.hash.decoded(link.values.q) : '';
      return (query ? FP.data.search(layer.id) : Promise.resolve(null)).then((search) => {
        if (search) {
          filters.require('search', FP.searching.marked(search, query, new Uint8Array(layer.count)));
        }
        filters.run();
        const indexes = [];
        for (let i = 0; i < layer.count; i += 1) if (!filters.mask || filters.mask[i]) indexes.push(i);
        return indexes;
      });
    });
  }

  function open() {
    const turn = (asked += 1), link = FP.hash.parse(location.hash);
    sheets.textContent = '';
    if (!link.path.length) {
      fail(new Error('The link does not name a layer'));
      return;
    }
    Promise.all([FP.data.meta(), FP.data.layer(link.path[0])]).then((both) => {
      return wanted(both[1], link).then((indexes) => {
        if (turn !== asked) return null;
        found = { site: both[0], layer: both[1], indexes };
        from.value = 1;
        to.value = Math.min(indexes.length, maximumSheets);
        from.max = to.max = indexes.length;
        return make();
      });
    }).catch(fail);
  }

  function make() {
    const turn = (asked += 1), total = found.indexes.length;
    const first = Math.max(1, Math.min(total, Number(from.value) || 1));
    const last = Math.max(first, Math.min(total, first + maximumSheets - 1, Number(to.value) || total));
    const list = found.indexes.slice(first - 1, last);
    if (locator) {
      locator.clear();
    } else {
      locator = new FP.Locator(found.site, { paper: true });
      window.addEventListener('afterprint', setTheme);
    }
    sheets.textContent = '';
    form.querySelector('button').disabled = true;
    if (!total) {
      count.textContent = 'No records';
      return null;
    }
    return list.reduce((before, index, at) => before.then(() => {
      if (turn !== asked) return null;
      if (at % 20 === 0) count.textContent = `Preparing page ${at + 1} of ${list.length}`;
      return FP.data.record(found.layer.id, index).then(sheet);
    }), Promise.resolve()).then(() => {
      if (turn !== asked) return;
      to.value = last;
      count.textContent = list.length === total
        ? FP.text.grouped(total) + (total === 1 ? ' page' : ' pages')
        : 'Pages ' + FP.text.grouped(first) + ' to ' + FP.text.grouped(last) + ' of ' +
          FP.text.grouped(total);
      form.querySelector('button').disabled = false;
    });
  }

  function sheet(record) {
    const made = FP.record.made(record, found.site, 'sheet').firstElementChild;
    sheets.appendChild(made);
    // Load all pictures now, because paper is not scrolled.
    made.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; });
    const canvas = made.querySelector('canvas.locator-map');
    return canvas ? locator.record(canvas, record.layer.id, record.index) : null;
  }

  /**
   * Sets the paper size, which must be a rule in a style sheet. The page's policy may refuse `style`
   * elements, but not sheets that a script makes. Without those, the printer's paper is used.
   */
  function setPaper() {
    const size = paper.value === 'A4' ? 'A4' : 'letter';
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`@page { size: ${size}; margin: 14mm; }`);
      document.adoptedStyleSheets = [sheet];
    } catch (error) {
      paper.disabled = true;
    }
  }

  /** Keeps this page light, because it is for paper. A printed map resets the theme. */
  function setTheme() { document.documentElement.dataset.theme = 'light'; }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    window.print();
  });
  [from, to].forEach((input) => {
    input.addEventListener('change', () => { if (found) make(); });
  });
  paper.addEventListener('change', setPaper);
  window.addEventListener('hashchange', open);
  setTheme();
  setPaper();
  open();
})();
