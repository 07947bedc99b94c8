package import FeatureData
import MapModel
package import OrderedJSON

/// What a map does by itself when the work of crews comes in.
package enum MapRule: Sendable, Equatable {
  /// Fills a field of what crews added or moved.
  case fill(Fill)
  /// Copies fields of the newest related record to its parent.
  case newest(Newest)
  /// Chooses between values that two sides left.
  case prefer(Prefer)

  /// Fills a field that crews left empty.
  package struct Fill: Sendable, Equatable {
    /// The layer or table, by title or id.
    package var layer: String
    package var field: String
    package var source: Source
    /// Whether new rows are filled, and rows whose point was moved.
    package var onInsert: Bool
    package var onMove: Bool
  }

  /// Where a value comes from.
  package enum Source: Sendable, Equatable {
    /// A text, a number or a truth value.
    case constant(JSON)
    /// A field of the polygon that the point lies in: of several the one with the lowest row id.
    case polygon(layer: String, field: String)
    case addresses(Addresses)
  }

  /// The nearest row of a table of addresses.
  package struct Addresses: Sendable, Equatable {
    /// A CSV file's name, without a folder.
    package var file: String
    /// Metres.
    package var within: Double
    package var columns: AddressColumns
  }

  /// Copies fields of the newest related record to its parent, so that both stay in step.
  package struct Newest: Sendable, Equatable {
    /// The layer or table of the records, by title or id, and the field that tells which is newest.
    package var records: String
    package var by: String
    /// The layer or table of the parents.
    package var parents: String
    /// The fields, of one name in both.
    package var fields: [String]
  }

  /// Chooses whose value of a field stands where two sides left different ones.
  package struct Prefer: Sendable, Equatable {
    /// The layer or table, by title or id; nil for all.
    package var layer: String?
    /// nil for all fields of the layer.
    package var field: String?
    package var side: PreferredSide

    package init(layer: String? = nil, field: String? = nil, side: PreferredSide) {
      self.layer = layer
      self.field = field
      self.side = side
    }
  }
}

/// Whose value stands where two sides changed one field differently.
package enum PreferredSide: String, Sendable, CaseIterable {
  /// The last package's, in the order of the call.
  case last
  /// The one that was edited last, by the dates of editor tracking, of the crews and the office.
  case newest
  /// The office's; between crews the newest.
  case office
  /// A crew's, and between crews the newest.
  case crew
}

extension MapRule: CustomStringConvertible {
  /// One plain line, as people would say it.
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
  /// As they were read.
  package let json: JSON
  package let rules: [MapRule]

  /// The largest number of rules.
  static let limit = 1_000
  /// The largest distance to an address, in metres.
  static let farthestAddress = 10_000.0

  init(json: JSON, rules: [MapRule]) {
    self.json = json
    self.rules = rules
  }

  /// The tables of addresses they need, by file name, each once.
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
