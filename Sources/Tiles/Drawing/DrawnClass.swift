/// What a base map draws, from the lowest to the highest.
package enum DrawnClass: Int, Sendable, CaseIterable, Comparable {
  case land, park, water, building, stream, boundary, path, rail
  case service, local, collector, major, highway

  package static func < (one: DrawnClass, two: DrawnClass) -> Bool { one.rawValue < two.rawValue }

  /// Whether it is drawn as an area. Others are drawn as lines, also the rings of areas.
  package var isArea: Bool { rawValue <= Self.building.rawValue }

  /// The class of streets with a name; nil for other names.
  package init?(streetClass name: String) {
    guard let found = Self.streetClasses.first(where: { $0.name == name }) else { return nil }
    self = found.drawn
  }

  /// The names of the classes of streets, from the least important on.
  package static let streetClasses: [(name: String, drawn: DrawnClass)] = [
    ("service", .service), ("local", .local), ("collector", .collector), ("major", .major),
    ("highway", .highway),
  ]

  /// Whether it is a street.
  var isStreet: Bool { rawValue >= Self.service.rawValue }
}

/// The kinds of layers that a base map is drawn from.
package enum DrawnKind: String, Sendable, CaseIterable {
  case land, park, water, building, boundary, path, rail, street

  /// Recognizes the kind by the name of a file, such as `Street_Centerlines.geojson`; nil for other
  /// names.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    let found = Self.words.first { words in words.words.contains { name.contains($0) } }
    guard let found else { return nil }
    self = found.kind
  }

  /// Parts of names, in the order in which they decide: a riverside park is a park.
  private static let words: [(kind: DrawnKind, words: [String])] = [
    (.building, ["building", "footprint"]), (.path, ["path", "trail", "sidewalk", "bikeway"]),
    (.rail, ["rail", "tram"]), (.park, ["park", "green", "forest", "garden"]),
    (.water, ["water", "river", "lake", "stream", "hydro"]),
    (.street, ["street", "road", "centerline"]),
    (.boundary, ["boundar", "neighborhood", "district", "limits"]),
    (.land, ["land", "coast", "island"]),
  ]

  /// What features of the kind are drawn as.
  ///
  /// - Parameter value: the value of the field with classes; empty without one.
  package func drawnClass(of value: String) -> DrawnClass {
    switch self {
    case .land: .land
    case .park: .park
    case .water: .water
    case .building: .building
    case .boundary: .boundary
    case .path: .path
    case .rail: .rail
    case .street: Self.streetClass(value.lowercased())
    }
  }

  /// The fields that have classes, in the order in which they are looked for.
  package static let classFields = [
    "class", "highway", "fclass", "road_class", "street_class", "functional_class", "ftype",
    "street_type", "road_type", "type",
  ]

  /// The fields that have the names of streets, in the order in which they are looked for.
  package static let nameFields = [
    "name", "fullname", "full_name", "street_name", "streetname", "st_name", "road_name", "street",
    "label",
  ]

  /// The words of OpenStreetMap and of offices.
  private static func streetClass(_ value: String) -> DrawnClass {
    func has(_ words: String...) -> Bool { words.contains { value.contains($0) } }
    if has("motorway", "freeway", "highway", "trunk", "interstate", "expressway") {
      return .highway
    }
    if has("service", "alley", "drive", "track", "private") { return .service }
    if has("secondary", "collector", "tertiary", "minor arterial") { return .collector }
    if has("primary", "arterial", "major") { return .major }
    return .local
  }
}
