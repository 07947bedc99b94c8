/*
 * Records as GeoJSON (RFC 7946) and CSV (RFC 4180), with the bytes that the files of whole layers
 * have (DownloadFormat.swift). A record is one of FP.data.record: {index, lon, lat, slots(n)}.
 *
 *   FP.exporting(layer, {shapes})       → promise of {head, row(record)} for CSV and
 *                                         {collection, feature(record), end} for GeoJSON
 *   FP.geoJSON(record)                  → promise of the text of one record
 *   FP.download(name, type, text)       `text`: one text, or an array of texts
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  // Shapes

  function degrees(value) { return Math.round(value * 1e7) / 1e7; }

  /** The parts of a feature as lists of positions. */
  function partsOf(shapes, index) {
    const set = shapes.set, parts = [];
    for (let part = shapes.firstPart(index); part < set.features[index]; part += 1) {
      const positions = [];
      for (let v = shapes.partStart(part); v < set.parts[part]; v += 1) {
        positions.push(FP.mercator.unproject(set.originX + set.x[v] * set.stepX,
          set.originY + set.y[v] * set.stepY).map(degrees));
      }
      // Remove the closing position of a ring. It is added again when the ring is written.
      const last = positions[positions.length - 1];
      if (shapes.closed && positions.length > 1 && positions[0][0] === last[0] &&
        positions[0][1] === last[1]) positions.pop();
      if (positions.length) parts.push(positions);
    }
    return parts;
  }

  /** Twice the area of a ring; positive if it runs counterclockwise. */
  function area(ring) {
    return ring.reduce((sum, point, at) => {
      const next = ring[(at + 1) % ring.length];
      return sum + point[0] * next[1] - next[0] * point[1];
    }, 0);
  }

  function contains(ring, point) {
    let inside = false;
    ring.forEach((a, at) => {
      const b = ring[(at + 1) % ring.length];
      if ((a[1] > point[1]) !== (b[1] > point[1]) &&
        point[0] < (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1]) + a[0]) inside = !inside;
    });
    return inside;
  }

  /** Groups rings to polygons. A ring inside an odd number of others is a hole of the smallest one. */
  function polygons(rings) {
    const around = rings.map((ring, at) => rings.filter((other, index) => {
      return index !== at && Math.abs(area(other)) > Math.abs(area(ring)) &&
        contains(other, ring[0]);
    }));
    const result = new Map();
    function closed(ring, positive) {
      const first = ring[0], rest = ring.slice(1);
      return [first].concat(area(ring) > 0 === positive ? rest : rest.reverse(), [first]);
    }
    rings.forEach((ring, at) => {
      if (around[at].length % 2 === 0) result.set(ring, [closed(ring, true)]);
    });
    rings.forEach((ring, at) => {
      if (around[at].length % 2 === 0) return;
      const shell = around[at].reduce((a, b) => Math.abs(area(a)) < Math.abs(area(b)) ? a : b);
      if (result.has(shell)) result.get(shell).push(closed(ring, false));
    });
    return Array.from(result.values());
  }

  // Texts

  /** A coordinate without an exponent. */
  function coordinate(value) {
    return value !== 0 && Math.abs(value) < 1e-6 ? value.toFixed(7).replace(/0+$/, '') : String(value);
  }

  function coordinates(list) {
    return Array.isArray(list) ? `[${list.map(coordinates).join(',')}]` : coordinate(list);
  }

  /** The shortest text of a field's number, with an exponent of at least two digits. */
  function number(value) {
    const size = Math.abs(value);
    return size === 0 || size >= 1e-4 && size <= 9007199254740992 ? String(value)
      : value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }

  /** JSON text with escapes in upper case. */
  function quoted(value) {
    return JSON.stringify(value).replace(/\\(?:u[\da-f]{4}|.)/g, (escape) => {
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
    constructor(layer, identities, shapes) {
      const kinds = {}, fields = layer.fields || [];
      fields.forEach((field) => { kinds[field.name] = field; });
      this.layer = layer;
      this.form = layer.exported || { columns: [], coordinates: [] };
      this.columns = this.form.columns.map((column) => {
        const field = kinds[column.name] || {};
        return {
          name: column.name, key: `${quoted(column.name)}:`, slot: column.slot,
          identity: column.identity === undefined ? null : identities.columns[column.identity],
          isComputed: Boolean(field.isComputed),
          // Integers that a script can't hold are texts in the data.
          isNumber: field.type === 'number' || field.type === 'id'
        };
      });
      this.shapes = shapes;
      // With a byte order mark, spreadsheets read all letters correctly.
      this.head = `\ufeff${this.columns.map((column) => column.name).concat(this.form.coordinates)
        .map((name) => cell(name)).join(',')}\r\n`;
      this.collection = `{"type":"FeatureCollection","name":${quoted(layer.title)},"features":[\n`;
      this.end = '\n]}\n';
    }

    value(column, record) {
      return column.identity ? column.identity.text(record.index) : record.slots(column.slot);
    }

    row(record) {
      const cells = this.columns.map((column) => {
        const value = this.value(column, record);
        if (value === null) return '';
        if (typeof value === 'boolean' && !column.isComputed) return value ? '1' : '0';
        if (typeof value === 'number' && !column.isComputed) return number(value);
        return typeof value === 'string' ? cell(value, this.layer.guardsFormulas) : String(value);
      });
      if (this.form.coordinates.length) {
        [record.lon, record.lat].forEach((value) => {
          cells.push(typeof value === 'number' ? coordinate(value) : '');
        });
      }
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
      const points = this.layer.kind === 'point';
      if (points) {
        return typeof record.lon !== 'number' ? 'null'
          : `{"type":"Point","coordinates":${coordinates([record.lon, record.lat])}}`;
      }
      const parts = this.shapes ? partsOf(this.shapes, record.index) : [];
      if (!parts.length) return 'null';
      const kind = this.shapes.closed ? 'Polygon' : 'LineString';
      const list = this.shapes.closed ? polygons(parts) : parts;
      return list.length > 1 || this.form.isMultiple
        ? `{"type":"Multi${kind}","coordinates":${coordinates(list)}}`
        : `{"type":"${kind}","coordinates":${coordinates(list[0])}}`;
    }
  }

  FP.exporting = (layer, wanted) => {
    const hasIdentities = layer.exported.columns.some((column) => column.identity !== undefined);
    return Promise.all([
      hasIdentities ? FP.data.identities(layer.id) : null,
      wanted.shapes && layer.shapes ? FP.data.shapes(layer.id) : null
    ]).then((files) => {
      const shapes = files[1] && new FP.ShapeSet(files[1], layer.kind === 'polygon');
      return new Exporting(layer, files[0], shapes);
    });
  };

  FP.geoJSON = (record) => {
    return FP.exporting(record.layer, { shapes: true })
      .then((exporting) => `${exporting.feature(record)}\n`);
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
