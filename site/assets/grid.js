/*
 * A table as long as its layer. Only the visible rows exist, never more than 200. On paper, the first
 * 2,000 rows exist.
 *
 *   const grid = new FP.Grid(host, site, layer, { titled, onSort(name) });
 *     titled   whether titles distinguish the records; otherwise their ids do
 *   grid.show(columns, order, sort)
 *     columns  the visible columns, from FP.recordColumns
 *     order    Uint32Array: record numbers, first row first
 *     sort     {name, descending} or null; column.sortable: whether its heading is a button
 *   grid.print()             prints the table
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const rowHeight = 41;
  const maximumRows = 200;
  const spare = 10;
  const mostPrinted = 2000;
  /** The maximum number of rows. Browsers can't show much taller elements. */
  const tallest = 350000;

  const element = FP.element;

  const widths = { number: 120, date: 150, boolean: 120 };

  /** The minimum width of a column in pixels. Longer texts are cut and shown in full on hover. */
  function width(column) { return widths[column.type] || 190; }

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
      this.order = new Uint32Array(0);
      this.titled = options.titled;
      host.textContent = '';
      this.table = element('table', 'grid-table', host);
      this.head = element('tr', '', element('thead', '', this.table));
      this.body = element('tbody', '', this.table);
      this.above = spacer(this.body);
      this.below = spacer(this.body);
      this.note = element('p', 'grid-note', host);
      this.paper = element('p', 'grid-paper', host);
      this.pending = new Set();
      this.isPaper = false;
      host.addEventListener('scroll', () => { this.refresh(); }, { passive: true });
      new ResizeObserver(() => { this.refresh(); }).observe(host);
      // The menu of a browser prints at once, so only what is loaded.
      window.addEventListener('beforeprint', () => {
        if (this.count <= mostPrinted) this.expand();
        const end = this.isPaper ? Math.min(this.count, mostPrinted) : this.last;
        const first = this.isPaper ? 1 : this.first + 1;
        this.paper.textContent = end - first + 1 < this.order.length
          ? `Rows ${FP.text.grouped(first)} to ${FP.text.grouped(end)} of ${FP.text.grouped(this.order.length)}`
          : '';
      });
      window.addEventListener('afterprint', () => {
        this.isPaper = false;
        this.refresh();
      });
    }

    /** Makes the rows for paper. Resolves when they are filled. */
    expand() {
      this.isPaper = true;
      this.refresh();
      return Promise.all(this.pending);
    }

    print() {
      this.expand().then(() => { window.print(); });
    }

    show(columns, order, sort) {
      this.columns = columns;
      this.order = order;
      this.count = Math.min(order.length, tallest);
      this.drawHead(sort);
      this.above.cells[0].colSpan = this.below.cells[0].colSpan = columns.length + 1;
      this.rows.forEach((row) => { row.remove(); });
      this.rows.clear();
      this.table.setAttribute('aria-rowcount', this.count + 1);
      this.table.style.minWidth = columns.reduce((sum, column) => {
        return sum + width(column);
      }, this.titled ? 220 : 110) + 'px';
      this.note.textContent = !order.length ? 'No records.' : order.length > tallest
        ? `Only the first ${FP.text.grouped(tallest)} rows are listed. Use filters to see the others.` : '';
      this.note.hidden = !this.note.textContent;
      this.host.scrollTop = 0;
      this.refresh();
      if (this.count <= mostPrinted) this.load();
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
      const first = element('th', 'grid-first', this.head, this.titled ? 'Record' : 'Number');
      first.scope = 'col';
      if (!this.titled) first.style.width = '110px';
      this.columns.forEach((column) => {
        const cell = element('th', '', this.head);
        cell.scope = 'col';
        cell.style.width = `${width(column)}px`;
        if (!column.sortable) {
          cell.textContent = column.label;
          return;
        }
        const isSorted = sort && sort.name === column.name;
        const button = element('button', 'grid-sort', cell, column.label);
        button.type = 'button';
        button.dataset.column = column.name;
        cell.dataset.label = column.label;
        element('span', 'grid-arrow', button, isSorted ? (sort.descending ? '↓' : '↑') : '')
          .setAttribute('aria-hidden', 'true');
        if (isSorted) cell.setAttribute('aria-sort', sort.descending ? 'descending' : 'ascending');
        button.addEventListener('click', () => { this.options.onSort(column.name); });
        if (focused === column.name) button.focus();
      });
    }

    /** Makes the visible rows and removes the others. */
    refresh() {
      const top = this.host.scrollTop, height = this.host.clientHeight || 600;
      const first = this.isPaper ? 0 : Math.max(0, Math.floor(top / rowHeight) - spare);
      const end = Math.min(this.count || 0, this.isPaper ? mostPrinted : first + maximumRows,
        this.isPaper ? mostPrinted : Math.ceil((top + height) / rowHeight) + spare);
      this.first = first;
      this.last = end;
      this.rows.forEach((row, position) => {
        if (position >= first && position < end) return;
        row.remove();
        this.rows.delete(position);
      });
      this.above.style.height = `${first * rowHeight}px`;
      this.below.style.height = `${Math.max(0, (this.count || 0) - end) * rowHeight}px`;
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
      element('td', 'grid-first', row, '…');
      columns.forEach(() => { element('td', '', row, ''); });
      const filled = FP.data.shard(this.layer.id, Math.floor(index / size)).then((shard) => {
        this.fill(row, columns, shard.ids[index % size], shard.row(index % size));
      }).catch((error) => { row.cells[0].textContent = error.message; }).then(() => {
        this.pending.delete(filled);
      });
      this.pending.add(filled);
      return row;
    }

    fill(row, columns, id, slots) {
      const first = row.cells[0], shape = this.layer.shape || {};
      const symbol = this.site.symbols[FP.fill(shape.symbol, slots)];
      const title = this.titled ? FP.fill(shape.title, slots) : '';
      first.textContent = '';
      if (symbol) first.appendChild(FP.swatch(symbol, 14));
      const link = element('a', '', first, title || String(id));
      link.href = `feature.html${FP.hash.write([this.layer.id, String(id)], {})}`;
      columns.forEach((column, at) => {
        const cell = row.cells[at + 1], text = column.text(slots);
        cell.textContent = text || '–';
        cell.className = text ? '' : 'none';
        if (text.length > 12) cell.title = text;
      });
    }
  }

  FP.Grid = Grid;
})();
