/// A value of the language.
///
/// Arrays, dictionaries, features, feature sets and geometries are places in the memory of the
/// workspace that made them (`ArcadeHeap`): two values with one place are the same array, as the
/// language has it, nothing holds itself alive, and all is gone with the next run. Whoever needs
/// more than the plain values reads them through the workspace before that.
package enum ArcadeValue: Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  /// Text; compared by its bytes, counted in UTF-16 units.
  case text(String)
  /// A moment, with the clocks it is shown by.
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
  /// `$map` or `$datastore`, which feature sets are asked of.
  case tables(ArcadeTableSource)
}

/// What feature sets are asked of.
package enum ArcadeTableSource: Sendable, Hashable {
  case map
  case datastore
}

/// The place of an array in the workspace's memory.
package struct ArcadeArray: Sendable, Hashable {
  let slot: Int32
}

/// The place of a dictionary in the workspace's memory.
package struct ArcadeDictionary: Sendable, Hashable {
  let slot: Int32
}

/// The place of a feature in the workspace's memory; 0 is `$feature`.
package struct ArcadeFeature: Sendable, Hashable {
  let slot: Int32
  /// `$feature`.
  package static let current = ArcadeFeature(slot: 0)
}

/// The place of a feature set in the workspace's memory.
package struct ArcadeFeatureSet: Sendable, Hashable {
  let slot: Int32
}

/// The place of a geometry in the workspace's memory.
package struct ArcadeGeometry: Sendable, Hashable {
  let slot: Int32
}

/// A function that is passed as a value.
package enum ArcadeFunctionReference: Sendable, Hashable {
  /// One that the expression declares, by its place among them.
  case declared(Int32)
  /// One of the language, by its place in the table of functions.
  case builtin(Int32)
}

extension ArcadeValue {
  /// A whole number.
  package static func number(_ value: Int) -> ArcadeValue { .number(Double(value)) }

  /// The kind of value, as the function `TypeOf` names it.
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
