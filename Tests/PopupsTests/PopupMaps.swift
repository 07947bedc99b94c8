import Foundation
import MapModel
import OrderedJSON
import Popups
import Records
import TestSupport

/// Pop-ups of the demo map and of real maps, if the shared data is available.
enum PopupMaps {
  /// The demo map.
  static let demo = Fixture.treesOfPortland + "/map.json"

  /// The real maps.
  static let real = SharedData.jsonFiles(in: "webmaps").filter { $0.contains(".webmap.") }
    .compactMap { SharedData.path($0) }

  /// Every pop-up of a map, with its layer's title.
  static func popups(_ path: String) throws -> [(title: String, popup: JSON)] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return try WebMap(json: JSONParser.parse(bytes)).allFeatureLayers().compactMap { layer in
      layer.popupInfo.map { (layer.title, $0) }
    }
  }

  /// Returns a table with every field that a pop-up names, and the related tables it names. The
  /// field types suit their formats.
  static func tables(for popup: JSON) throws -> (own: SampleTable, related: [RelatedTable]) {
    var own: [String: String] = ["key": "String"]
    var related: [Int: [String: String]] = [:]
    for (name, type) in names(in: popup) {
      let parts = name.split(separator: "/", maxSplits: 2).map(String.init)
      if parts.count == 3, let id = Int(parts[1]) {
        related[id, default: ["key": "String"]][parts[2]] = type
      } else if parts.first != "expression" {
        own[name] = type
      }
    }
    let tables = try related.sorted { $0.key < $1.key }.map { id, fields in
      try table(fields).related(
        id: id, title: "Table \(id)", key: "key", theirKey: "key",
        role: id.isMultiple(of: 2) ? .origin : .destination)
    }
    return (try table(own), tables)
  }

  private static func table(_ fields: [String: String]) throws -> SampleTable {
    let list = fields.sorted { $0.key < $1.key }.map { name, type in
      #"{"name": \#(name.quoted), "type": "esriFieldType\#(type)"}"#
    }
    return try SampleTable(#"{"name": "T", "fields": [\#(list.joined(separator: ","))]}"#)
  }

  /// Returns the names in fields and tokens, with a type that suits their format. Each is listed
  /// once, ignoring case.
  private static func names(in popup: JSON) -> [(String, String)] {
    var names: [(String, String)] = []
    var folded: Set<String> = []
    func add(_ name: String, type: String) {
      if folded.insert(name.lowercased()).inserted { names.append((name, type)) }
    }
    func walk(_ json: JSON) {
      switch json {
      case .object(let object):
        if let name = object["fieldName"]?.string {
          let format = object["format"]
          let isDate = format?["dateFormat"]?.string != nil
          add(name, type: isDate ? "Date" : format?["places"] == nil ? "String" : "Double")
        }
        if let id = object["relationshipId"]?.int {
          for key in object["orderByFields"]?.array ?? [["field": "Name"]] {
            add("relationships/\(id)/\(key["field"]?.string ?? "Name")", type: "String")
          }
        }
        for member in object.members where member.key != "expressionInfos" { walk(member.value) }
      case .array(let elements): elements.forEach(walk)
      case .string(let text):
        for match in text.matches(of: #/{([^{}]+)}/#) {
          add(match.1.trimmingCharacters(in: .whitespaces), type: "String")
        }
      case .null, .bool, .number: return
      }
    }
    walk(popup)
    return names
  }

  /// Returns a row with a value in every field.
  static func row(of table: SampleTable) -> [String: SQLValue] {
    var row: [String: SQLValue] = [:]
    for (index, field) in table.definition.fields.enumerated() {
      row[field.name] =
        switch field.type {
        case .date: "2021-10-29T15:04:05.000Z"
        case .double: .real(Double(index) + 0.5)
        default: .text(field.name == "key" ? "k" : "https://example.org/\(index)")
        }
    }
    return row
  }
}
