import TestSupport
import Testing

/// An office's GeoPackage with constraints and triggers, and copies for two crews: `base.gpkg`,
/// `office.gpkg`, `one.gpkg`, `two.gpkg`.
struct OfficeDatabase {
  let folder: TemporaryFolder

  private static let schema = """
    CREATE TABLE species (fid INTEGER PRIMARY KEY AUTOINCREMENT, globalid TEXT, code TEXT UNIQUE,
      latin TEXT DEFAULT 'unknown', height REAL CHECK (height > 0), CONSTRAINT named CHECK (code <> 'ZZZ'));
    CREATE TABLE trees (fid INTEGER PRIMARY KEY, globalid TEXT NOT NULL UNIQUE,
      code TEXT REFERENCES species(code) ON DELETE RESTRICT, name TEXT COLLATE NOCASE);
    CREATE INDEX tall ON species(latin) WHERE height > 10;
    CREATE INDEX lowered ON trees(lower(name));
    CREATE VIEW oaks AS SELECT * FROM trees WHERE name LIKE '%oak%';
    CREATE TABLE audit (what TEXT);
    CREATE TRIGGER noted AFTER UPDATE OF name ON trees BEGIN INSERT INTO audit VALUES (new.name); END;
    CREATE TABLE visits (fid INTEGER PRIMARY KEY, globalid TEXT,
      tree INTEGER REFERENCES trees ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE, note TEXT);
    CREATE TABLE permits (fid INTEGER PRIMARY KEY, globalid TEXT, number TEXT,
      tree TEXT, FOREIGN KEY (tree) REFERENCES trees (globalid) ON UPDATE NO ACTION ON DELETE SET NULL);
    INSERT INTO gpkg_contents (table_name, data_type, identifier)
      VALUES ('species', 'attributes', 'species'), ('trees', 'attributes', 'trees'),
      ('visits', 'attributes', 'visits'), ('permits', 'attributes', 'permits');
    INSERT INTO species (globalid, code, latin, height) VALUES
      ('\(SmallCity.id(1))', 'QUGA', 'Quercus', 20), ('\(SmallCity.id(2))', 'ACMA', 'Acer', 9);
    INSERT INTO trees (globalid, code, name) VALUES ('\(SmallCity.id(11))', 'QUGA', 'Old oak');
    INSERT INTO visits (globalid, tree, note) VALUES ('\(SmallCity.id(21))', 1, 'first');
    INSERT INTO permits (globalid, number, tree) VALUES
      ('\(SmallCity.id(31))', 'P-1', '\(SmallCity.id(11))'), ('\(SmallCity.id(32))', 'P-2', NULL);
    """

  /// The tables that every GeoPackage has.
  static let catalog = """
    PRAGMA application_id = 1196444487; PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY,
      organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL,
      definition TEXT NOT NULL, description TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
      identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME NOT NULL
      DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE,
      max_y DOUBLE, srs_id INTEGER);
    """

  init() async throws {
    folder = try TemporaryFolder()
    try await sql("base.gpkg", Self.catalog + Self.schema)
    for name in ["office.gpkg", "one.gpkg", "two.gpkg"] {
      try folder.write(try folder.read("base.gpkg"), to: name)
    }
  }

  @discardableResult
  func sql(_ name: String, _ statements: String) async throws -> String {
    try await #require(Tool.sqlite3).output([folder.path(name), statements])
  }

  /// Merges packages of the base into the office's file, and writes `merged.gpkg`.
  func merge(
    _ packages: [String] = ["one.gpkg"], _ more: [String] = [], into current: String = "office.gpkg"
  ) async -> Session {
    await Session.run(
      ["merge", "--into", folder.path(current)] + packages.map { folder.path($0) }
        + ["--base", folder.path("base.gpkg"), "-o", folder.path("merged.gpkg"), "--force"] + more)
  }
}
