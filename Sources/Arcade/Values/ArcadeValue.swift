/// A value of the language.
///
/// Arrays, dictionaries, features, feature sets and geometries are references into the memory of
/// their workspace (`ArcadeHeap`). Two values with the same slot are the same array, as in the
/// language. All references become invalid with the next run, so read their contents before it.
package enum ArcadeValue: Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  /// Text. It is compared by bytes and counted in UTF-16 units.
  case text(String)
  /// A moment, with the time zone it is shown in.
  case date(ArcadeDate)
  /// A day without a time.
  case day(ArcadeDay)
  /// A time of day.
  case time(ArcadeTime)
  case array(ArcadeArray)
  case dictionary(ArcadeDictionary)
  case feature(ArcadeFeature)
  case featureSet(ArcadeFeatureSet)
  case geometry(ArcadeGeometry)
  case function(ArcadeFunctionReference)
  /// `$map` or `$datastore`, whose tables expressions can look up.
  case tables(ArcadeTableSource)
}

/// A global whose tables expressions can look up.
package enum ArcadeTableSource: Sendable, Hashable {
  case map
  case datastore
}

/// A reference to an array: its slot in the workspace's memory.
package struct ArcadeArray: Sendable, Hashable {
  let slot: Int32
}

/// A reference to a dictionary: its slot in the workspace's memory.
package struct ArcadeDictionary: Sendable, Hashable {
  let slot: Int32
}

/// A reference to a feature: its slot in the workspace's memory. Slot 0 is `$feature`.
package struct ArcadeFeature: Sendable, Hashable {
  let slot: Int32
  /// `$feature`.
  package static let current = ArcadeFeature(slot: 0)
}

/// A reference to a feature set: its slot in the workspace's memory.
package struct ArcadeFeatureSet: Sendable, Hashable {
  let slot: Int32
}

/// A reference to a geometry: its slot in the workspace's memory.
package struct ArcadeGeometry: Sendable, Hashable {
  let slot: Int32
}

/// A function that is passed as a value.
package enum ArcadeFunctionReference: Sendable, Hashable {
  /// A function that the expression declares, by its index.
  case declared(Int32)
  /// A built-in function, by its index in the table of functions.
  case builtin(Int32)
}

extension ArcadeValue {
  /// Makes a number from an integer.
  package static func number(_ value: Int) -> ArcadeValue { .number(Double(value)) }

  /// The type of the value, as the function `TypeOf` names it.
  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "Boolean"
    case .number: "Number"
    case .text: "Text"
    case .date: "Date"
    case .day: "DateOnly"
    case .time: "Time"
    case .array: "Array"
    case .dictionary: "Dictionary"
    case .feature: "Feature"
    case .featureSet: "FeatureSet"
    case .geometry: "Geometry"
    case .function: "Function"
    case .tables: "FeatureSetCollection"
    }
  }

  /// Whether this is null.
  package var isNull: Bool { if case .null = self { true } else { false } }
}
