package import MapModel

/// How photos travel in a package.
package enum PhotoStorage: String, Sendable {
  /// As files beside the store, as QField keeps them.
  case files
  /// In the store's rows.
  case blobs
}

/// Which rows of a geodatabase are read.
enum GeodatabaseState: Sendable {
  case current
  /// Of a replica, those that were downloaded.
  case downloaded
}

/// Where the project for QGIS and QField is.
package enum ProjectPlace: String, Sendable {
  /// A file at the root of the package; a bare store has none.
  case file
  /// In the store.
  case embedded
}

/// What the user asks for.
package struct BuildRequest: Sendable {
  /// The web map's file.
  package var map: String
  /// The web map itself, where no file holds it.
  var mapDocument: [UInt8]?
  /// The data folder, or one file.
  package var data: String
  /// A bindings document; `nil` takes the data folder's own.
  package var bindings: String?
  /// The text of `--area`; `nil` packs everything.
  package var area: String?
  /// The scales of the package; `nil` takes the map's.
  package var scale: ScaleRange?
  /// Layers and tables to leave out, by title or id.
  package var without: [String] = []
  package var photos = PhotoStorage.files
  /// The programs that are to open the package: each has a store of its own.
  package var programs = Set<PackageProgram>.all
  package var project = ProjectPlace.file
  /// What people call the map; `nil` takes the map's own title, else its file's name.
  package var title: String?
  /// Findings from this severity on stop the build.
  package var failOn = Severity.error
  /// Makes the pages that the package carries of itself, from its store; `nil` for none.
  /// Called when the store is whole, and before the package is.
  package var review: (@Sendable (OpenPackage, BuildReport) async throws -> [PackageFile])?
  /// What is taken of geodatabases to be compared, whole and each table once, without the map's
  /// filters; `nil` for a package as people want it.
  var compares: GeodatabaseState?
  /// The time written into the package, in milliseconds since 1970 UTC.
  package var now: Int64

  package init(map: String, data: String, now: Int64) {
    self.map = map
    self.data = data
    self.now = now
  }
}

/// A file that goes into a package as it is.
package struct PackageFile: Sendable, Equatable {
  /// Below the folder it is for.
  package var path: String
  package var content: [UInt8]

  /// A file from its parts.
  package init(path: String, content: [UInt8]) {
    self.path = path
    self.content = content
  }
}

/// How far a job has come.
package struct JobProgress: Sendable {
  /// What is being done, such as `Packing`.
  package var phase: String
  /// To which layer, table or file.
  package var subject: String
  /// In bytes, or in records where a site is rendered.
  package var done: Int
  /// 0 when it is not known.
  package var total: Int

  package init(phase: String, subject: String, done: Int, total: Int) {
    self.phase = phase
    self.subject = subject
    self.done = done
    self.total = total
  }
}
