import Records
import SQLiteFile

/// The `CREATE TABLE` texts of the metadata tables (GeoPackage 1.3 annex C), and their unique
/// columns with an autoindex.
enum MetadataTables {
  static func spatialReferences(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_spatial_ref_sys",
      sql: "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL,"
        + "srs_id INTEGER NOT NULL PRIMARY KEY,organization TEXT NOT NULL,"
        + "organization_coordsys_id INTEGER NOT NULL,definition TEXT NOT NULL,description TEXT)",
      rows: rows, rowidColumn: 1)
  }

  static func contents(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_contents",
      sql: "CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY,"
        + "data_type TEXT NOT NULL,identifier TEXT UNIQUE,description TEXT DEFAULT '',"
        + "last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),"
        + "min_x DOUBLE,min_y DOUBLE,max_x DOUBLE,max_y DOUBLE,srs_id INTEGER,"
        + "CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) "
        + "REFERENCES gpkg_spatial_ref_sys(srs_id))",
      rows: rows, uniques: [[0], [2]])
  }

  static func geometryColumns(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_geometry_columns",
      sql: "CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL,"
        + "column_name TEXT NOT NULL,geometry_type_name TEXT NOT NULL,srs_id INTEGER NOT NULL,"
        + "z TINYINT NOT NULL,m TINYINT NOT NULL,"
        + "CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),"
        + "CONSTRAINT uk_gc_table_name UNIQUE (table_name),"
        + "CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),"
        + "CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) "
        + "REFERENCES gpkg_spatial_ref_sys (srs_id))",
      rows: rows, uniques: [[0, 1], [0]])
  }

  static func extensions(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_extensions",
      sql: "CREATE TABLE gpkg_extensions (table_name TEXT,column_name TEXT,"
        + "extension_name TEXT NOT NULL,definition TEXT NOT NULL,scope TEXT NOT NULL,"
        + "CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))",
      rows: rows, uniques: [[0, 1, 2]])
  }

  static func dataColumns(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_data_columns",
      sql: "CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL,column_name TEXT NOT NULL,"
        + "name TEXT,title TEXT,description TEXT,mime_type TEXT,constraint_name TEXT,"
        + "CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),"
        + "CONSTRAINT gdc_tn UNIQUE (table_name, name))",
      rows: rows, uniques: [[0, 1], [0, 2]])
  }

  static func dataColumnConstraints(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_data_column_constraints",
      sql: "CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT NOT NULL,"
        + "constraint_type TEXT NOT NULL,value TEXT,min NUMERIC,min_is_inclusive BOOLEAN,"
        + "max NUMERIC,max_is_inclusive BOOLEAN,description TEXT,"
        + "CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value))",
      rows: rows, uniques: [[0, 1, 2]])
  }

  static func metadata(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_metadata",
      sql: "CREATE TABLE gpkg_metadata (id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL,"
        + "md_scope TEXT NOT NULL DEFAULT 'dataset',md_standard_uri TEXT NOT NULL,"
        + "mime_type TEXT NOT NULL DEFAULT 'text/xml',metadata TEXT NOT NULL DEFAULT '')",
      rows: rows, rowidColumn: 0)
  }

  static func metadataReferences(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_metadata_reference",
      sql: "CREATE TABLE gpkg_metadata_reference (reference_scope TEXT NOT NULL,"
        + "table_name TEXT,column_name TEXT,row_id_value INTEGER,"
        + "timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),"
        + "md_file_id INTEGER NOT NULL,md_parent_id INTEGER,"
        + "CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),"
        + "CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id))",
      rows: rows)
  }

  static func relations(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkgext_relations",
      sql: "CREATE TABLE gpkgext_relations (id INTEGER PRIMARY KEY AUTOINCREMENT,"
        + "base_table_name TEXT NOT NULL,base_primary_column TEXT NOT NULL DEFAULT 'id',"
        + "related_table_name TEXT NOT NULL,related_primary_column TEXT NOT NULL DEFAULT 'id',"
        + "relation_name TEXT NOT NULL,mapping_table_name TEXT NOT NULL UNIQUE)",
      rows: rows, rowidColumn: 0, uniques: [[6]])
  }

  /// GDAL's table of row counts, which is not part of the format.
  static func rowCounts(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(
      name: "gpkg_ogr_contents",
      sql: "CREATE TABLE gpkg_ogr_contents(table_name TEXT NOT NULL PRIMARY KEY,"
        + "feature_count INTEGER DEFAULT NULL)",
      rows: rows, uniques: [[0]])
  }

  /// SQLite's table for AUTOINCREMENT.
  static func sequences(_ rows: [[SQLValue]]) -> DatabaseWriter.SmallTable {
    .init(name: "sqlite_sequence", sql: "CREATE TABLE sqlite_sequence(name,seq)", rows: rows)
  }
}
