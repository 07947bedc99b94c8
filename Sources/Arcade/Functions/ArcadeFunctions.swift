/// The built-in functions.
///
/// Each family is a type with a list of its functions. If two lists have the same name, the first
/// one wins.
package enum ArcadeFunctions {
  /// All functions, in the order of the families.
  package static let all: [ArcadeFunction] = {
    let families = [
      LogicFunctions.all, DateFunctions.all, FormatFunctions.all, TextFunctions.all,
      NumberFunctions.all, CollectionFunctions.all, DataFunctions.all, FeatureSetFunctions.all,
      NewFeatureFunctions.all, ShapeFunctions.all, MeasureFunctions.all, ShapingFunctions.all,
      OverlayFunctions.all, EnvironmentFunctions.all, UnsupportedFunctions.all,
    ]
    var seen: Set<String> = []
    return families.flatMap { $0 }.filter { seen.insert($0.name.lowercased()).inserted }
  }()

  /// The functions that read the clock.
  static let clock: Set<String> = ["Now", "Today", "Timestamp"]

  /// The index in `all` of each name, in lower case.
  static let indexByName: [String: Int] = Dictionary(
    all.enumerated().map { ($1.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
}
