import Bytes
import Records
import SQLiteFile

/// The table `images` of MBTiles that store equal tiles once. Tiles name an image by its ID.
struct SharedImages: Sendable {
  let name: String
  private let database: DatabaseReader
  private let table: StoredTable
  private let indexes: (id: Int, image: Int)
  private var contents: RowContents

  /// Finds the table and its columns; nil if there is none.
  init?(_ database: DatabaseReader) throws {
    guard database.object(.table, named: "images") != nil else { return nil }
    let table = try database.table(named: "images")
    guard let id = table.column(named: "tile_id").flatMap({ table.recordIndexes[$0] }),
      let image = table.column(named: "tile_data").flatMap({ table.recordIndexes[$0] }),
      !table.isWithoutRowid
    else { return nil }
    name = table.name
    self.table = table
    self.database = database
    indexes = (id, image)
    contents = try RowContents(of: table, index: image, in: database)
  }

  /// Where an image is.
  struct Image: Sendable {
    var rowid: Int64
    var length: Int
  }

  /// The images by the digests of their IDs.
  func images() throws -> [IDDigest: Image] {
    var images: [IDDigest: Image] = [:]
    var cursor = try database.cursor(over: table)
    var layout = RecordLayout()
    // IDs often come after the image, so whole rows are read.
    while try cursor.next() {
      try cursor.layOut(&layout)
      let rowid = cursor.rowid
      try cursor.withRecord { record in
        guard layout.count > max(indexes.id, indexes.image),
          let image = layout.stored(indexes.image)?.range
        else { throw TilesError.badRow(table: name, rowid: rowid, expected: "an ID and an image") }
        let id = IDDigest(SQLValue(layout.value(indexes.id, in: record), of: record))
        images[id] = Image(rowid: rowid, length: image.count)
      }
    }
    return images
  }

  /// Reads the image of a row.
  mutating func image(ofRow rowid: Int64) throws -> [UInt8] { try contents.read(rowid) }

  /// A short form of an ID of any type.
  struct IDDigest: Hashable, Sendable {
    private let halves: SIMD2<UInt64>

    init(_ id: SQLValue) {
      var encoder = RecordEncoder()
      encoder.append(id)
      var bytes: [UInt8] = []
      encoder.write(to: &bytes)
      let digest = SHA256.of(bytes.span)
      halves = SIMD2(digest.span.bigEndianUInt64(at: 0), digest.span.bigEndianUInt64(at: 8))
    }
  }
}
