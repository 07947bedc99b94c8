// A change file holds what a crew changed in a package, small enough to collect by the thousand. It
// is an archive:
//
//   fieldpack.changes.json   about the package it was made from; see ChangeFile
//   fieldpack.json           the manifest of that package, if it had one
//   data.gpkg                as returned: the changed records, and those that a merge has to look up
//   base/data.gpkg           the same records as issued
//   issued/N                 the GlobalIDs that table N was issued with: 16 bytes each, ascending
//   DCIM/…                   new and changed attachments that are files, at their paths
//
// A merge reads it like the package. Records that nobody changed are not in it, so what concerns
// all records of a table, such as their number, is in fieldpack.changes.json.

package import FeatureData
import MapModel

/// What a change file says about the package that it was made from.
package struct ChangeFile: Sendable {
  /// The version of the format.
  static let format = "fieldpack.changes/1"
  /// The path of the document in a change file.
  package static let path = "fieldpack.changes.json"
  /// The usual ending of a change file's name.
  package static let ending = ".changes"

  /// The file name of the package, as a merge of the package would show it.
  package var name: String
  /// The kind of store that the crew edited.
  package var store: PackageStore
  /// The digest of that store's content; see ``OpenPackage/contentDigest()``.
  package var content: String
  /// What the geodatabases say about themselves; nil for a GeoPackage.
  var geodatabase: GeodatabaseOrigin?
  /// Whether the store's tables were copies for the field; see ``OfflineCopy``.
  var isOfflineCopy = false
  /// The names under which tables of the store are used, if they aren't their own.
  let names: [(stored: String, alias: String)]
  /// The names under which tables of the base are used.
  package var baseNames: [(stored: String, alias: String)] = []
  /// The tables that were compared, by the names under which they are used.
  package var tables: [Table] = []
  /// The links whose records are included.
  package var links: [Link] = []

  /// What concerns all records of a table.
  package struct Table: Sendable {
    package var name: String
    /// How many records it was issued and returned with.
    package var issued: Int
    package var returned: Int
    /// How many of its attachments are files whose records nobody changed.
    package var unchangedFiles = 0
    /// The GlobalIDs that it was issued with, ascending, if a merge needs them.
    package var identities: [GlobalID]?

    /// Makes the entry of a table.
    package init(name: String, issued: Int, returned: Int) {
      (self.name, self.issued, self.returned) = (name, issued, returned)
    }

    /// Whether a GlobalID was issued; nil if the change file doesn't know.
    package func wasIssued(_ id: GlobalID) -> Bool? {
      guard let identities else { return nil }
      var (low, high) = (0, identities.count)
      while low < high {
        let middle = (low + high) / 2
        if identities[middle] < id { low = middle + 1 } else { high = middle }
      }
      return low < identities.count && identities[low] == id
    }
  }

  /// A link between tables: the fields by which records of one refer to records of the other.
  package struct Link: Sendable, Equatable {
    package var origin: String
    /// The key of the origin; nil for its row id.
    package var key: String?
    package var destination: String
    package var field: String

    /// Makes a link.
    package init(origin: String, key: String?, destination: String, field: String) {
      (self.origin, self.key) = (origin, key)
      (self.destination, self.field) = (destination, field)
    }

    /// Whether both are the same link. Names are compared ignoring case.
    package func isSame(as other: Link) -> Bool {
      origin.isSameName(as: other.origin) && destination.isSameName(as: other.destination)
        && field.isSameName(as: other.field)
        && (key.map { own in other.key.map(own.isSameName) ?? false } ?? (other.key == nil))
    }
  }

  /// Describes a package without its tables and links.
  ///
  /// - Throws: the errors of reading its content.
  package init(of package: OpenPackage, named name: String) throws {
    self.name = name
    store = package.kind
    content = try package.contentDigest()
    geodatabase = package.origin
    isOfflineCopy = package.isOfflineCopy
    names = package.otherNames
  }

  /// The entry of a table; nil if it was not compared.
  package func table(named name: String) -> Table? {
    tables.first { $0.name.isSameName(as: name) }
  }

  init(
    name: String, store: PackageStore, content: String, geodatabase: GeodatabaseOrigin?,
    names: [(stored: String, alias: String)]
  ) {
    (self.name, self.store, self.content) = (name, store, content)
    (self.geodatabase, self.names) = (geodatabase, names)
  }
}
