// The ledger: what was merged into a store or a folder of data. It is a JSON text in the store
// (`urn:fieldpack:merge:1`), or the folder's file `fieldpack-merges.json`:
//
//   format         "fieldpack.merges/1"
//   merges[]       oldest first
//     time         when, as text
//     by           who is responsible for the merge; missing if nobody is named
//     decisions    how many decisions were applied; missing if 0
//     added, updated, deleted, conflicts
//                  how many records and conflicts; older versions didn't write them
//     packages[]   the merged packages
//       name       the file's name
//       packageId  the id of the package as issued; null if unknown
//       crew       identifies the crew; several crews may have copies of one package
//       content    SHA-256 of its store as it was read
//       changes    how many changes it contained
//       marks      how many fingerprints those changes have
//       missing    how many attachments were missing; left out if 0
//   changes        a fingerprint of 16 hexadecimal digits for each change ever merged, ascending,
//                  one after the other
//
// A package may be merged twice, or again with more edits. Because of the fingerprints only its new
// changes are added, even if the office has since changed or deleted what was merged before.

import Bytes
import FeatureData
package import GeoPackage
import OrderedJSON
import Records
import SQLiteFile

/// The packages and changes that were merged into a store.
package struct MergeLedger: Sendable, Equatable {
  /// The standard that identifies the text among the store's metadata.
  package static let standard = "urn:fieldpack:merge:1"
  private static let format = "fieldpack.merges/1"

  /// The merges, oldest first.
  package var merges: [Merge] = []
  /// The fingerprints of all merged changes; see ``ChangeFingerprint``.
  package var changes: Set<UInt64> = []

  /// One run of merge.
  package struct Merge: Sendable, Equatable {
    /// The time, in milliseconds since 1970 UTC.
    package var time: Int64
    /// The merged packages.
    package var packages: [Package]
    /// Who is responsible for the merge.
    package var by: String?
    /// How many decisions were applied.
    package var decisions = 0
    /// The counts of the result; nil if they were not recorded.
    package var counts: Counts?
  }

  /// How many records a merge changed, and how many conflicts it had.
  package struct Counts: Sendable, Equatable {
    package var added = 0
    package var updated = 0
    package var deleted = 0
    package var conflicts = 0
  }

  /// A merged package.
  package struct Package: Sendable, Equatable {
    package var name: String
    package var packageID: String?
    package var content: String
    package var changeCount: Int
    /// Identifies the crew; see ``CrewIdentities``.
    package var identity: String
    package var fingerprintCount: Int
    /// How many attachments were missing.
    package var missingAttachments = 0
  }

  /// An empty ledger.
  package init() {}

  /// The ledger of a store; empty if nothing was ever merged into it.
  ///
  /// - Throws: `GeoPackageError` if the metadata cannot be read, `MergingError.ledgerDamaged`.
  package init(of store: GeoPackageReader) throws {
    guard let text = try store.metadata().first(where: { $0.standard == Self.standard })?.text
    else {
      self.init()
      return
    }
    try self.init(Array(text.utf8), path: store.database.region.path)
  }

  /// The name of the file that holds the ledger of a folder of data.
  package static let fileName = "fieldpack-merges.json"

  /// The ledger of a folder of data; empty if nothing was ever merged into it.
  ///
  /// - Throws: `BytesError`, `MergingError.ledgerDamaged`.
  package init(ofFolder path: String) throws {
    guard let file = try FolderFiles(path).open(Self.fileName) else {
      self.init()
      return
    }
    try self.init(
      try file.read(at: 0, count: file.size), path: "\(path)/\(Self.fileName)")
  }

  private init(_ text: [UInt8], path: String) throws {
    guard let json = try? JSONParser.parse(text),
      json["format"]?.string == Self.format, let merges = json["merges"]?.array,
      let changes = json["changes"]?.string.flatMap(Self.fingerprints)
    else { throw MergingError.ledgerDamaged(path: path) }
    self.merges = merges.map(Merge.init)
    self.changes = changes
  }

  /// Whether a package with this content was merged before, with all its attachments.
  package func holds(content: String) -> Bool {
    holds(content: content, missingAttachments: 0)
  }

  /// Whether a package with this content was merged before, with the same number of missing
  /// attachments.
  package func holds(content: String, missingAttachments: Int) -> Bool {
    merges.contains {
      $0.packages.contains { $0.content == content && $0.missingAttachments == missingAttachments }
    }
  }

  /// The ledger as the store keeps it.
  package var metadata: GeoPackageMetadata {
    let root: JSON = [
      "format": .string(Self.format), "merges": .array(merges.map(\.json)),
      "changes": .string(Self.digits(of: changes)),
    ]
    return GeoPackageMetadata(
      standard: Self.standard, mimeType: "application/json",
      text: String(decoding: JSONWriter.write(root), as: UTF8.self))
  }

  /// Fingerprints as hexadecimal digits, ascending.
  private static func digits(of fingerprints: Set<UInt64>) -> String {
    var digits: [UInt8] = []
    append(digitsOf: fingerprints, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Appends fingerprints as hexadecimal digits, ascending.
  static func append(digitsOf fingerprints: Set<UInt64>, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + fingerprints.count * 16)
    for number in fingerprints.sorted() {
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 15
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  /// The fingerprints in a text of hexadecimal digits; nil if the text is invalid.
  static func fingerprints(_ text: String) -> Set<UInt64>? {
    let bytes = Array(text.utf8)
    guard bytes.count % 16 == 0 else { return nil }
    var changes: Set<UInt64> = []
    changes.reserveCapacity(bytes.count / 16)
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let digits = String(decoding: bytes[start..<start + 16], as: UTF8.self)
      guard let number = UInt64(digits, radix: 16) else { return nil }
      changes.insert(number)
    }
    return changes
  }
}

extension MergeLedger.Merge {
  fileprivate init(_ json: JSON) {
    time = json["time"]?.string.flatMap { DateText.milliseconds($0) } ?? 0
    packages = (json["packages"]?.array ?? []).map { package in
      MergeLedger.Package(
        name: package["name"]?.string ?? "", packageID: package["packageId"]?.string,
        content: package["content"]?.string ?? "", changeCount: package["changes"]?.int ?? 0,
        identity: package["crew"]?.string ?? "", fingerprintCount: package["marks"]?.int ?? 0,
        missingAttachments: package["missing"]?.int ?? 0)
    }
    by = json["by"]?.string
    decisions = json["decisions"]?.int ?? 0
    if let added = json["added"]?.int, let updated = json["updated"]?.int,
      let deleted = json["deleted"]?.int, let conflicts = json["conflicts"]?.int
    {
      counts = .init(added: added, updated: updated, deleted: deleted, conflicts: conflicts)
    }
  }

  fileprivate var json: JSON {
    var members: JSONObject = ["time": .string(DateText.dateTime(time))]
    if let by { members.append("by", .string(by)) }
    if decisions > 0 { members.append("decisions", .number(decisions)) }
    if let counts {
      members.append("added", .number(counts.added))
      members.append("updated", .number(counts.updated))
      members.append("deleted", .number(counts.deleted))
      members.append("conflicts", .number(counts.conflicts))
    }
    members.append(
      "packages",
      .array(
        packages.map { package in
          var members: JSONObject = [
            "name": .string(package.name),
            "packageId": package.packageID.map { .string($0) } ?? .null,
            "crew": .string(package.identity), "content": .string(package.content),
            "changes": .number(package.changeCount),
            "marks": .number(package.fingerprintCount),
          ]
          if package.missingAttachments > 0 {
            members.append("missing", .number(package.missingAttachments))
          }
          return .object(members)
        }))
    return .object(members)
  }
}
