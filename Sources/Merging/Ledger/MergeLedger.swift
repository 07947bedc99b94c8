// What was merged into a store, as a JSON text in it (`urn:fieldpack:merge:1`), or into a folder of
// data, as its file `fieldpack-merges.json`:
//
//   format         "fieldpack.merges/1"
//   merges[]       oldest first
//     time         when, as text
//     by           who answers for it; left out where nobody is named
//     decisions    how many decisions of people went in; left out where none did
//     added, updated, deleted, conflicts
//                  how many records, and how many conflicts; of older versions none is there
//     packages[]   what came in
//       name       the file's name
//       packageId  the package it was built as; null where nothing tells
//       crew       tells crews with copies of one package apart
//       content    SHA-256 of its store as it was read
//       changes    how many changes it brought
//       marks      how many fingerprints those have
//       missing    how many photos did not come; left out where none did
//   changes        a fingerprint of 16 hexadecimal digits for each change ever merged, ascending,
//                  one after the other
//
// The fingerprints make a package that comes back twice, or comes back again with more edits, add
// only what is new, also after the office changed or deleted what it had brought.

import Bytes
import FeatureData
package import GeoPackage
import OrderedJSON
import SQLiteFile

/// The packages and changes that a store has taken in.
package struct MergeLedger: Sendable, Equatable {
  /// Names the text in the store.
  package static let standard = "urn:fieldpack:merge:1"
  private static let format = "fieldpack.merges/1"

  package var merges: [Merge] = []
  /// See ``ChangeFingerprint``.
  package var changes: Set<UInt64> = []

  /// One run of the merge.
  package struct Merge: Sendable, Equatable {
    /// Milliseconds since 1970 UTC.
    package var time: Int64
    package var packages: [Package]
    /// Who answers for it.
    package var by: String?
    /// How many decisions of people went in.
    package var decisions = 0
    /// What came of it; nil where it was not noted.
    package var counts: Counts?
  }

  /// What a merge came to.
  package struct Counts: Sendable, Equatable {
    package var added = 0
    package var updated = 0
    package var deleted = 0
    package var conflicts = 0
  }

  /// A package that was taken in.
  package struct Package: Sendable, Equatable {
    package var name: String
    package var packageID: String?
    package var content: String
    package var changeCount: Int
    /// See ``CrewIdentities``.
    package var identity: String
    package var fingerprintCount: Int
    /// Photos that did not come along.
    package var missingPhotos = 0
  }

  /// A ledger without entries.
  package init() {}

  /// The ledger a store carries; empty for a store that was never merged into.
  ///
  /// - Throws: `GeoPackageError` where the metadata cannot be read, `MergingError.ledgerDamaged`.
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

  /// The ledger that a folder of data carries; empty for one that was never merged into.
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

  private init(_ text: [UInt8], path: String) throws(MergingError) {
    guard let json = try? JSONParser.parse(text),
      json["format"]?.string == Self.format, let merges = json["merges"]?.array,
      let changes = json["changes"]?.string.flatMap(Self.fingerprints)
    else { throw .ledgerDamaged(path: path) }
    self.merges = merges.map(Merge.init)
    self.changes = changes
  }

  /// Whether a package of this content was taken in before, with all its photos.
  package func holds(content: String) -> Bool {
    holds(content: content, missingPhotos: 0)
  }

  /// Whether a package of this content was taken in before, with as many photos missing.
  package func holds(content: String, missingPhotos: Int) -> Bool {
    merges.contains {
      $0.packages.contains { $0.content == content && $0.missingPhotos == missingPhotos }
    }
  }

  /// The ledger as the store carries it.
  package var metadata: GeoPackageMetadata {
    let root: JSON = [
      "format": .string(Self.format), "merges": .array(merges.map(\.json)),
      "changes": .string(Self.digits(of: changes)),
    ]
    return GeoPackageMetadata(
      standard: Self.standard, mimeType: "application/json",
      text: String(decoding: JSONWriter.write(root), as: UTF8.self))
  }

  /// Fingerprints as digits, ascending.
  private static func digits(of fingerprints: Set<UInt64>) -> String {
    var digits: [UInt8] = []
    append(digitsOf: fingerprints, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// The same, to the end of a text.
  static func append(digitsOf fingerprints: Set<UInt64>, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + fingerprints.count * 16)
    for number in fingerprints.sorted() {
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 15
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  /// The fingerprints of a text of digits; nil for one that is none.
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
        missingPhotos: package["missing"]?.int ?? 0)
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
          if package.missingPhotos > 0 {
            members.append("missing", .number(package.missingPhotos))
          }
          return .object(members)
        }))
    return .object(members)
  }
}
