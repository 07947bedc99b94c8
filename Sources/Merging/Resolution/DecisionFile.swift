// The file that the review page saves, "fieldpack.decisions/1":
//
//   format, inputs   what it is, and the digest of everything that went into the merge
//   decisions[]      table, globalid, field (null: the record as a whole), choice, note (or null),
//                    package for the choice "package", value for "value"
//                    or package and choice alone: "accept" or "refuse" for all that a package did
//
// choice: "returned", "current", "package" for what the named package has, "value" for a typed-in
// value of a field, or "skip" for what the merge does by itself.

import Bytes
import FeatureData
import OrderedJSON

/// A file of decisions, before it is known whether it was made for a merge.
package struct DecisionFile: Sendable {
  /// The form this reads and the review page writes.
  package static let format = "fieldpack.decisions/1"

  private let path: String
  private let inputs: String
  private let lines: [JSON]
  /// The names of packages of which nothing is to be merged.
  private let refusedNames: [String]

  /// The largest file, in bytes.
  private static let sizeLimit = 64 << 20

  /// Reads a file.
  ///
  /// - Throws: `BytesError`, ``MergingError/decisions(path:expected:)``.
  package init(path: String) throws {
    let file = FileRegion(try InputFile(path: path))
    guard file.count <= Self.sizeLimit else {
      throw MergingError.decisions(path: path, expected: "a file of at most 64 MB")
    }
    try self.init(try file.read(at: 0, count: file.count), path: path)
  }

  /// - Parameter path: names the file in errors.
  /// - Throws: ``MergingError/decisions(path:expected:)``.
  package init(_ bytes: [UInt8], path: String) throws(MergingError) {
    guard let json = try? JSONParser.parse(bytes), json["format"]?.string == Self.format,
      let inputs = json["inputs"]?.string, let lines = json["decisions"]?.array
    else { throw .decisions(path: path, expected: "a file of the form \(Self.format)") }
    self.path = path
    self.inputs = inputs
    self.lines = lines
    refusedNames = lines.compactMap { line in
      guard line["table"] == nil, line["choice"]?.string == "refuse" else { return nil }
      return line["package"]?.string
    }
  }

  /// The packages of which nothing is to be merged, of those that are merged now.
  ///
  /// - Parameter packages: their file names, in the order of the merge.
  /// - Throws: ``MergingError/decisions(path:expected:)`` where it was made for other inputs, or no
  ///   one package has a name.
  package func refusedPackages(
    of packages: [String], inputs: String
  ) throws(MergingError) -> [Int] {
    guard inputs == self.inputs else { throw otherInputs }
    var places: [Int] = []
    for name in refusedNames {
      guard let place = Self.index(of: name, in: packages) else {
        throw .decisions(path: path, expected: "the name of a package in place of \(name)")
      }
      places.append(place)
    }
    return places
  }

  private var otherInputs: MergingError {
    .decisions(path: path, expected: "decisions on these packages and this data")
  }

  /// The decisions, for the merge of those inputs only.
  ///
  /// - Parameter packages: the file names of the packages, in the order of the merge; without those
  ///   that are refused.
  /// - Throws: ``MergingError/decisions(path:expected:)`` where it was made for others, or a line
  ///   names what is not there: nothing that a person decided is passed over.
  package func decisions(
    for schema: MergeSchema, inputs: String, packages: [String] = []
  ) throws(MergingError) -> MergeDecisions {
    guard inputs == self.inputs else { throw otherInputs }
    var accepted: [Int] = []
    var choices: [MergeDecisions.Place: MergeDecisions.Choice] = [:]
    for (number, line) in lines.enumerated() {
      // What a person chose from a package that they refuse as a whole is not chosen.
      if let name = line["package"]?.string,
        refusedNames.contains(where: { $0.utf8.elementsEqual(name.utf8) })
      {
        continue
      }
      if line["table"] == nil, line["choice"]?.string == "accept",
        let package = line["package"]?.string.flatMap({ Self.index(of: $0, in: packages) })
      {
        accepted.append(package)
        continue
      }
      guard let (place, choice) = Self.decision(line, schema, packages) else {
        throw .decisions(
          path: path, expected: "a known table, record, field and choice in decision \(number + 1)")
      }
      if let choice { choices[place] = choice }
    }
    return MergeDecisions(choices, accepted: accepted)
  }

  /// A line; its choice is nil for what the merge does by itself.
  private static func decision(
    _ line: JSON, _ schema: MergeSchema, _ packages: [String]
  ) -> (MergeDecisions.Place, MergeDecisions.Choice?)? {
    guard let table = line["table"]?.string.flatMap({ schema.table(named: $0) }),
      let id = line["globalid"]?.string.flatMap({ GlobalID($0) }), let field = line["field"]
    else { return nil }
    var place = MergeDecisions.Place(table: table, id: id)
    if !field.isNull {
      guard let number = field.string.flatMap({ schema.tables[table].place(named: $0) }) else {
        return nil
      }
      place.field = number
    }
    switch line["choice"]?.string {
    case "returned": return (place, .returned)
    case "current": return (place, .current)
    case "package":
      guard let package = line["package"]?.string.flatMap({ index(of: $0, in: packages) }) else {
        return nil
      }
      return (place, .package(package))
    case "value":
      guard let field = place.field, let json = line["value"],
        let value = value(json, schema.tables[table].fields[field].meaning)
      else { return nil }
      return (place, .value(value))
    case "skip": return (place, nil)
    default: return nil
    }
  }

  /// The place of a package by its file name, with or without its ending; nil where several have it.
  private static func index(of name: String, in packages: [String]) -> Int? {
    let whole = packages.indices.filter { packages[$0].utf8.elementsEqual(name.utf8) }
    if !whole.isEmpty { return whole.count == 1 ? whole[0] : nil }
    let found = packages.indices.filter { packages[$0].utf8.starts(with: (name + ".").utf8) }
    return found.count == 1 ? found[0] : nil
  }

  /// A typed-in value as a store keeps it: a text in a field of numbers is read as one. nil for what
  /// no field holds.
  private static func value(_ json: JSON, _ meaning: FieldMeaning) -> FieldValue? {
    guard !meaning.isGeometry else { return nil }
    switch (json, meaning) {
    case (.string(let text), .number):
      if text.isEmpty { return .null }
      return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) }
        ?? FieldValue(text: text)
    case (.array, _), (.object, _): return nil
    case (.string(""), _): return .null
    default: return FieldValue(constant: json, meaning)
    }
  }
}
