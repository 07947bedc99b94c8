/*
 * Some records as a GeoPackage 1.3, with the columns that the GeoPackage of their layer has. It has
 * no spatial index, which the few records of a filter don't need.
 *
 *   store = new FP.StoreExport(layer)    store.add(record) for each; store.finish() → array of bytes
 *
 * A record is one of FP.data.exported.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const names = ['GEOMETRY', 'POINT', 'LINESTRING', 'POLYGON', 'MULTIPOINT', 'MULTILINESTRING',
    'MULTIPOLYGON'];
  const kinds = { Point: 1, LineString: 2, Polygon: 3, MultiPoint: 4, MultiLineString: 5, MultiPolygon: 6 };
  const degrees = 4326;

  // Metadata (GeoPackage 1.3, annex C)

  const systems = [
    ['Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'],
    ['Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'],
    ['WGS 84 geodetic', degrees, 'EPSG', degrees,
      'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,' +
      'AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,' +
      'AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],' +
      'AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]',
      'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid']
  ];

  const tables = {
    gpkg_spatial_ref_sys: ['srs_name TEXT NOT NULL,srs_id INTEGER NOT NULL PRIMARY KEY,' +
      'organization TEXT NOT NULL,organization_coordsys_id INTEGER NOT NULL,definition TEXT NOT NULL,' +
      'description TEXT', { id: 1 }],
    gpkg_contents: ['table_name TEXT NOT NULL PRIMARY KEY,data_type TEXT NOT NULL,identifier TEXT UNIQUE,' +
      'description TEXT DEFAULT \'\',last_change DATETIME NOT NULL ' +
      'DEFAULT (strftime(\'%Y-%m-%dT%H:%M:%fZ\',\'now\')),min_x DOUBLE,min_y DOUBLE,max_x DOUBLE,' +
      'max_y DOUBLE,srs_id INTEGER,CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) ' +
      'REFERENCES gpkg_spatial_ref_sys(srs_id)', { uniques: [[0], [2]] }],
    gpkg_geometry_columns: ['table_name TEXT NOT NULL,column_name TEXT NOT NULL,' +
      'geometry_type_name TEXT NOT NULL,srs_id INTEGER NOT NULL,z TINYINT NOT NULL,m TINYINT NOT NULL,' +
      'CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),' +
      'CONSTRAINT uk_gc_table_name UNIQUE (table_name),' +
      'CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),' +
      'CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)',
    { uniques: [[0, 1], [0]] }],
    gpkg_data_columns: ['table_name TEXT NOT NULL,column_name TEXT NOT NULL,name TEXT,title TEXT,' +
      'description TEXT,mime_type TEXT,constraint_name TEXT,' +
      'CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),CONSTRAINT gdc_tn UNIQUE (table_name, name)',
    { uniques: [[0, 1], [0, 2]] }],
    gpkg_data_column_constraints: ['constraint_name TEXT NOT NULL,constraint_type TEXT NOT NULL,value TEXT,' +
      'min NUMERIC,min_is_inclusive BOOLEAN,max NUMERIC,max_is_inclusive BOOLEAN,description TEXT,' +
      'CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value)', { uniques: [[0, 1, 2]] }],
    gpkg_extensions: ['table_name TEXT,column_name TEXT,extension_name TEXT NOT NULL,' +
      'definition TEXT NOT NULL,scope TEXT NOT NULL,' +
      'CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)', { uniques: [[0, 1, 2]] }]
  };

  // Geometries

  /** Well-known binary, little-endian. */
  class Binary {
    constructor(size) {
      this.view = new DataView(new ArrayBuffer(size));
      this.length = 0;
    }

    byte(value) {
      this.view.setUint8(this.length, value);
      this.length += 1;
    }

    integer(value) {
      this.view.setInt32(this.length, value, true);
      this.length += 4;
    }

    numbers(values) {
      values.forEach((value, at) => { this.view.setFloat64(this.length + at * 8, value, true); });
      this.length += values.length * 8;
    }

    positions(list) {
      this.integer(list.length);
      list.forEach((position) => { this.numbers(position); });
    }

    geometry(kind, coordinates, hasZ) {
      this.byte(1);
      this.integer(kind + (hasZ ? 1000 : 0));
      if (kind === 1) this.numbers(coordinates);
      if (kind === 2) this.positions(coordinates);
      if (kind < 3) return;
      this.integer(coordinates.length);
      coordinates.forEach((part) => {
        if (kind === 3) this.positions(part); else this.geometry(kind - 3, part, hasZ);
      });
    }
  }

  /** The positions of a geometry, whatever its kind. */
  function positionsOf(coordinates) {
    return typeof coordinates[0] === 'number' ? [coordinates] : coordinates.flatMap(positionsOf);
  }

  /** Makes a box include a position. */
  function extend(box, x, y) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }

  function quoted(name) { return `"${name.replace(/"/g, '""')}"`; }

  class StoreExport {
    constructor(layer) {
      this.layer = layer;
      this.exporting = new FP.Exporting(layer);
      this.form = layer.exported.store;
      // The longest index has one page: the names of all columns.
      const size = this.form.columns.reduce((sum, column) => {
        return sum + 2 * (column[0].length + this.form.table.length) + 20;
      }, 0);
      this.file = new FP.SQLiteFile(size < 12000 ? 16384 : 65536,
        { applicationID: 0x47504b47, userVersion: 10300 });
      this.rows = this.file.table();
      this.count = 0;
      this.seen = { kinds: new Set(), withZ: 0, all: 0 };
      this.box = [Infinity, Infinity, -Infinity, -Infinity];
    }

    add(record) {
      const { columns } = this.exporting;
      const values = columns.map((column, at) => {
        const value = this.exporting.value(column, record), type = this.form.columns[at][1];
        if (column.isNumber && typeof value === 'string' && /^-?\d{16,}$/.test(value)) return BigInt(value);
        if (type.startsWith('TEXT')) return value === null ? null : String(value);
        return typeof value === 'boolean' ? Number(value) : value;
      });
      const shape = this.form.geometry ? [this.blob(record)] : [];
      this.count += 1;
      this.rows.add([null, ...shape, ...values], this.count);
    }

    /** The geometry with the header of GeoPackage, or null. */
    blob(record) {
      const text = this.exporting.geometry(record);
      if (text === 'null') return null;
      const { type, coordinates } = JSON.parse(text);
      const positions = positionsOf(coordinates), hasZ = positions[0].length > 2;
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      positions.forEach(([x, y]) => { extend(box, x, y); });
      extend(this.box, box[0], box[1]);
      extend(this.box, box[2], box[3]);
      this.seen.kinds.add(kinds[type]);
      this.seen.all += 1;
      this.seen.withZ += hasZ ? 1 : 0;
      // Counts and kinds have 9 bytes at most for each position.
      const binary = new Binary(64 + positions.length * 33);
      [0x47, 0x50, 0, type === 'Point' ? 1 : 3].forEach((byte) => { binary.byte(byte); });
      binary.integer(degrees);
      if (type !== 'Point') binary.numbers([box[0], box[2], box[1], box[3]]);
      binary.geometry(kinds[type], coordinates, hasZ);
      return new Uint8Array(binary.view.buffer, 0, binary.length);
    }

    /** The declared type of the geometries: the layer's, unless a record has another. */
    get shape() {
      const wanted = this.form.shape;
      return [...this.seen.kinds].every((kind) => names[kind] === wanted) ? wanted : names[0];
    }

    finish() {
      const { table, geometry, columns } = this.form, { all, withZ } = this.seen;
      const parts = ['"fid" INTEGER PRIMARY KEY NOT NULL']
        .concat(geometry ? `${quoted(geometry)} ${this.shape}` : [])
        .concat(columns.map((column) => `${quoted(column[0])} ${column[1]}`));
      this.file.add(table, `CREATE TABLE ${quoted(table)} (${parts.join(', ')})`, this.rows.root());
      const z = withZ === 0 ? 0 : withZ === all ? 1 : 2;
      const box = this.box[0] <= this.box[2] ? this.box : [null, null, null, null];
      const titled = columns.filter((column) => column[2] || column[3]);
      const rows = {
        gpkg_spatial_ref_sys: systems,
        gpkg_contents: [[table, geometry ? 'features' : 'attributes', this.layer.title, '',
          this.form.lastChange, ...box, geometry ? degrees : null]],
        gpkg_geometry_columns: geometry ? [[table, geometry, this.shape, degrees, z, 0]] : [],
        gpkg_data_columns: titled.map(([name, , title, field]) => {
          return [table, name, field, title, null, null, null];
        }),
        gpkg_data_column_constraints: [],
        gpkg_extensions: ['gpkg_data_columns', 'gpkg_data_column_constraints'].map((name) => {
          return [name, null, 'gpkg_schema', 'http://www.geopackage.org/spec130/#extension_schema',
            'read-write'];
        })
      };
      Object.keys(tables).forEach((name) => {
        const [sql, keys] = tables[name];
        this.file.addSmall(name, `CREATE TABLE ${name} (${sql})`, rows[name], keys);
      });
      return this.file.finish();
    }
  }

  FP.StoreExport = StoreExport;
})();
