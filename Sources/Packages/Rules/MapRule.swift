package import FeatureData
import MapModel
package import OrderedJSON

/// A rule that a merge applies to what crews changed.
package enum MapRule: Sendable, Equatable {
  /// Fills a field of records that crews added or moved.
  case fill(Fill)
  /// Copies fields of the newest related record to its parent.
  case newest(Newest)
  /// Chooses between the different values of two sides.
  case prefer(Prefer)

  /// Fills a field that crews left empty.
  package struct Fill: Sendable, Equatable {
    /// The title or ID of the layer or table.
    package var layer: String
    package var field: String
    package var source: Source
    /// Whether to fill new records, and records with a moved point.
    package var onInsert: Bool
    package var onMove: Bool
  }

  /// The source of a value.
  package enum Source: Sendable, Equatable {
    /// A text, a number, or true or false.
    case constant(JSON)
    /// A field of the polygon that contains the point; of several, the one with the lowest row ID.
    case polygon(layer: String, field: String)
    case addresses(Addresses)
  }

  /// The nearest row of an address table.
  package struct Addresses: Sendable, Equatable {
    /// The name of a CSV file, without a folder.
    package var file: String
    /// The largest distance in meters.
    package var within: Double
    package var columns: AddressColumns
  }

  /// Copies fields of the newest related record to its parent, so that both agree.
  package struct Newest: Sendable, Equatable {
    /// The title or ID of the table of the records, and the date field that decides which is
    /// newest.
    package var records: String
    package var by: String
    /// The layer or table of the parents.
    package var parents: String
    /// The names of the fields, the same in both tables.
    package var fields: [String]
  }

  /// Chooses which value of a field to keep if two sides left different ones.
  package struct Prefer: Sendable, Equatable {
    /// The title or ID of the layer or table; nil for all.
    package var layer: String?
    /// The name of the field; nil for all fields of the layer.
    package var field: String?
    package var side: PreferredSide

    package init(layer: String? = nil, field: String? = nil, side: PreferredSide) {
      self.layer = layer
      self.field = field
      self.side = side
    }
  }
}

/// Which value to keep if two sides changed a field differently.
package enum PreferredSide: String, Sendable, CaseIterable {
  /// The value of the last package, in the order of the command line.
  case last
  /// The value that was edited last, by the editor tracking dates of the crews and the office.
  case newest
  /// The office's value; between crews the newest.
  case office
  /// A crew's value; between crews the newest.
  case crew
}

extension MapRule: CustomStringConvertible {
  /// One line in plain words.
  package var description: String {
    switch self {
    case .fill(let fill):
      "\(fill.layer).\(fill.field) from "
        + {
          switch fill.source {
          case .constant(let value): "the value \(value.scalarText)"
          case .polygon(let layer, let field): "\(layer).\(field)"
          case .addresses(let addresses): addresses.file
          }
        }()
    case .newest(let newest):
      "\(newest.parents) from the newest of \(newest.records)"
    case .prefer(let prefer):
      "conflicts of "
        + (prefer.layer.map { ([$0, prefer.field].compactMap(\.self)).joined(separator: ".") }
          ?? "all layers")
        + ": prefer \(prefer.side)"
    }
  }
}

/// The rules of a map, in the order in which they are applied.
package struct MapRules: Sendable, Equatable {
  /// The rules as read.
  package let json: JSON
  package let rules: [MapRule]

  /// The largest number of rules.
  static let limit = 1_000
  /// The largest distance to an address, in meters.
  static let farthestAddress = 10_000.0

  init(json: JSON, rules: [MapRule]) {
    self.json = json
    self.rules = rules
  }

  /// The names of the address tables that the rules need, each once.
  package var addressFiles: [String] {
    var names: [String] = []
    for rule in rules {
      if case .fill(let fill) = rule, case .addresses(let addresses) = fill.source,
        !names.contains(where: { $0.hasSameUTF8(as: addresses.file) })
      {
        names.append(addresses.file)
      }
    }
    return names
  }
}
