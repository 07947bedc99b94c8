/*
  * The columns of a layer's records: the rows of the fields in their pop-up, with the same texts.
  * Without such rows, the columns are the attributes as stored.
  *
  *   FP.recordColumns(layer)  → [{name, label, text(slots), key(slots), field, isID, type}]
  *     text   the text of the cell; key: the sort key, a number or text, or null
  *     field  the name of the attribute, or null if no attribute has that label
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  function fieldLabeled(layer, label) {
    return (layer.fields || []).find(function (field) { return field.label === label; }) || null;
  }

  function slotOf(layer, field) {
    var pair = field && (layer.rawFields || []).find(function (pair) { return pair[0] === field.name; });
    return pair ? pair[1] : -1;
  }

  /** Ids identify records but mean little to readers. */
  function isID(field) { return Boolean(field) && field.type === 'id'; }

  function sortable(value) {
    if (value === null || value === undefined || value === '') return null;
    return typeof value === 'number' ? value : String(value).toLowerCase();
  }

  function popupColumn(layer, row) {
    var field = fieldLabeled(layer, row.label);
    var slot = slotOf(layer, field);
    function text(slots) {
      if (FP.fill(row.isNull, slots)) return '';
      return FP.fill(row.value, slots) || FP.fill(row.linkText, slots) || '';
    }
    return {
      label: row.label, field: field && field.name, isID: isID(field), type: field && field.type,
      text: text,
      key: function (slots) {
        var raw = slot >= 0 && !(field.domain && field.domain.length) ? slots(slot) : text(slots);
        return sortable(raw);
      }
    };
  }

  function decoded(field, value) {
    if (value === null || value === undefined) return '';
    var pair = field && (field.domain || []).find(function (pair) {
      return String(pair[0]) === String(value);
    });
    return String(pair ? pair[1] : value);
  }

  function rawColumn(layer, pair) {
    var field = (layer.fields || []).find(function (field) { return field.name === pair[0]; });
    return {
      label: field && field.label || pair[0], field: pair[0], isID: isID(field),
      type: field && field.type,
      text: function (slots) { return decoded(field, slots(pair[1])); },
      key: function (slots) { return sortable(slots(pair[1])); }
    };
  }

  function popupRows(layer) {
    var elements = layer.shape && layer.shape.elements;
    if (!Array.isArray(elements)) return [];
    return elements.reduce(function (rows, element) {
      var own = element && element.fields && element.fields.rows;
      return Array.isArray(own)
        ? rows.concat(own.filter(function (row) { return row && typeof row.label === 'string'; }))
        : rows;
    }, []);
  }

  FP.recordColumns = function (layer) {
    var rows = popupRows(layer);
    var columns = rows.length ? rows.map(function (row) { return popupColumn(layer, row); })
      : (layer.rawFields || []).map(function (pair) { return rawColumn(layer, pair); });
    var names = new Set();
    columns.forEach(function (column) {
      column.name = column.field || column.label;
      while (names.has(column.name)) column.name += '′';
      names.add(column.name);
    });
    return columns;
  };
})();
