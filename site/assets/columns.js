/*
 * The columns of a layer's records. First the name of the record; then the fields of the pop-up in
 * the author's order, with the same texts. Without such fields, the columns are the names of the
 * records it belongs to, and the attributes as stored.
 *
 *   FP.recordColumns(layer, shards)
 *     → [{name, label, text(slots, id), key(slots, id), field, isID, isName, type, isNumber}]
 *     text   the text of the cell; key: the sort key, a number or text, or null
 *     field  the name of the attribute, or null if no attribute has that label
 *     isName whether it is the first column, which leads to the record
 *   FP.sortKey(value, type)   the sort key of a value
 *   `shards` are some of the layer's files; they show whether records differ in their titles.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const isASCII = /^[\x20-\x7f]*$/;

  function fieldLabeled(layer, label) {
    return (layer.fields || []).find((field) => field.label === label) || null;
  }

  function rawSlot(layer, field) {
    const pair = field && (layer.rawFields || []).find((pair) => pair[0] === field.name);
    return pair ? pair[1] : -1;
  }

  /** Ids identify records but mean little to readers. */
  function isID(field) { return Boolean(field) && field.type === 'id'; }

  function isCoded(field) { return Boolean(field && field.domain && field.domain.length); }

  /**
   * The sort key of a value. Numbers sort as numbers, dates as dates, and text without regard to case
   * and accents. Texts that begin with whole numbers sort by these first, so that 9 MAIN ST is before
   * 10 MAIN ST; the digits are padded for that. Further numbers inside a text sort as text.
   */
  FP.sortKey = (value, type) => {
    if (value === null || value === undefined || value === '') return null;
    if (typeof value === 'number') return value;
    if (type === 'date' && !isNaN(Date.parse(value))) return Date.parse(value);
    const text = String(value).toLowerCase();
    const plain = isASCII.test(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
    return plain.replace(/^0*(\d+)/, (all, digits) => digits.padStart(15, '0'));
  };

  function column(layer, field, more) {
    return Object.assign({
      label: field && field.label, field: field && field.name, isID: isID(field),
      type: field && field.type, isNumber: Boolean(field) && field.type === 'number' && !isCoded(field)
    }, more);
  }

  function slotOf(part) { return part && typeof part.$ === 'number' ? part.$ : -1; }

  function popupColumn(layer, row) {
    const field = fieldLabeled(layer, row.label), raw = isCoded(field) ? -1 : rawSlot(layer, field);
    function text(slots) {
      if (FP.fill(row.isNull, slots)) return '';
      return FP.fill(row.value, slots) || FP.fill(row.linkText, slots) || '';
    }
    return column(layer, field, {
      label: row.label, slot: slotOf(row.value), text,
      key(slots) { return FP.sortKey(raw >= 0 ? slots(raw) : text(slots), field && field.type); }
    });
  }

  function decoded(field, value) {
    if (value === null || value === undefined) return '';
    const pair = field && (field.domain || []).find((pair) => String(pair[0]) === String(value));
    return String(pair ? pair[1] : value);
  }

  function rawColumn(layer, pair) {
    const field = (layer.fields || []).find((field) => field.name === pair[0]);
    function text(slots) { return decoded(field, slots(pair[1])); }
    return column(layer, field, {
      label: field && field.label || pair[0], field: pair[0], slot: pair[1], text,
      key(slots) { return FP.sortKey(isCoded(field) ? text(slots) : slots(pair[1]), field && field.type); }
    });
  }

  /** A column of the record that this one belongs to. A facet may have its values, too. */
  function parentColumn(layer, parent, row) {
    const facet = (layer.facets || []).find((facet) => {
      return facet.parent === parent.layer && facet.label === row.label;
    });
    function text(slots) { return FP.fill(row.value, slots) || ''; }
    return column(layer, null, {
      label: row.label, field: facet ? facet.column : null, slot: slotOf(row.value), text,
      key(slots) { return FP.sortKey(text(slots)); }
    });
  }

  function popupRows(layer) {
    const elements = layer.shape && layer.shape.elements;
    if (!Array.isArray(elements)) return [];
    return elements.reduce((rows, element) => {
      const own = element && element.fields && element.fields.rows;
      return Array.isArray(own)
        ? rows.concat(own.filter((row) => row && typeof row.label === 'string'))
        : rows;
    }, []);
  }

  function parentColumns(layer) {
    const parents = layer.shape && layer.shape.parents;
    if (!Array.isArray(parents)) return [];
    return parents.flatMap((parent) => (Array.isArray(parent.rows) ? parent.rows : [])
      .filter((row) => row && typeof row.label === 'string')
      .map((row) => parentColumn(layer, parent, row)));
  }

  // The first column

  function differs(shards, part) {
    const texts = new Set();
    let count = 0;
    shards.forEach((shard) => {
      for (let row = 0; row < shard.count && texts.size < 2; row += 1) {
        texts.add(FP.fill(part, shard.row(row)));
        count += 1;
      }
    });
    return texts.size > 1 || count === 1 && !texts.has(null);
  }

  /** Whether two slots have the same values. Then the files refer from one to the other. */
  function isSame(shards, a, b) {
    function origin(shard, slot) {
      return typeof shard.columns[slot] === 'number' ? shard.columns[slot] : slot;
    }
    return a >= 0 && b >= 0 && shards.every((shard) => origin(shard, a) === origin(shard, b));
  }

  /** The title of the pop-up if titles distinguish the records; else their name in lists; else the id. */
  function nameColumn(layer, shards, columns) {
    const shape = layer.shape || {}, listed = layer.list && layer.list.primary;
    const parts = [shape.title, typeof listed === 'number' ? { $: listed } : null];
    const part = parts.find((part) => part && differs(shards, part));
    if (!part) {
      return column(layer, null, {
        label: 'Number', text(slots, id) { return String(id); },
        key(slots, id) { return FP.sortKey(id); }
      });
    }
    function text(slots) { return FP.fill(part, slots) || ''; }
    return columns.find((column) => !column.isNumber && isSame(shards, column.slot, slotOf(part))) ||
      column(layer, null, { label: 'Record', text, key(slots) { return FP.sortKey(text(slots)); } });
  }

  FP.recordColumns = (layer, shards) => {
    const rows = popupRows(layer);
    const own = rows.length ? rows.map((row) => popupColumn(layer, row))
      : (layer.rawFields || []).map((pair) => rawColumn(layer, pair));
    const parents = parentColumns(layer);
    const columns = rows.length ? own.concat(parents) : parents.concat(own);
    const first = nameColumn(layer, shards, columns);
    first.isName = true;
    // What the first column says is not said again.
    const others = columns.filter((column) => {
      return column !== first && !(column.label === first.label && isSame(shards, column.slot, first.slot));
    });
    const names = new Set();
    // The link names columns by their attributes, so the first column gives way to them.
    others.concat(first).forEach((column) => {
      column.name = column.field || column.label;
      while (names.has(column.name)) column.name += '′';
      names.add(column.name);
    });
    return [first].concat(others);
  };
})();
