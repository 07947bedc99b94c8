/*
 * The columns of a layer's records: the rows of the fields in their pop-up, with the same texts.
 * Without such rows, the columns are the attributes as stored.
 *
 *   FP.recordColumns(layer)  → [{name, label, text(slots), key(slots), field, isID, type}]
 *     text   the text of the cell; key: the sort key, a number or text, or null
 *     field  the name of the attribute, or null if no attribute has that label
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  function fieldLabeled(layer, label) {
    return (layer.fields || []).find((field) => field.label === label) || null;
  }

  function slotOf(layer, field) {
    const pair = field && (layer.rawFields || []).find((pair) => pair[0] === field.name);
    return pair ? pair[1] : -1;
  }

  /** Ids identify records but mean little to readers. */
  function isID(field) { return Boolean(field) && field.type === 'id'; }

  function sortable(value) {
    if (value === null || value === undefined || value === '') return null;
    return typeof value === 'number' ? value : String(value).toLowerCase();
  }

  function popupColumn(layer, row) {
    const field = fieldLabeled(layer, row.label);
    const slot = slotOf(layer, field);
    function text(slots) {
      if (FP.fill(row.isNull, slots)) return '';
      return FP.fill(row.value, slots) || FP.fill(row.linkText, slots) || '';
    }
    return {
      label: row.label, field: field && field.name, isID: isID(field), type: field && field.type,
      text,
      key(slots) {
        const raw = slot >= 0 && !(field.domain && field.domain.length) ? slots(slot) : text(slots);
        return sortable(raw);
      }
    };
  }

  function decoded(field, value) {
    if (value === null || value === undefined) return '';
    const pair = field && (field.domain || []).find((pair) => String(pair[0]) === String(value));
    return String(pair ? pair[1] : value);
  }

  function rawColumn(layer, pair) {
    const field = (layer.fields || []).find((field) => field.name === pair[0]);
    return {
      label: field && field.label || pair[0], field: pair[0], isID: isID(field),
      type: field && field.type,
      text(slots) { return decoded(field, slots(pair[1])); },
      key(slots) { return sortable(slots(pair[1])); }
    };
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

  FP.recordColumns = (layer) => {
    const rows = popupRows(layer);
    const columns = rows.length ? rows.map((row) => popupColumn(layer, row))
      : (layer.rawFields || []).map((pair) => rawColumn(layer, pair));
    const names = new Set();
    columns.forEach((column) => {
      column.name = column.field || column.label;
      while (names.has(column.name)) column.name += '′';
      names.add(column.name);
    });
    return columns;
  };
})();
