// The decision file that the review page saves, format "fieldpack.decisions/1":
//
//   format, inputs   the format, and a digest of all inputs of the merge
//   decisions[]      table, globalid, field (null for the whole record), choice, note or null
//                    package for the choice "package", value for the choice "value"
//                    or only package and choice: "accept" or "refuse" all changes of a package
//
// choice: "returned", "current", "package" for the state in the named package, "value" for a typed
// value, or "skip" to let the merge decide.

import Bytes
import FeatureData
import OrderedJSON

/// A decision file. Before use, it must be matched with the merge that it was made for.
package struct DecisionFile: Sendable {
  /// The format that this type reads and the review page writes.
  package static let format = "fieldpack.decisions/1"

  /// The path for messages.
  let path: String
  private let inputs: String
  private let lines: [JSON]
  /// The names of packages that were refused as a whole.
  private let refusedNames: [String]

  /// The maximum file size in bytes.
  private static let sizeLimit = 64 << 20

  /// Reads a decision file.
  ///
  /// - Throws: `BytesError`, ``MergingError/decisions(path:expected:)``.
  package init(path: String) throws {
    let file = FileRegion(try InputFile(path: path))
    guard file.count <= Self.sizeLimit else {
      throw MergingError.decisions(path: path, expected: "a file of at most 64 MB")
    }
    try self.init(try file.read(at: 0, count: file.count), path: path)
  }

  /// - Parameter path: The path for error messages.
  /// - Throws: ``MergingError/decisions(path:expected:)``.
  package init(_ bytes: [UInt8], path: String) throws {
    guard let json = try? JSONParser.parse(bytes), json["format"]?.string == Self.format,
      let inputs = json["inputs"]?.string, let lines = json["decisions"]?.array
    else {
      throw MergingError.decisions(
        path: path, expected: "a decision file in the format \(Self.format)")
    }
    self.path = path
    self.inputs = inputs
    self.lines = lines
    refusedNames = lines.compactMap { line in
      guard line["table"] == nil, line["choice"]?.string == "refuse" else { return nil }
      return line["package"]?.string
    }
  }

  /// Checks that the file was made for a merge, and that each refusal names one package.
  ///
  /// - Parameter packages: The file names of all packages, in merge order.
  /// - Returns: The indices of the packages that were refused as a whole.
  /// - Throws: ``MergingError/decisions(path:expected:)``.
  func refusedPackages(of packages: [String], inputs: String) throws -> Set<Int> {
    guard inputs == self.inputs else {
      throw MergingError.decisions(
        path: path, expected: "decisions made for these packages and this data")
    }
    var indices: Set<Int> = []
    for name in refusedNames {
      guard let index = Self.index(of: name, in: packages) else {
        throw MergingError.decisions(
          path: path, expected: "the name of one package instead of \(name)")
      }
      indices.insert(index)
    }
    return indices
  }

  /// The indices of the packages that were accepted as a whole.
  func acceptedPackages(of packages: [String]) -> [Int] {
    lines.compactMap { line in
      guard line["table"] == nil, line["choice"]?.string == "accept" else { return nil }
      return line["package"]?.string.flatMap { Self.index(of: $0, in: packages) }
    }
  }

  /// How many choices for records and fields name a package.
  func choiceCount(ofPackage name: String) -> Int {
    lines.count { line in
      line["table"] != nil
        && line["package"]?.string.map { Self.index(of: $0, in: [name]) != nil } == true
    }
  }

  /// The choices for records and fields, in the order of the file, without those for refused
  /// packages.
  ///
  /// - Parameters:
  ///   - packages: The file names of the packages in merge order, without refused packages.
  ///   - refused: The names of refused packages.
  /// - Throws: ``MergingError/decisions(path:expected:)`` if a decision names an unknown table,
  ///   record, field or package. No decision is ignored.
  func choices(
    for schema: MergeSchema, packages: [String], refused: [String]
  ) throws -> [(MergeDecisions.Target, MergeDecisions.Choice)] {
    var choices: [(MergeDecisions.Target, MergeDecisions.Choice)] = []
    for (number, line) in lines.enumerated() {
      // Refusing a package also cancels the choices for it.
      if let name = line["package"]?.string, Self.index(of: name, in: refused) != nil { continue }
      if line["table"] == nil, line["choice"]?.string == "accept",
        line["package"]?.string.flatMap({ Self.index(of: $0, in: packages) }) != nil
      {
        continue
      }
      // Another reviewer accepted what this one refused.
      if line["table"] == nil, line["choice"]?.string == "refuse" { continue }
      guard let (target, choice) = Self.decision(line, schema: schema, packages: packages) else {
        throw MergingError.decisions(
          path: path, expected: "a known table, record, field and choice in decision \(number + 1)")
      }
      if let choice { choices.append((target, choice)) }
    }
    return choices
  }

  /// Reads one decision. The choice is nil if the merge decides.
  private static func decision(
    _ line: JSON, schema: MergeSchema, packages: [String]
  ) -> (MergeDecisions.Target, MergeDecisions.Choice?)? {
    guard let table = line["table"]?.string.flatMap({ schema.table(named: $0) }),
      let id = line["globalid"]?.string.flatMap({ GlobalID($0) }), let field = line["field"]
    else { return nil }
    var target = MergeDecisions.Target(table: table, id: id)
    if !field.isNull {
      guard let index = field.string.flatMap({ schema.tables[table].fieldIndex(named: $0) }) else {
        return nil
      }
      target.field = index
    }
    switch line["choice"]?.string {
    case "returned": return (target, .returned)
    case "current": return (target, .current)
    case "package":
      guard let package = line["package"]?.string.flatMap({ index(of: $0, in: packages) }) else {
        return nil
      }
      return (target, .package(package))
    case "value":
      guard let field = target.field, let json = line["value"],
        let value = value(json, schema.tables[table].fields[field].meaning)
      else { return nil }
      return (target, .value(value))
    case "skip": return (target, nil)
    default: return nil
    }
  }

  /// Returns the index of a package by its file name, with or without the extension. Nil if several
  /// packages match.
  private static func index(of name: String, in packages: [String]) -> Int? {
    let whole = packages.indices.filter { packages[$0].utf8.elementsEqual(name.utf8) }
    if !whole.isEmpty { return whole.count == 1 ? whole[0] : nil }
    let found = packages.indices.filter { packages[$0].utf8.starts(with: (name + ".").utf8) }
    return found.count == 1 ? found[0] : nil
  }

  /// Converts a typed value to a stored value. Text in a numeric field is parsed as a number. Nil
  /// if no field can hold the value.
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
