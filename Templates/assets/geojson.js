/*
 * One record as GeoJSON (RFC 7946): attributes as stored, longitude and latitude.
 *
 *   FP.geoJSON(record)      → promise of an object; `record` is from FP.data.record
 *   FP.shapeGeometry(shapes, index)     the geometry of a feature in an FP.ShapeSet
 *   FP.download(name, type, text)       `text`: one text, or an array of texts
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

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
      const turned = area(ring) > 0 === positive ? ring.slice() : ring.slice().reverse();
      return turned.concat([turned[0]]);
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

  function oneOrMany(kind, list) {
    return list.length === 1 ? { type: kind, coordinates: list[0] }
      : { type: `Multi${kind}`, coordinates: list };
  }

  /** The geometry of a line or polygon; null if there is none. `shapes` is an FP.ShapeSet. */
  function shapeGeometry(shapes, index) {
    const parts = partsOf(shapes, index);
    if (!parts.length) return null;
    return shapes.closed ? oneOrMany('Polygon', polygons(parts)) : oneOrMany('LineString', parts);
  }

  function geometry(record) {
    if (record.layer.points) {
      const has = typeof record.lon === 'number' && typeof record.lat === 'number';
      return Promise.resolve(has ? { type: 'Point', coordinates: [record.lon, record.lat] } : null);
    }
    if (!record.layer.shapes) return Promise.resolve(null);
    const closed = record.layer.kind === 'polygon';
    return FP.data.shapes(record.layer.id).then((set) => {
      return shapeGeometry(new FP.ShapeSet(set, closed), record.index);
    });
  }

  FP.geoJSON = (record) => {
    const properties = {};
    (record.layer.rawFields || []).forEach((field) => {
      properties[field[0]] = record.slots(field[1]);
    });
    return geometry(record).then((found) => {
      return { type: 'Feature', id: record.id, geometry: found, properties };
    });
  };

  FP.shapeGeometry = shapeGeometry;

  FP.download = (name, type, text) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([].concat(text), { type }));
    link.download = name;
    document.body.appendChild(link);
    link.click();
    link.remove();
    setTimeout(() => { URL.revokeObjectURL(link.href); }, 60000);
  };
})();
