// The table of projected systems, in texts by region of use. One zone per line:
//
//   name | method parameters | west south east north | unit offsets systems | …
//
//   method      T transverse Mercator: latitude and longitude of origin, scale
//               L Lambert conformal conic: latitude, longitude, two parallels    K: with one, scale
//               H, J Hotine oblique Mercator A and B: latitude, longitude, azimuth, angle, scale
//               M Mercator: latitude, longitude, scale                N: true parallel, longitude
//               S transverse Mercator to the south and west: latitude, longitude, scale
//               A Albers: latitude, longitude, two parallels
//               Z Lambert azimuthal equal-area, C Cassini-Soldner, P polyconic: latitude, longitude
//               O oblique stereographic: latitude, longitude, scale
//               V Krovak: latitude, longitude, colatitude of the axis, pseudo parallel, scale
//   angles      degrees:minutes:seconds
//   box         the area of use in whole degrees, rounded outward
//   unit        m meter, f foot, u US survey foot; then false easting and northing in that unit
//   systems     @ + EPSG code of the geographic system (: + its transformations that are used here,
//               if not all), then the codes of the projected ones;
//               e + Esri's code for the same as the code before it, E + Esri's code for one
//               without an EPSG code

/// The projected systems with known codes.
enum ProjectedZones {
  private static let tables = [
    utmZones, statePlaneZones, CountyGrids.table, nationalGrids, RegionalGrids.table,
    OlderGrids.table, OlderZones.table,
  ]

  /// A system with its code.
  struct Entry {
    /// EPSG's code, or Esri's if EPSG has none.
    var code: Int
    /// Whether `code` is Esri's.
    var isEsri: Bool
    var system: CoordinateSystem
  }

  /// Returns the system with an EPSG or Esri code, or nil if the table has none.
  static func entry(code: Int) -> Entry? {
    for table in tables {
      for line in table.split(separator: "\n") {
        if let entry = entry(code: code, in: line) { return entry }
      }
    }
    return nil
  }

  /// Every code of the table in ascending order, without Esri's duplicate codes.
  static var codes: [Int] {
    var result: [Int] = []
    for table in tables {
      for line in table.split(separator: "\n") {
        for group in line.split(separator: "|").dropFirst(3) {
          for (word, _) in systems(of: group) where !word.hasPrefix("e") {
            if let code = Int(word.hasPrefix("E") ? word.dropFirst() : word) { result.append(code) }
          }
        }
      }
    }
    return result.sorted()
  }

  /// Returns the first system of the table on the same plane, or nil.
  static func entry(matching system: CoordinateSystem) -> Entry? {
    guard let projection = system.projection else { return nil }
    for table in tables {
      for line in table.split(separator: "\n") {
        let fields = line.split(separator: "|", maxSplits: 2)
        guard fields.count == 3, let angles = definition(fields[1]),
          angles.hasSameAngles(as: projection)
        else { continue }
        if let entry = entry(matching: system, in: line) { return entry }
      }
    }
    return nil
  }

  private static func entry(matching system: CoordinateSystem, in line: Substring) -> Entry? {
    let fields = line.split(separator: "|")
    for group in fields.dropFirst(3) {
      for (word, base) in systems(of: group)
      where base.code == system.geographic.code && !word.hasPrefix("e") {
        let found = entry(word: word, base: base, group: group, fields: fields)
        if let found, found.system.describesSamePlane(as: system) { return found }
      }
    }
    return nil
  }

  private static func entry(code: Int, in line: Substring) -> Entry? {
    let text = String(code)
    // A quick test before the line is parsed.
    guard line.utf8.count > text.utf8.count, contains(line.utf8, text.utf8) else { return nil }
    let fields = line.split(separator: "|")
    for group in fields.dropFirst(3) {
      var last: Substring = ""
      for (word, base) in systems(of: group) {
        let isAlias = word.hasPrefix("e")
        if !isAlias { last = word }
        if (word.first?.isLetter == true ? word.dropFirst() : word) == text {
          return entry(word: isAlias ? last : word, base: base, group: group, fields: fields)
        }
      }
    }
    return nil
  }

  private static func contains(_ line: Substring.UTF8View, _ text: String.UTF8View) -> Bool {
    var index = line.startIndex
    guard let first = text.first else { return false }
    while let found = line[index...].firstIndex(of: first) {
      if line[found...].starts(with: text) { return true }
      index = line.index(after: found)
    }
    return false
  }

  /// The geographic system of projected ones.
  private struct Base {
    var code: Int
    /// EPSG codes of the transformations to WGS 84 where they are used. All if empty.
    var transformations: [Int]
  }

  /// Returns the code words of a group, each with its geographic system.
  private static func systems(of group: Substring) -> [(Substring, Base)] {
    var base = Base(code: 0, transformations: [])
    var result: [(Substring, Base)] = []
    for word in group.split(separator: " ").dropFirst(3) {
      if word.hasPrefix("@") {
        let numbers = word.dropFirst().split { $0 == ":" || $0 == "," }.compactMap { Int($0) }
        base = Base(code: numbers.first ?? 0, transformations: Array(numbers.dropFirst()))
      } else {
        result.append((word, base))
      }
    }
    return result
  }

  private static func entry(
    word: Substring, base: Base, group: Substring, fields: [Substring]
  ) -> Entry? {
    let isEsri = word.hasPrefix("E")
    let offsets = group.split(separator: " ").prefix(3)
    guard let code = Int(isEsri ? word.dropFirst() : word),
      var geographic = GeographicSystems.system(code: base.code),
      var projection = definition(fields[1]), offsets.count == 3,
      let easting = Double(offsets[1]), let northing = Double(offsets[2])
    else { return nil }
    geographic.shift = geographic.shift?.only(base.transformations)
    projection.falseEasting = easting
    projection.falseNorthing = northing
    let unit: LinearUnit
    let suffix: String
    switch offsets[0] {
    case "f": (unit, suffix) = (.foot, " (ft)")
    case "u": (unit, suffix) = (.surveyFoot, " (ftUS)")
    default: (unit, suffix) = (.meter, "")
    }
    let box = fields[2].split(separator: " ").compactMap { Double($0) }
    return Entry(
      code: code, isEsri: isEsri,
      system: CoordinateSystem(
        name: "\(geographic.name) / \(fields[0])\(suffix)", geographic: geographic,
        projection: projection, unit: unit,
        areaOfUse: box.count == 4
          ? Envelope(minX: box[0], minY: box[1], maxX: box[2], maxY: box[3]) : nil))
  }

  /// Parses the second field of a line.
  private static func definition(_ field: Substring) -> ProjectionDefinition? {
    let words = field.split(separator: " ")
    let numbers = words.dropFirst().compactMap(degrees)
    guard numbers.count >= 2, numbers.count == words.count - 1 else { return nil }
    var result = ProjectionDefinition(.transverseMercator)
    result.latitudeOfOrigin = numbers[0]
    result.centralMeridian = numbers[1]
    switch (words[0], numbers.count) {
    case ("T", 3): result.scale = numbers[2]
    case ("K", 3):
      result.method = .lambertOneParallel
      result.scale = numbers[2]
    case ("S", 3): result.scale = -numbers[2]
    case ("Z", 2): result.method = .lambertAzimuthalEqualArea
    case ("C", 2): result.method = .cassiniSoldner
    case ("P", 2): result.method = .polyconic
    case ("O", 3):
      result.method = .obliqueStereographic
      result.scale = numbers[2]
    case ("V", 5):
      result.method = .krovak
      result.azimuth = numbers[2]
      result.firstParallel = numbers[3]
      result.scale = numbers[4]
    case ("L", 4), ("A", 4):
      result.method = words[0] == "L" ? .lambertTwoParallels : .albersEqualArea
      result.firstParallel = numbers[2]
      result.secondParallel = numbers[3]
    case ("H", 5), ("J", 5):
      result.method = words[0] == "H" ? .obliqueMercatorA : .obliqueMercatorB
      result.azimuth = numbers[2]
      result.rectifiedAngle = numbers[3]
      result.scale = numbers[4]
    case ("M", 3):
      result.method = .mercatorA
      result.scale = numbers[2]
    case ("N", 2):
      result.method = .mercatorB
      result.firstParallel = numbers[0]
      result.latitudeOfOrigin = 0
    default: return nil
    }
    return result
  }

  /// Parses degrees, or degrees:minutes:seconds.
  static func degrees(_ word: Substring) -> Double? {
    let parts = word.split(separator: ":").compactMap { Double($0) }
    guard let whole = parts.first else { return nil }
    let fraction =
      (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3600 : 0)
    return word.hasPrefix("-") ? whole - fraction : whole + fraction
  }
}
