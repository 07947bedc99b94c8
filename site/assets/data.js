/*
 * The site's data: loads the files that `fieldpack site` wrote to data/, decodes and caches them.
 *
 * All data is in classic scripts that call one function of `FP`, because a page opened from a disk
 * may load scripts but not fetch files. Numbers are Base64 of little-endian arrays.
 *
 *   data/meta.js            FP.meta({...})                title, layers, symbols, bookmarks
 *   data/LAYER/points.js    FP.points("LAYER", {...})     coordinates, class and id of each feature
 *   data/LAYER/shapes.js    FP.shapes("LAYER", {...})     the same for lines and polygons
 *   data/LAYER/names.js     FP.names("LAYER", {...})      the labels
 *   data/LAYER/columns.js   FP.columns("LAYER", {...})    the columns of the facets
 *   data/LAYER/search.js    FP.search("LAYER", {...})     one line of lower-case text per record
 *   data/LAYER/0007.js      FP.shard("LAYER", 7, {...})   pop-ups of records 7,000 to 7,999
 *   data/LAYER/exported-0003.js  FP.exported("LAYER", 3, {...})  values of 16 shards, for downloads
 *   data/basemap/14/20-45.js  FP.tiles("basemap/14/20-45", {...})  tiles of the base map
 *
 * The functions of `FP.data` return promises. Each file is loaded once.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  // Bytes

  /** The bytes of a Base64 text. */
  function bytes(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const result = new Uint8Array(binary.length);
    for (let i = 0; i < result.length; i += 1) result[i] = binary.charCodeAt(i);
    return result;
  }

  const arrays = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array };

  /** The numbers of a Base64 text. All machines with a modern browser are little-endian. */
  function numbers(text, form) {
    const raw = bytes(text || '');
    return form === 'u8' ? raw : new arrays[form](raw.buffer, raw.byteOffset, raw.byteLength /
      arrays[form].BYTES_PER_ELEMENT);
  }

  /** Small integers in one byte each, or in two if there are more than 256 values. */
  function codes(text, count) {
    const raw = bytes(text || '');
    return raw.length >= count * 2 && count > 0
      ? new Uint16Array(raw.buffer, raw.byteOffset, raw.byteLength / 2) : raw;
  }

  // Loading

  const scripts = Object.create(null);

  /** Loads a script once. Rejects with an error that names the file. */
  function script(source) {
    if (!scripts[source]) {
      scripts[source] = new Promise((resolve, reject) => {
        const tag = document.createElement('script');
        tag.src = source;
        tag.async = true;
        tag.onload = () => { tag.remove(); resolve(); };
        tag.onerror = () => {
          tag.remove();
          delete scripts[source];
          const what = source.startsWith('data/basemap/') ? 'base map' : 'data';
          reject(new Error(`Part of the ${what} can\u2019t be loaded (${source})`));
        };
        document.head.appendChild(tag);
      });
    }
    return scripts[source];
  }

  /** Values that scripts have delivered and nobody has used yet, by "kind/layer". */
  const delivered = Object.create(null);
  /** Promises of decoded files, by "kind/layer". */
  const kept = Object.create(null);

  ['points', 'shapes', 'names', 'columns', 'search'].forEach((kind) => {
    FP[kind] = (layer, value) => { delivered[`${kind}/${layer}`] = value; };
  });
  FP.shard = (layer, number, value) => { delivered[`shard/${layer}/${number}`] = value; };
  FP.exported = (layer, number, value) => { delivered[`exported/${layer}/${number}`] = value; };
  FP.tiles = (name, value) => { delivered[`tiles/${name}`] = value; };
  FP.meta = (value) => { delivered.meta = value; };

  /** Returns the value of a file. The page itself may have loaded it already. */
  function taken(key, source) {
    const here = delivered[key] !== undefined;
    return (here ? Promise.resolve() : script(source)).then(() => {
      const value = delivered[key];
      delete delivered[key];
      delete scripts[source];
      if (value === undefined) throw new Error(`${source} does not contain ${key}`);
      return value;
    });
  }

  function once(key, make) {
    if (!kept[key]) {
      kept[key] = make();
      kept[key].catch(() => { delete kept[key]; });
    }
    return kept[key];
  }

  function file(kind, layer, decode) {
    return once(`${kind}/${layer}`, () => {
      return taken(`${kind}/${layer}`, `data/${layer}/${kind}.js`).then(decode);
    });
  }

  // Meta

  function meta() {
    return once('meta', () => taken('meta', 'data/meta.js').then((value) => {
      value.byID = Object.create(null);
      value.layers.forEach((layer) => { value.byID[layer.id] = layer; });
      return value;
    }));
  }

  function layer(id) {
    return meta().then((site) => {
      if (!site.byID[id]) throw new Error(`This site has no layer ${id}`);
      return site.byID[id];
    });
  }

  // Points and shapes

  /** Adds the Web Mercator frame to quantized coordinates: meters = origin + q × step. */
  function framed(value, result) {
    const steps = value.bits === 32 ? 4294967295 : 65535;
    result.n = value.n;
    result.box = value.box;
    result.originX = value.box[0];
    result.originY = value.box[1];
    result.stepX = (value.box[2] - value.box[0]) / steps || 0;
    result.stepY = (value.box[3] - value.box[1]) / steps || 0;
    result.ids = value.ids || numbers(value.id, 'u32');
    result.classes = value['class'] ? codes(value['class'], value.n) : new Uint8Array(value.n);
    // Symbol properties that depend on a number of the feature, one byte each.
    ['size', 'color', 'opacity', 'angle'].forEach((name) => {
      if (value[name]) result[name] = numbers(value[name], 'u8');
    });
    return result;
  }

  function decodedPoints(value) {
    const form = value.bits === 32 ? 'u32' : 'u16';
    return framed(value, {
      kind: 'points', x: numbers(value.x, form), y: numbers(value.y, form),
      none: value.none ? new Set(value.none) : null
    });
  }

  function decodedShapes(value) {
    return framed(value, {
      kind: 'shapes', x: numbers(value.x, 'u32'), y: numbers(value.y, 'u32'),
      parts: numbers(value.parts, 'u32'), features: numbers(value.features, 'u32'),
      labelX: value.labelX ? numbers(value.labelX, 'u32') : null,
      labelY: value.labelY ? numbers(value.labelY, 'u32') : null
    });
  }

  // Labels

  /** Columns of labels, each with `text(i)`: a feature's label, or an empty text. */
  function decodedNames(value) {
    value.columns.forEach((column) => {
      const values = column.values;
      if (!column.codes) {
        column.text = (i) => values[i] || '';
        return;
      }
      const codes = numbers(column.codes, `u${column.bits}`);
      column.text = (i) => codes[i] ? values[codes[i] - 1] : '';
    });
    return value;
  }

  // Columns

  function decodedColumns(value) {
    Object.keys(value).forEach((name) => {
      const column = value[name];
      if (column.kind === 'category') {
        column.codes = numbers(column.codes, column.bits === 16 ? 'u16' : 'u8');
      } else {
        const wide = column.bits === 32;
        column.data = numbers(column.data, wide ? 'i32' : 'u16');
        column.none = wide ? -2147483648 : 65535;
      }
    });
    return value;
  }

  // Shards

  /** The most recently used shards, newest last. A page shows few of a city's hundreds of shards. */
  const recentShards = [];
  const shardsKept = 48;

  /** The number that each Base64 digit stands for, by its character code. */
  const digits = new Uint8Array(128);
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('')
    .forEach((digit, number) => { digits[digit.charCodeAt(0)] = number; });

  /** The code of the record at `row`: one Base64 digit, or two if there are more than 64 values. */
  function code(text, row, count) {
    if (count <= 64) return digits[text.charCodeAt(row)];
    return digits[text.charCodeAt(2 * row)] << 6 | digits[text.charCodeAt(2 * row + 1)];
  }

  /**
   * The value of a slot in the record at `row`. A column is [[v]] for all records, [[v0, v1, …]] with
   * one value per record, [[v0, v1, …], "AABA…"] by code, or the number of an equal column.
   */
  function valueIn(columns, slot, row) {
    let column = columns[slot];
    // Equal columns are written once: later ones refer to the first.
    if (typeof column === 'number') column = columns[column];
    if (!column) return null;
    const values = column[0];
    const value = column.length > 1 ? values[code(column[1], row, values.length)]
      : values[values.length === 1 ? 0 : row];
    return value === undefined ? null : value;
  }

  class Shard {
    constructor(value) {
      this.ids = value.ids;
      this.lon = value.lon;
      this.lat = value.lat;
      this.count = value.ids.length;
      this.columns = value.slots;
    }

    /** The value of a slot in the record at `row` of this shard. */
    value(slot, row) { return valueIn(this.columns, slot, row); }

    /** The record at `row` as a function from slot number to value, for `fill`. */
    row(row) {
      return (slot) => this.value(slot, row);
    }
  }

  function shard(layer, number) {
    const key = `shard/${layer}/${number}`;
    const recent = recentShards.indexOf(key);
    if (recent >= 0) recentShards.splice(recent, 1);
    recentShards.push(key);
    if (recentShards.length > shardsKept) delete kept[recentShards.shift()];
    return once(key, () => {
      const name = (`000${number}`).slice(-Math.max(4, String(number).length));
      return taken(key, `data/${layer}/${name}.js`).then((value) => new Shard(value));
    });
  }

  // Values for downloads

  const hex = Array.from({ length: 256 }, (_, byte) => {
    return byte.toString(16).padStart(2, '0').toUpperCase();
  });

  /** {8-4-4-4-12} of 16 bytes; null if all are zero. */
  function identity(raw, start) {
    let digits = '', any = 0;
    for (let at = 0; at < 16; at += 1) {
      any |= raw[start + at];
      digits += (at > 2 && at < 11 && at % 2 === 0 ? '-' : '') + hex[raw[start + at]];
    }
    return any ? `{${digits}}` : null;
  }

  /** Returns a function from the number of an identity and a row to its text, or null. */
  function decodedIdentities(columns) {
    const decoded = columns.map((column) => {
      return { raw: bytes(column.bytes), others: new Map(column.others) };
    });
    return (number, row) => {
      const { raw, others } = decoded[number];
      return others.has(row) ? others.get(row) : identity(raw, row * 16);
    };
  }

  /** The number of a layer's records in one file of values for downloads. */
  function exportedSize(layer) { return layer.exported.partSize * layer.exported.partsPerFile; }

  /**
   * One file of values for downloads, as a function from the index of a record to {slots(n),
   * identities(n)}. It is not kept, because a download of a city needs each file once.
   */
  function exported(layer, number) {
    const name = `exported-${(`000${number}`).slice(-Math.max(4, String(number).length))}`;
    const key = `exported/${layer.id}/${number}`;
    // Two downloads that are made at the same time share a file.
    return once(key, () => taken(key, `data/${layer.id}/${name}.js`)).then((value) => {
      delete kept[key];
      const size = layer.exported.partSize, first = number * exportedSize(layer);
      const identities = value.parts.map((part) => decodedIdentities(part.identities));
      return (index) => {
        const part = Math.floor((index - first) / size), row = (index - first) % size;
        return {
          slots: (slot) => valueIn(value.parts[part].slots, slot, row),
          identities: (number) => identities[part](number, row)
        };
      };
    });
  }

  /** Returns a shape with each `{"$": n}` replaced by slot n. `row` is a function or an array. */
  function fill(shape, row) {
    if (Array.isArray(shape)) return shape.map((item) => fill(item, row));
    if (shape === null || typeof shape !== 'object') return shape;
    if (typeof shape.$ === 'number') return typeof row === 'function' ? row(shape.$) : row[shape.$];
    const result = {};
    Object.keys(shape).forEach((name) => { result[name] = fill(shape[name], row); });
    return result;
  }

  function degrees(value) { return (value < 0 ? '\u2212' : '') + Math.abs(value).toFixed(5); }

  /** Adds to a view what follows from its position in the shard: id, link and coordinates. */
  function completed(view, layer, shard, row) {
    const id = shard.ids[row], lon = shard.lon ? shard.lon[row] : null;
    view.id = String(id);
    view.href = `feature.html#${layer.id}/${id}`;
    view.longitude = lon;
    view.latitude = lon === null ? null : shard.lat[row];
    view.coordinates = lon === null ? null : `${degrees(view.latitude)}, ${degrees(lon)}`;
    return view;
  }

  /** The record at `index` of a layer: its view for the templates, its slots and its location. */
  function record(layerID, index) {
    return layer(layerID).then((layer) => {
      const size = layer.shardSize || 1000;
      return shard(layerID, Math.floor(index / size)).then((shard) => {
        const row = index % size;
        if (index < 0 || row >= shard.count) throw new Error(`No record ${index} in ${layerID}`);
        const slots = shard.row(row);
        return {
          layer, index, id: shard.ids[row], slots,
          lon: shard.lon ? shard.lon[row] : null, lat: shard.lat ? shard.lat[row] : null,
          view: completed(fill(layer.shape, slots), layer, shard, row)
        };
      });
    });
  }

  /** What lists say of a record: {names: [text], symbol}. It doesn't fill the whole view. */
  function summary(layerID, index) {
    return layer(layerID).then((layer) => {
      const size = layer.shardSize || 1000, row = index % size, list = layer.list || {};
      return shard(layerID, Math.floor(index / size)).then((shard) => {
        function value(slot) { return typeof slot === 'number' ? shard.value(slot, row) : null; }
        const view = fill({ title: layer.shape.title, symbol: layer.shape.symbol }, shard.row(row));
        const names = [value(list.primary) || view.title || layer.title, value(list.secondary)];
        return { names: names.filter(Boolean), symbol: view.symbol };
      });
    });
  }

  /** The pop-up's labels of slots: {slot: label}. */
  function slotLabels(layer) {
    const labels = {};
    (layer.shape && layer.shape.elements || []).forEach((part) => {
      (part.fields && part.fields.rows || []).forEach((row) => {
        if (row.value && typeof row.value.$ === 'number') labels[row.value.$] = row.label;
      });
    });
    return labels;
  }

  // Finding records

  /** Ids in links are text. Searching a typed array of a city takes a tenth of a millisecond. */
  function indexOfID(ids, id) {
    if (ArrayBuffer.isView(ids)) return /^\d+$/.test(id) ? ids.indexOf(Number(id)) : -1;
    return ids.findIndex((each) => String(each) === String(id));
  }

  function ordered(a, b) {
    return typeof a === 'number' && typeof b === 'number' ? a - b
      : String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
  }

  /** The records of a table are sorted by id, so a binary search finds the shard with few loads. */
  function findInShards(layer, id, low, high) {
    if (low > high) return Promise.resolve(-1);
    const middle = (low + high) >> 1;
    return shard(layer.id, middle).then((shard) => {
      const numeric = typeof shard.ids[0] === 'number';
      const wanted = numeric ? Number(id) : String(id);
      const row = shard.ids.indexOf(wanted);
      if (row >= 0) return middle * (layer.shardSize || 1000) + row;
      if (ordered(wanted, shard.ids[0]) < 0) return findInShards(layer, id, low, middle - 1);
      return findInShards(layer, id, middle + 1, high);
    });
  }

  /** The index of the record with an id; −1 if there is none. */
  function find(layerID, id) {
    return layer(layerID).then((layer) => {
      if (layer.points || layer.shapes) {
        return (layer.points ? FP.data.points : FP.data.shapes)(layerID).then((set) => {
          return indexOfID(set.ids, id);
        });
      }
      return findInShards(layer, id, 0, (layer.shards || 1) - 1);
    });
  }

  FP.fill = fill;
  FP.data = {
    script,
    bytes,
    /** A block of tiles: at, sizes, images. It is not kept. */
    tiles(name) { return taken(`tiles/${name}`, `data/${name}.js`); },
    /** The site: data/meta.js, with `byID`, the layers by id. */
    meta,
    layer,
    /** Points: n, x, y (quantized), originX/Y, stepX/Y (meters), classes, ids. */
    points(layer) { return file('points', layer, decodedPoints); },
    /** Lines and polygons: like points, with parts, features (ends) and label positions. */
    shapes(layer) { return file('shapes', layer, decodedShapes); },
    /** The labels: columns, each with text(i). */
    names(layer) { return file('names', layer, decodedNames); },
    /** Columns by name: category {values, codes} or number {scale, data, none}. */
    columns(layer) { return file('columns', layer, decodedColumns); },
    /** The lines for searching.js. */
    search(layer) { return file('search', layer, FP.searching.decoded); },
    /** One shard: ids, lon, lat, count, value(slot, row), row(row). */
    shard,
    /** Values for downloads: the number of records in a file, and one file. */
    exportedSize,
    exported,
    /** {layer, index, id, slots(n), lon, lat, view}. */
    record,
    summary,
    slotLabels,
    find,
    /** The record with an id; rejects if there is none. */
    recordWithID(layer, id) {
      return Promise.all([FP.data.layer(layer), find(layer, id)]).then((both) => {
        if (both[1] < 0) throw new Error(`There is no record ${id} in ${both[0].title}`);
        return record(layer, both[1]);
      });
    },
    bytes
  };
})();
