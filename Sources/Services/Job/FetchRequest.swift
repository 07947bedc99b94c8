package import MapModel
package import Packages

/// What to fetch, and where to.
package struct FetchRequest: Sendable {
  /// The map, service or layer.
  package var source: FetchSource
  /// The folder to write.
  package var output: String
  /// IDs or titles of the layers to fetch; empty for all.
  package var layers: [String] = []
  /// The part of the data to fetch.
  package var part = FetchPart()
  /// Finds an area that only the map names, such as a bookmark. It can ask for the shapes of the
  /// features of a layer that pass a filter.
  package var areaOfMap: (@Sendable (WebMap, LayerShapeReader) async throws -> AreaOfInterest?)?
  /// Whether to fetch attachments.
  package var withPhotos = true
  /// Whether to replace a folder that was fetched before.
  package var overwrite = false
  /// What to sign in with; nil for nothing.
  package var credential: Credential?
  /// The portal that the user named; nil for that of the source.
  package var portal: WebAddress?

  /// A request for everything.
  package init(source: FetchSource, output: String) {
    (self.source, self.output) = (source, output)
  }
}

/// What was fetched, or would be.
package struct FetchReport: Sendable {
  /// A layer or table.
  package struct Table: Sendable, Equatable {
    /// Its title in the map.
    package let title: String
    package let rows: Int
    package let attachments: Int
    /// The size of all attachments.
    package let attachmentBytes: Int
    /// How many of the rows earlier runs had received.
    package var keptRows = 0
    /// Rows that came, went and changed since the folder was fetched before; nil if it wasn't.
    package var change: (came: Int, went: Int, changed: Int?)?

    package static func == (first: Table, second: Table) -> Bool {
      first.title == second.title && first.rows == second.rows
        && first.attachments == second.attachments
        && first.attachmentBytes == second.attachmentBytes && first.keptRows == second.keptRows
        && first.change?.came == second.change?.came && first.change?.went == second.change?.went
        && first.change?.changed == second.change?.changed
    }
  }

  /// The title of the map.
  package let title: String
  /// In the order of the map.
  package let tables: [Table]
  /// The titles of layers with records that are not from a service.
  package let skipped: [String]
}
