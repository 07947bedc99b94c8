/// Where an expression is used. This decides which globals it may name besides `$feature`.
package enum ArcadeProfile: Sendable, CaseIterable {
  /// A pop-up: `$feature`, `$layer`, `$map`, `$datastore`.
  case popup
  /// A renderer or visual variable: `$feature`, `$view`.
  case drawing
  /// A label: `$feature`, `$view`.
  case label

  /// The globals that an expression may name.
  var globals: [ArcadeGlobal] {
    switch self {
    case .popup: [.feature, .layer, .map, .datastore]
    case .drawing, .label: [.feature, .view]
    }
  }
}

/// A global: a name that starts with a dollar sign.
enum ArcadeGlobal: String, Sendable, CaseIterable {
  case feature = "$feature"
  case layer = "$layer"
  case map = "$map"
  case datastore = "$datastore"
  case view = "$view"
}
