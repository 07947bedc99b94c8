/*
 * Writes SQLite files (https://sqlite.org/fileformat.html): tables without later changes, and the
 * indexes of small tables.
 *
 *   file = new FP.SQLiteFile(pageSize, {applicationID, userVersion})
 *   table = file.table()                 table.add(values, id) for each row; table.root() at the end
 *   file.add(name, sql, root)            a table with its rows
 *   file.addSmall(name, sql, rows, {uniques, id})   the same with its rows: arrays of values
 *   file.finish()                        → the pages, an array of bytes
 *
 * A value is null, a number, a BigInt, a text or bytes. `uniques` are the columns of each PRIMARY KEY
 * and UNIQUE, in the order of the SQL; `id` is the column that is the row's number, if there is one.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const encoder = new TextEncoder();

  /** Bytes that grow. Numbers are big-endian. */
  class Bytes {
    constructor() {
      this.all = new Uint8Array(256);
      this.view = new DataView(this.all.buffer);
      this.length = 0;
    }

    /** Removes all bytes but keeps the memory. */
    emptied() {
      this.length = 0;
      return this;
    }

    /** Returns the position of the next `count` bytes. */
    room(count) {
      if (this.length + count > this.all.length) {
        const more = new Uint8Array(Math.max(this.all.length * 2, this.length + count));
        more.set(this.all.subarray(0, this.length));
        this.all = more;
        this.view = new DataView(more.buffer);
      }
      this.length += count;
      return this.length - count;
    }

    copy(bytes) {
      const at = this.room(bytes.length);
      this.all.set(bytes, at);
    }

    /** A number of up to 53 bits, or −1: seven bits in a byte. */
    varint(value) {
      if (value < 0) {
        this.copy(new Uint8Array(9).fill(255));
        return;
      }
      let size = 1;
      for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
      const at = this.room(size);
      for (let i = size - 1, rest = value; i >= 0; i -= 1, rest = Math.floor(rest / 128)) {
        this.all[at + i] = rest % 128 | (i < size - 1 ? 128 : 0);
      }
    }

    taken() { return this.all.slice(0, this.length); }
  }

  /** Appends a value to the two parts of a record. */
  function append(value, types, body) {
    if (value === null) {
      types.varint(0);
    } else if (typeof value === 'string') {
      const at = body.room(value.length * 3);
      body.length = at + encoder.encodeInto(value, body.all.subarray(at)).written;
      types.varint((body.length - at) * 2 + 13);
    } else if (value instanceof Uint8Array) {
      types.varint(value.length * 2 + 12);
      body.copy(value);
    } else if (typeof value === 'bigint') {
      types.varint(6);
      const at = body.room(8);
      body.view.setBigInt64(at, value);
    } else if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      types.varint(7);
      const at = body.room(8);
      body.view.setFloat64(at, value);
    } else if (value === 0 || value === 1) {
      types.varint(8 + value);
    } else if (value >= -0x80 && value < 0x80) {
      types.varint(1);
      const at = body.room(1);
      body.view.setInt8(at, value);
    } else if (value >= -0x8000 && value < 0x8000) {
      types.varint(2);
      const at = body.room(2);
      body.view.setInt16(at, value);
    } else if (value >= -0x80000000 && value < 0x80000000) {
      types.varint(4);
      const at = body.room(4);
      body.view.setInt32(at, value);
    } else {
      append(BigInt(value), types, body);
    }
  }

  const types = new Bytes(), body = new Bytes(), whole = new Bytes();

  /** A record: the length of its header, the types of its values, and the values. It is valid until the
   *  next one is made. */
  function record(values) {
    types.emptied();
    body.emptied();
    whole.emptied();
    values.forEach((value) => { append(value, types, body); });
    // The length counts itself.
    whole.varint(types.length + (types.length < 127 ? 1 : types.length < 16382 ? 2 : 3));
    whole.copy(types.all.subarray(0, types.length));
    whole.copy(body.all.subarray(0, body.length));
    return whole.all.subarray(0, whole.length);
  }

  /** Compares two values of an index: null, numbers, texts by their bytes. */
  function compared(a, b) {
    const kind = (value) => value === null ? 0 : typeof value === 'number' ? 1 : 2;
    if (kind(a) !== kind(b)) return kind(a) - kind(b);
    if (typeof a === 'string') {
      const one = encoder.encode(a), other = encoder.encode(b);
      const at = one.findIndex((byte, index) => byte !== other[index]);
      return at < 0 ? one.length - other.length : at < other.length ? one[at] - other[at] : 1;
    }
    return a - b;
  }

  const leafOfTable = 13, leafOfIndex = 10, branchOfTable = 5;

  /** The rows of a table, in the order of their numbers. */
  class Table {
    constructor(file) {
      this.file = file;
      this.cell = new Bytes();
      this.cells = [];
      this.size = 0;
      this.last = 0;
      /** The full pages: [page, last row]. */
      this.children = [];
    }

    add(values, id) {
      const row = record(values), cell = this.cell.emptied();
      cell.varint(row.length);
      cell.varint(id);
      this.file.appendPayload(row, cell);
      if (8 + this.size + cell.length + 2 > this.file.pageSize) this.flush();
      this.cells.push(cell.taken());
      this.size += cell.length + 2;
      this.last = id;
    }

    flush() {
      this.children.push([this.file.page(leafOfTable, this.cells), this.last]);
      this.cells = [];
      this.size = 0;
    }

    /** Writes the rest of the table, and returns the number of its first page. */
    root() {
      this.flush();
      let level = this.children;
      // A cell of a branch has at most 13 bytes, and two point to it.
      const most = Math.floor((this.file.pageSize - 12) / 15);
      while (level.length > 1) {
        const above = [];
        for (let at = 0; at < level.length; at += most) {
          above.push(this.branch(level.slice(at, at + most)));
        }
        level = above;
      }
      return level[0][0];
    }

    branch(children) {
      const last = children[children.length - 1];
      const cells = children.slice(0, -1).map(([page, row]) => {
        const cell = new Bytes();
        const at = cell.room(4);
        cell.view.setUint32(at, page);
        cell.varint(row);
        return cell.taken();
      });
      return [this.file.page(branchOfTable, cells, last[0]), last[1]];
    }
  }

  class SQLiteFile {
    constructor(pageSize, header) {
      this.pageSize = pageSize;
      this.header = header;
      // The first page is written last.
      this.pages = [null];
      this.schema = [];
    }

    table() { return new Table(this); }

    add(name, sql, root) { this.schema.push(['table', name, name, root, sql]); }

    addSmall(name, sql, rows, { uniques = [], id = -1 } = {}) {
      const table = this.table();
      const numbered = rows.map((row, at) => ({ row, number: id < 0 ? at + 1 : row[id] }));
      numbered.forEach(({ row, number }) => {
        table.add(row.map((value, column) => column === id ? null : value), number);
      });
      this.add(name, sql, table.root());
      uniques.forEach((columns, at) => {
        const keys = numbered.map(({ row, number }) => columns.map((column) => row[column]).concat(number));
        this.schema.push([
          'index', `sqlite_autoindex_${name}_${at + 1}`, name, this.index(keys), null]);
      });
    }

    /** Writes a small index into one page. */
    index(keys) {
      keys.sort((a, b) => a.reduce((order, value, at) => order || compared(value, b[at]), 0));
      return this.page(leafOfIndex, keys.map((key) => {
        const row = record(key), cell = new Bytes();
        cell.varint(row.length);
        cell.copy(row);
        return cell.taken();
      }));
    }

    /** Appends a row's record to its cell. What is too long goes to pages of its own. */
    appendPayload(row, cell) {
      const most = this.pageSize - 35;
      if (row.length <= most) {
        cell.copy(row);
        return;
      }
      const least = Math.floor((this.pageSize - 12) * 32 / 255) - 23;
      const even = least + (row.length - least) % (this.pageSize - 4);
      const here = even <= most ? even : least;
      cell.copy(row.subarray(0, here));
      const at = cell.room(4);
      cell.view.setUint32(at, this.pages.length + 1);
      for (let start = here; start < row.length; start += this.pageSize - 4) {
        const page = new Uint8Array(this.pageSize), end = start + this.pageSize - 4;
        if (end < row.length) new DataView(page.buffer).setUint32(0, this.pages.length + 2);
        page.set(row.subarray(start, end), 4);
        this.pages.push(page);
      }
    }

    /** Adds a page of cells, and returns its number. The first page begins with the file's header. */
    page(kind, cells, right = 0, isFirst = false) {
      const bytes = new Uint8Array(this.pageSize), view = new DataView(bytes.buffer);
      const start = isFirst ? 100 : 0;
      let pointer = start + (kind === branchOfTable ? 12 : 8), content = this.pageSize;
      cells.forEach((cell) => {
        content -= cell.length;
        bytes.set(cell, content);
        view.setUint16(pointer, content);
        pointer += 2;
      });
      view.setUint8(start, kind);
      view.setUint16(start + 3, cells.length);
      // 65,536 is written as 0.
      view.setUint16(start + 5, content % 65536);
      if (kind === branchOfTable) view.setUint32(start + 8, right);
      if (pointer > content) throw new Error('The page is full');
      if (isFirst) this.pages[0] = bytes; else this.pages.push(bytes);
      return this.pages.length;
    }

    finish() {
      const cells = this.schema.map((values, at) => {
        const row = record(values), cell = new Bytes();
        cell.varint(row.length);
        cell.varint(at + 1);
        this.appendPayload(row, cell);
        return cell.taken();
      });
      this.page(leafOfTable, cells, 0, true);
      const first = this.pages[0], view = new DataView(first.buffer);
      first.set(encoder.encode('SQLite format 3\0'));
      view.setUint16(16, this.pageSize === 65536 ? 1 : this.pageSize);
      // The versions of the format, and three limits that have only one value.
      first.set([1, 1, 0, 64, 32, 32], 18);
      // By offset: changes, pages, the schema's version and format, UTF-8, and who wrote the file.
      [[24, 1], [28, this.pages.length], [40, 1], [44, 4], [56, 1], [60, this.header.userVersion],
        [68, this.header.applicationID], [92, 1], [96, 3045000]]
        .forEach(([at, value]) => { view.setUint32(at, value); });
      return this.pages;
    }
  }

  FP.SQLiteFile = SQLiteFile;
})();
