/*
 * Records as GeoJSON (RFC 7946) and CSV (RFC 4180), with the bytes that the files of whole layers
 * have (DownloadFormat.swift). A record is one of FP.data.exported: {slots(n), identities(n)}.
 *
 *   new FP.Exporting(layer)             {head, row(record)} for CSV and
 *                                       {collection, feature(record), end} for GeoJSON
 *   FP.geoJSON(record)                  → promise of the text of one record of FP.data.record
 *   FP.download(name, type, text)       `text`: one text, or an array of texts and blobs
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  // Texts

  /** A coordinate without an exponent. */
  function coordinate(value) {
    return value !== 0 && Math.abs(value) < 1e-6 ? value.toFixed(7).replace(/0+$/, '') : String(value);
  }

  /** The shortest text of a field's number, with an exponent of at least two digits. */
  function number(value) {
    const size = Math.abs(value);
    return size === 0 || size >= 1e-4 && size <= 9007199254740992 ? String(value)
      : value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }

  /** JSON text with escapes in upper case. */
  function quoted(value) {
    const text = JSON.stringify(value);
    return !text.includes('\\') ? text : text.replace(/\\(?:u[\da-f]{4}|.)/g, (escape) => {
      return escape[1] === 'u' ? `\\u${escape.slice(2).toUpperCase()}` : escape;
    });
  }

  /** Whether a spreadsheet would take a text for a formula: as FormulaText.swift. */
  function isFormula(value) {
    return typeof value === 'string' && /^(?:[=@\t\r]|[+-](?![\d ,."]*$))/.test(value);
  }

  /** A text as a cell. Empty text is quoted, so that it differs from null. */
  function cell(text, guards) {
    const plain = guards && isFormula(text) ? `'${text}` : text;
    return text === '' || /[",\r\n]|^ | $/.test(text) ? `"${plain.replace(/"/g, '""')}"` : plain;
  }

  // Records

  class Exporting {
    constructor(layer) {
      const kinds = {}, fields = layer.fields || [];
      fields.forEach((field) => { kinds[field.name] = field; });
      this.layer = layer;
      this.form = layer.exported;
      this.columns = this.form.columns.map((column) => {
        const field = kinds[column.name] || {};
        return {
          name: column.name, key: `${quoted(column.name)}:`, slot: column.slot,
          identity: column.identity, isComputed: Boolean(field.isComputed),
          // Integers that a script can't hold are texts in the data.
          isNumber: field.type === 'number' || field.type === 'id'
        };
      });
      // With a byte order mark, spreadsheets read all letters correctly.
      this.head = `\ufeff${this.columns.map((column) => column.name).concat(this.form.coordinates)
        .map((name) => cell(name)).join(',')}\r\n`;
      this.collection = `{"type":"FeatureCollection","name":${quoted(layer.title)},"features":[\n`;
      this.end = '\n]}\n';
    }

    value(column, record) {
      return column.identity === undefined ? record.slots(column.slot)
        : record.identities(column.identity);
    }

    row(record) {
      const cells = this.columns.map((column) => {
        const value = this.value(column, record);
        if (value === null) return '';
        if (typeof value === 'boolean' && !column.isComputed) return value ? '1' : '0';
        if (typeof value === 'number' && !column.isComputed) return number(value);
        return typeof value === 'string' ? cell(value, this.layer.guardsFormulas) : String(value);
      });
      (this.form.position || []).forEach((slot) => {
        const value = record.slots(slot);
        cells.push(typeof value === 'number' ? coordinate(value) : '');
      });
      return `${cells.join(',')}\r\n`;
    }

    member(column, record) {
      const value = this.value(column, record);
      if (typeof value === 'string') {
        return column.key + (column.isNumber && /^-?\d{16,}$/.test(value) ? value : quoted(value));
      }
      return column.key + (typeof value === 'number' && !column.isComputed ? number(value) : value);
    }

    feature(record) {
      const members = this.columns.map((column) => this.member(column, record)).join(',');
      const style = record.slots(this.form.style) || '';
      return `{"type":"Feature","properties":{${members}${members ? style : style.slice(1)}},` +
        `"geometry":${this.geometry(record)}}`;
    }

    geometry(record) {
      const text = record.slots(this.form.geometry);
      if (text !== null || !this.form.position) return String(text);
      // Points of two coordinates have no text of their own.
      const position = this.form.position.map((slot) => record.slots(slot));
      return typeof position[0] !== 'number' ? 'null'
        : `{"type":"Point","coordinates":[${position.map(coordinate).join(',')}]}`;
    }
  }

  FP.Exporting = Exporting;

  FP.geoJSON = (record) => {
    const layer = record.layer, file = Math.floor(record.index / FP.data.exportedSize(layer));
    return FP.data.exported(layer, file)
      .then((records) => `${new Exporting(layer).feature(records(record.index))}\n`);
  };

  FP.download = (name, type, text) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([].concat(text), { type }));
    link.download = name;
    // A click outside an open menu closes it.
    link.addEventListener('click', (event) => { event.stopPropagation(); });
    document.body.appendChild(link);
    link.click();
    link.remove();
    setTimeout(() => { URL.revokeObjectURL(link.href); }, 60000);
  };
})();
