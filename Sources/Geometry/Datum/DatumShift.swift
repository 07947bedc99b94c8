import Bytes

/// How positions of a datum get to WGS 84: by seven parameters in space (EPSG guidance note 7-2,
/// methods 9603, 9606 and 9607). Of several sets of parameters, each position takes the most
/// accurate one whose area has it on WGS 84, so that the way back takes the same one.
package struct DatumShift: Sendable, Equatable {
  /// A set of parameters.
  struct Operation: Sendable, Equatable {
    /// The EPSG code, or nil for parameters of a text.
    var code: Int?
    /// Meters that positions may be off, or nil if unknown.
    var accuracy: Double?
    /// Where it is meant to be used, in degrees. Nil for everywhere.
    var area: Envelope?
    var translation: (x: Double, y: Double, z: Double)
    /// Rotations of the position vector in radians.
    var rotation: (x: Double, y: Double, z: Double)
    /// The scale, close to 1.
    var scale: Double

    static func == (a: Self, b: Self) -> Bool {
      a.code == b.code && a.accuracy == b.accuracy && a.area == b.area
        && a.translation == b.translation && a.rotation == b.rotation && a.scale == b.scale
    }
  }

  /// The most accurate first. Never empty.
  private let operations: [Operation]
  /// The operation for positions outside all areas: the one with the largest area.
  private let widest: Operation

  /// Creates the shift of a geographic system with an EPSG code. Nil if there is none.
  init?(geographicCode code: Int) {
    let start = "\(code)|"
    let lines = Self.operations.split(separator: "\n").filter { $0.hasPrefix(start) }
    self.init(lines.compactMap(Operation.init(line:)))
  }

  /// Creates a shift from the seven numbers of TOWGS84 in a well-known text: meters, seconds of arc
  /// (position vector), parts per million. Nil if they aren't three or seven numbers.
  init?(toWGS84 numbers: [Double]) {
    guard numbers.count == 3 || numbers.count == 7, numbers.allSatisfy(\.isFinite) else {
      return nil
    }
    let all = numbers + Array(repeating: 0, count: 7 - numbers.count)
    self.init([Operation(code: nil, accuracy: nil, area: nil, numbers: all)])
  }

  private init?(_ operations: [Operation]) {
    func size(_ operation: Operation) -> Double {
      operation.area.map { $0.width * $0.height } ?? .infinity
    }
    guard let widest = operations.max(by: { size($0) < size($1) }) else { return nil }
    self.operations = operations
    self.widest = widest
  }

  /// Returns the shift with only some of its operations, by EPSG code, in the order of the codes. An
  /// empty list keeps all.
  func only(_ codes: [Int]) -> DatumShift? {
    guard !codes.isEmpty else { return self }
    return DatumShift(codes.compactMap { code in operations.first { $0.code == code } })
  }

  /// Returns the longitude and latitude on WGS 84 of a position in degrees on an ellipsoid.
  func toWGS84(
    longitude: Double, latitude: Double, on ellipsoid: Ellipsoid
  ) -> (x: Double, y: Double) {
    let position = ellipsoid.geocentric(longitude: longitude, latitude: latitude)
    // Areas are on WGS 84. Only operations whose area is near are worth a try.
    for operation in operations where operation.isFor(longitude, latitude, slack: Self.largest) {
      let moved = Ellipsoid.wgs84.geographic(operation.moved(position))
      if operation.isFor(moved.x, moved.y) { return moved }
    }
    return Ellipsoid.wgs84.geographic(widest.moved(position))
  }

  /// Degrees by which datums differ at most: about a kilometer.
  private static let largest = 0.01

  /// Returns the longitude and latitude on an ellipsoid of a position in degrees on WGS 84.
  func fromWGS84(
    longitude: Double, latitude: Double, on ellipsoid: Ellipsoid
  ) -> (x: Double, y: Double) {
    let operation = operation(longitude: longitude, latitude: latitude)
    let position = Ellipsoid.wgs84.geocentric(longitude: longitude, latitude: latitude)
    return ellipsoid.geographic(operation.movedBack(position))
  }

  /// Returns how many meters positions in a box may be off, or nil if unknown. An empty box stands
  /// for the whole area.
  package func accuracy(in box: Envelope) -> Double? {
    guard !box.isEmpty else { return widest.accuracy }
    let corners = [
      (box.minX, box.minY), (box.maxX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY),
      ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2),
    ]
    var worst = 0.0
    for (x, y) in corners {
      guard let accuracy = operation(longitude: x, latitude: y).accuracy else { return nil }
      worst = max(worst, accuracy)
    }
    return worst
  }

  private func operation(longitude: Double, latitude: Double) -> Operation {
    operations.first { $0.isFor(longitude, latitude) } ?? widest
  }
}

extension DatumShift.Operation {
  /// Returns whether the operation is meant for a position in degrees on WGS 84, or for one that is
  /// less than `slack` degrees away.
  fileprivate func isFor(_ longitude: Double, _ latitude: Double, slack: Double = 0) -> Bool {
    guard let area else { return true }
    return area.minY - slack <= latitude && latitude <= area.maxY + slack
      && area.minX - slack <= longitude && longitude <= area.maxX + slack
  }

  /// Creates an operation from the seven numbers of EPSG.
  fileprivate init(code: Int?, accuracy: Double?, area: Envelope?, numbers: [Double]) {
    let second = Angle.degree / 3600
    self.init(
      code: code, accuracy: accuracy, area: area,
      translation: (numbers[0], numbers[1], numbers[2]),
      rotation: (numbers[3] * second, numbers[4] * second, numbers[5] * second),
      scale: 1 + numbers[6] * 1e-6)
  }

  /// Parses a line of `DatumShift.operations`.
  fileprivate init?(line: Substring) {
    let fields = line.split(separator: "|")
    guard fields.count == 5, let code = Int(fields[1]) else { return nil }
    let sides = fields[3].split(separator: " ").compactMap { Double($0) }
    let numbers = fields[4].split(separator: " ").compactMap { Double($0) }
    guard sides.count == 4, numbers.count == 7 else { return nil }
    self.init(
      code: code, accuracy: Double(fields[2]),
      area: Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3]),
      numbers: numbers)
  }

  /// Returns a position in meters from the center of the earth on the other datum.
  fileprivate func moved(
    _ p: (x: Double, y: Double, z: Double)
  ) -> (x: Double, y: Double, z: Double) {
    let r = rotation
    return (
      translation.x + scale * (p.x + r.y * p.z - r.z * p.y),
      translation.y + scale * (p.y + r.z * p.x - r.x * p.z),
      translation.z + scale * (p.z + r.x * p.y - r.y * p.x)
    )
  }

  /// Returns the position that moves to `p`. As in PROJ, the rotation is turned back by the matrix
  /// with its rows and columns exchanged, which is right to a centimeter for all registered angles.
  fileprivate func movedBack(
    _ p: (x: Double, y: Double, z: Double)
  ) -> (x: Double, y: Double, z: Double) {
    let r = rotation
    let x = (p.x - translation.x) / scale
    let y = (p.y - translation.y) / scale
    let z = (p.z - translation.z) / scale
    return (x - r.y * z + r.z * y, y - r.z * x + r.x * z, z - r.x * y + r.y * x)
  }
}

extension Ellipsoid {
  /// Returns meters from the center of the earth of a position on the ellipsoid in degrees.
  fileprivate func geocentric(
    longitude: Double, latitude: Double
  ) -> (x: Double, y: Double, z: Double) {
    let (lambda, phi) = (longitude * Angle.degree, latitude * Angle.degree)
    let (sine, cosine) = (Transcendental.sin(phi), Transcendental.cos(phi))
    let nu = semiMajorAxis / (1 - eccentricitySquared * sine * sine).squareRoot()
    return (
      nu * cosine * Transcendental.cos(lambda), nu * cosine * Transcendental.sin(lambda),
      nu * (1 - eccentricitySquared) * sine
    )
  }

  /// Returns longitude and latitude in degrees of a position in meters from the center of the earth.
  /// Its height is lost (Bowring 1976, twice: exact to nanometers near the surface).
  fileprivate func geographic(
    _ p: (x: Double, y: Double, z: Double)
  ) -> (x: Double, y: Double) {
    let distance = Transcendental.hypot(p.x, p.y)
    let b = semiMajorAxis * (1 - flattening)
    let second = eccentricitySquared / (1 - eccentricitySquared)
    var theta = Transcendental.atan2(p.z * semiMajorAxis, distance * b)
    var phi = 0.0
    for _ in 0..<2 {
      let (sine, cosine) = (Transcendental.sin(theta), Transcendental.cos(theta))
      phi = Transcendental.atan2(
        p.z + second * b * sine * sine * sine,
        distance - eccentricitySquared * semiMajorAxis * cosine * cosine * cosine)
      theta = Transcendental.atan2(
        (1 - flattening) * Transcendental.sin(phi), Transcendental.cos(phi))
    }
    return (Transcendental.atan2(p.y, p.x) / Angle.degree, phi / Angle.degree)
  }
}
