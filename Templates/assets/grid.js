/*
 * A table as long as its layer. Only the visible rows exist, never more than 200. On paper, the first
 * 2,000 rows exist.
 *
 *   const grid = new FP.Grid(host, site, layer, { shards, onSort(name), onClear() });
 *     shards   some of the layer's files, which show how wide its columns are
 *   grid.show(columns, order, sort)
 *     columns  the visible columns, from FP.recordColumns; the first is the link to the record
 *     order    Uint32Array: record numbers, first row first
 *     sort     {name, descending, isWaiting} or null; isWaiting: the keys are still being loaded
 *   grid.print()             prints the table
 *
 * All rows have the same height. A text that is cut opens above the table, see opentext.js.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const maximumRows = 200;
  const spare = 10;
  const mostPrinted = 2000;
  /** The maximum number of rows. Browsers can't show much taller elements. */
  const tallest = 350000;

  const element = FP.element;

  /** The padding of a cell on both sides, in pixels. */
  const cellPadding = 24;
  /** The height of a table without rows, in rows. */
  const fewestRows = 3;
  /** The smallest width of the first column. */
  const smallestName = 120;
  /** On paper, longer texts have a row of their own, and the cell has their beginning. */
  const longOnPaper = 300;
  const beginning = 60;
  /** The length of the hint on hover. The cell opens the rest. */
  const longestHint = 600;

  function kind(column) {
    return column.isName ? 'grid-first' : column.isNumber ? 'number' : column.type === 'date' ? 'date' : '';
  }

  function spacer(parent) {
    const row = element('tr', 'grid-space', parent);
    row.setAttribute('aria-hidden', 'true');
    element('td', '', row);
    return row;
  }

  class Grid {
    constructor(host, site, layer, options) {
      this.host = host;
      this.site = site;
      this.layer = layer;
      this.options = options;
      this.rows = new Map();
      this.rests = [];
      this.order = new Uint32Array(0);
      host.textContent = '';
      this.widths = new FP.Widths(host, options.shards);
      this.paper = element('p', 'grid-paper', host);
      this.table = element('table', 'grid-table', host);
      this.head = element('tr', '', element('thead', '', this.table));
      this.body = element('tbody', '', this.table);
      this.above = spacer(this.body);
      this.below = spacer(this.body);
      this.note = element('p', 'grid-note', host);
      this.opened = new FP.OpenText(host);
      this.pending = new Set();
      this.isPaper = false;
      this.listen();
      this.watchPaper();
    }

    listen() {
      this.host.addEventListener('scroll', () => { this.refresh(); }, { passive: true });
      this.body.addEventListener('click', (event) => {
        const cut = event.target.closest('.grid-cut');
        if (cut) this.opened.show(cut, this.columns[cut.closest('td').cellIndex].label, this.head.offsetHeight);
      });
      let width = this.host.clientWidth;
      new ResizeObserver(() => {
        if (this.isPaper || matchMedia('print').matches) return;
        // Other texts are cut in another width.
        if (this.host.clientWidth !== width && this.columns) {
          this.clear();
          this.fitColumns();
        }
        width = this.host.clientWidth;
        this.refresh();
      }).observe(this.host);
    }

    watchPaper() {
      // The menu of a browser prints at once, so only what is loaded.
      window.addEventListener('beforeprint', () => {
        if (this.count <= mostPrinted) this.expand();
        const end = this.isPaper ? Math.min(this.count, mostPrinted) : this.last;
        const first = this.isPaper ? 1 : this.first + 1;
        this.paper.textContent = end - first + 1 < this.order.length
          ? `Rows ${FP.text.grouped(first)} to ${FP.text.grouped(end)} of ${FP.text.grouped(this.order.length)}`
          : '';
        this.fitPaper();
      });
      window.addEventListener('afterprint', () => {
        if (!this.isPaper) return;
        this.isPaper = false;
        this.clear();
        this.refresh();
        this.host.scrollTop = this.scrolled;
      });
    }

    /** Makes the rows for paper. Resolves when they are filled. */
    expand() {
      if (!this.isPaper) {
        // The rows are made again, so the table itself keeps the focus, and its place.
        this.scrolled = this.host.scrollTop;
        if (this.host.contains(document.activeElement)) this.host.focus({ preventScroll: true });
        this.clear();
      }
      this.isPaper = true;
      this.refresh();
      return Promise.all(this.pending).then(() => { this.fitPaper(); });
    }

    print() {
      this.expand().then(() => { window.print(); });
    }

    /** Sets the sizes for paper, so that all columns are on the sheet. */
    fitPaper() {
      const columns = this.columns.map((column) => {
        return { texts: new Set([column.label]), isWhole: column.type === 'date' };
      });
      this.rows.forEach((row) => {
        columns.forEach((column, at) => { column.texts.add(row.cells[at].textContent); });
      });
      const made = FP.paperLayout(columns, this.widths);
      Object.keys(made).forEach((name) => {
        this.table.style.setProperty(`--${name}`, `${made[name].size}pt`);
        made[name].shares.forEach((share, at) => {
          this.head.cells[at].style.setProperty(`--${name}-width`, `${share * 100}%`);
        });
      });
      this.table.classList.toggle('tight', made.portrait.isTight);
    }

    show(columns, order, sort) {
      this.columns = columns;
      this.order = order;
      this.count = Math.min(order.length, tallest);
      this.rowHeight = parseFloat(getComputedStyle(this.host).getPropertyValue('--row'));
      this.drawHead(sort);
      this.above.cells[0].colSpan = this.below.cells[0].colSpan = columns.length;
      this.clear();
      this.table.setAttribute('aria-rowcount', this.count + 1);
      this.table.setAttribute('aria-busy', String(Boolean(sort && sort.isWaiting)));
      this.note.textContent = !order.length ? this.emptyText() : order.length > tallest
        ? `Only the first ${FP.text.grouped(tallest)} rows are listed. Use filters to see the others.` : '';
      this.note.hidden = !this.note.textContent;
      if (!order.length && this.layer.count) {
        const button = element('button', 'plain', this.note, 'Show all');
        button.type = 'button';
        button.addEventListener('click', () => { this.options.onClear(); });
      }
      // A table with few rows is as low as they are.
      this.host.style.setProperty('--rows', Math.max(order.length, fewestRows));
      this.host.scrollTop = 0;
      this.refresh();
      if (this.count <= mostPrinted) this.load();
    }

    emptyText() { return this.layer.count ? 'No records match. ' : 'This layer has no records.'; }

    clear() {
      this.opened.close();
      this.rows.forEach((row) => { row.remove(); });
      this.rows.clear();
      this.rests.forEach((row) => { row.remove(); });
      this.rests = [];
    }

    /** Loads the records of all rows, so that a browser's menu can print them. */
    load() {
      const size = this.layer.shardSize || 1000;
      const shards = new Set(this.order.map((index) => Math.floor(index / size)));
      // A table with few rows of a large layer may need most of its files.
      if (shards.size > 4) return;
      shards.forEach((number) => { FP.data.shard(this.layer.id, number).catch(() => {}); });
    }

    drawHead(sort) {
      const focused = document.activeElement && this.head.contains(document.activeElement)
        ? document.activeElement.dataset.column : null;
      this.head.textContent = '';
      this.columns.forEach((column) => {
        const button = this.heading(column, sort && sort.name === column.name ? sort : null);
        if (focused === column.name) button.focus();
      });
      this.fitColumns();
    }

    fitColumns() {
      const widths = this.widths.fitted(this.columns, this.host.clientWidth);
      // The first column stays when the table scrolls, so on phones it leaves room for another.
      widths[0] = Math.min(widths[0], Math.max(smallestName, Math.floor(this.host.clientWidth * 0.5)));
      widths.forEach((width, at) => { this.head.cells[at].style.width = `${width}px`; });
      this.table.style.minWidth = `${widths.reduce((sum, width) => sum + width, 0)}px`;
      this.cellWidths = null;
    }

    /** Adds the heading of a column, which sorts by it. `sort` is null if another column sorts. */
    heading(column, sort) {
      const cell = element('th', kind(column), this.head);
      cell.scope = 'col';
      cell.dataset.label = column.label;
      const button = element('button', 'grid-sort', cell, column.label);
      button.type = 'button';
      button.dataset.column = column.name;
      const arrow = !sort ? '' : sort.isWaiting ? '…' : sort.descending ? '↓' : '↑';
      element('span', 'grid-arrow', button, arrow).setAttribute('aria-hidden', 'true');
      if (sort && sort.isWaiting) button.title = 'Stop sorting';
      else if (sort) cell.setAttribute('aria-sort', sort.descending ? 'descending' : 'ascending');
      button.addEventListener('click', () => { this.options.onSort(column.name); });
      return button;
    }

    /** Makes the visible rows and removes the others. */
    refresh() {
      const top = this.host.scrollTop, height = this.host.clientHeight || 600;
      const first = this.isPaper ? 0 : Math.max(0, Math.floor(top / this.rowHeight) - spare);
      const end = Math.min(this.count || 0, this.isPaper ? mostPrinted : first + maximumRows,
        this.isPaper ? mostPrinted : Math.ceil((top + height) / this.rowHeight) + spare);
      this.first = first;
      this.last = end;
      this.rows.forEach((row, position) => {
        if (position >= first && position < end) return;
        row.remove();
        this.rows.delete(position);
      });
      this.above.style.height = `${first * this.rowHeight}px`;
      this.below.style.height = `${Math.max(0, (this.count || 0) - end) * this.rowHeight}px`;
      let next = this.above.nextSibling;
      for (let position = first; position < end; position += 1) {
        let row = this.rows.get(position);
        if (!row) {
          row = this.made(position);
          this.rows.set(position, row);
          this.body.insertBefore(row, next);
        }
        next = row.nextSibling;
      }
    }

    made(position) {
      const index = this.order[position], size = this.layer.shardSize || 1000;
      const row = element('tr');
      row.setAttribute('aria-rowindex', position + 2);
      const columns = this.columns;
      columns.forEach((column) => { element('td', kind(column), row, column.isName ? '…' : ''); });
      const filled = FP.data.shard(this.layer.id, Math.floor(index / size)).then((shard) => {
        if (this.rows.get(position) === row) {
          this.fill(row, columns, shard.ids[index % size], shard.row(index % size));
        }
      }).catch((error) => { row.cells[0].textContent = error.message; }).then(() => {
        this.pending.delete(filled);
      });
      this.pending.add(filled);
      return row;
    }

    fill(row, columns, id, slots) {
      columns.forEach((column, at) => {
        const cell = row.cells[at], text = column.text(slots, id);
        cell.textContent = '';
        if (column.isName) this.fillName(cell, text || String(id), id, slots);
        else if (this.isPaper && text.length > longOnPaper) this.fillLong(row, cell, column.label, text);
        else if (this.isCut(text, at)) this.fillCut(cell, text);
        else cell.textContent = text || '–';
        cell.classList.toggle('none', !text && !column.isName);
      });
    }

    fillName(cell, name, id, slots) {
      const symbol = this.site.symbols[FP.fill((this.layer.shape || {}).symbol, slots)];
      const link = element('a', '', cell);
      if (symbol) link.appendChild(FP.swatch(symbol, 14));
      element('span', 'grid-name', link, name).dir = 'auto';
      link.title = name;
      link.href = `feature.html${FP.hash.write([this.layer.id, String(id)], {})}`;
    }

    fillLong(row, cell, label, text) {
      cell.textContent = `${text.slice(0, beginning)}… (whole text below)`;
      row.classList.add('long');
      const rest = element('tr', 'grid-rest');
      const whole = element('td', '', rest);
      whole.colSpan = this.columns.length;
      element('strong', '', whole, `${label}: `);
      whole.append(text);
      row.after(rest);
      this.rests.push(rest);
    }

    // Texts that are cut

    isCut(text, at) {
      if (this.isPaper) return false;
      this.cellWidths = this.cellWidths || Array.from(this.head.cells, (cell) => cell.clientWidth);
      return text.includes('\n') || this.widths.text(text) > this.cellWidths[at] - cellPadding;
    }

    fillCut(cell, text) {
      const button = element('button', 'grid-cut', cell, text);
      button.type = 'button';
      button.dir = 'auto';
      button.title = text.length > longestHint ? `${text.slice(0, longestHint)}…` : text;
      button.setAttribute('aria-expanded', 'false');
    }
  }

  FP.Grid = Grid;
})();
