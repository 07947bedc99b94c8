/*
 * A table as long as its layer. Only the visible rows exist, never more than 200.
 *
 *   const grid = new FP.Grid(host, site, layer, { titled, onSort(name) });
 *     titled   whether titles distinguish the records; otherwise their ids do
 *   grid.show(columns, order, sort)
 *     columns  the visible columns, from FP.recordColumns
 *     order    Uint32Array: record numbers, first row first
 *     sort     {name, descending} or null; column.sortable: whether its heading is a button
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const rowHeight = 41;
  const maximumRows = 200;
  const spare = 10;
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
      host.addEventListener('scroll', () => { this.refresh(); }, { passive: true });
      new ResizeObserver(() => { this.refresh(); }).observe(host);
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
      const first = Math.max(0, Math.floor(top / rowHeight) - spare);
      const end = Math.min(this.count || 0, first + maximumRows, Math.ceil((top + height) / rowHeight) + spare);
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
      FP.data.shard(this.layer.id, Math.floor(index / size)).then((shard) => {
        this.fill(row, columns, shard.ids[index % size], shard.row(index % size));
      }).catch((error) => { row.cells[0].textContent = error.message; });
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
