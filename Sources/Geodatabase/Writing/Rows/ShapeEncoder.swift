import Bytes
import Geometry

/// Encodes the shapes of a column from GeoPackage geometries, with reusable buffers.
struct ShapeEncoder: Sendable {
  /// The result for a geometry.
  enum Outcome: Equatable, Sendable {
    /// A shape with its box on the grid, and a problem with its heights or measures.
    case shape(Box, GeodatabaseTableAccount.Problem?)
    /// The geometry has no vertices.
    case empty
    case misfit(GeodatabaseTableAccount.Problem)
  }

  /// A box in integers of the grid, and the ranges of heights and measures.
  struct Box: Equatable, Sendable {
    var minX = Int64.max
    var minY = Int64.max
    var maxX = Int64.min
    var maxY = Int64.min
    var z: ClosedRange<Int64>?
    var m: ClosedRange<Int64>?
  }

  /// The length of a body has 27 bits, and a vertex takes at most 32 bytes.
  private static let mostVertices = 4_000_000

  private let srid: UInt32
  private let grid: CoordinateGrid
  private let kind: StoredShape.Kind
  private let hasZ: Bool
  private let hasM: Bool
  private var shape = StoredShape()
  private var geometry = Geometry()
  private var body: [UInt8] = []
  private var visits = VertexVisits()

  /// - Parameter reference: the spatial reference of the coordinates, with its grid.
  init(_ shape: GeodatabaseTable.Shape, _ reference: StoredReference) {
    srid = UInt32(truncatingIfNeeded: reference.srid)
    grid = reference.grid
    hasZ = shape.hasZ
    hasM = shape.hasM
    kind =
      switch shape.type {
      case .point: .point
      case .multipoint: .multipoint
      case .polyline: .line
      case .polygon, .envelope: .polygon
      }
  }

  /// Appends the shape of a geometry blob; appends nothing for an empty geometry.
  ///
  /// - Throws: `GeometryError` for an invalid blob.
  mutating func encode(
    _ blob: Span<UInt8>, to output: inout [UInt8]
  ) throws(GeometryError) -> Outcome {
    if kind == .point, !hasZ, !hasM, let point = GeoPackageBlob.point(blob) {
      guard let x = Self.integer(point.x, grid.x), let y = Self.integer(point.y, grid.y) else {
        return .misfit(.beyondGrid)
      }
      appendPoint(x, y, to: &output)
      return .shape(Box(minX: x, minY: y, maxX: x, maxY: y), nil)
    }
    _ = try GeoPackageBlob.decode(blob, into: &geometry)
    // Moved out and back, because the geometry must not be shared while it changes.
    var moved = Geometry()
    swap(&moved, &geometry)
    defer { swap(&moved, &geometry) }
    return encode(moved, to: &output)
  }

  /// Appends the shape of a geometry. Reverses rings with the wrong direction.
  mutating func encode(_ geometry: Geometry, to output: inout [UInt8]) -> Outcome {
    guard !geometry.isEmpty else { return .empty }
    guard hasLayerKind(geometry) else { return .misfit(.wrongKind(geometry.kind)) }
    guard geometry.vertexCount <= Self.mostVertices else { return .misfit(.tooManyVertices) }
    shape.removeAll(kind: kind, srid: srid, hasZ: hasZ, hasM: hasM)
    switch kind {
    case .point, .multipoint:
      guard fill(0..<geometry.vertexCount, of: geometry) else { return .misfit(.beyondGrid) }
    case .line:
      for part in geometry.partEnds.indices {
        guard separate(part > 0), fill(geometry.vertices(ofPart: part), of: geometry) else {
          return .misfit(.beyondGrid)
        }
      }
    case .polygon:
      for polygon in geometry.polygonEnds.indices {
        guard separate(polygon > 0), fillPolygon(polygon, of: geometry) else {
          return .misfit(.beyondGrid)
        }
      }
    }
    shape.nameForm(&visits)
    shape.encode(to: &output, body: &body)
    return .shape(box, dimensionProblem(geometry))
  }

  /// Whether a layer of the encoder's geometry type can have a geometry.
  private func hasLayerKind(_ geometry: Geometry) -> Bool {
    switch kind {
    case .point:
      (geometry.kind == .point || geometry.kind == .multiPoint)
        && geometry.vertexCount == 1
    case .multipoint: geometry.kind == .point || geometry.kind == .multiPoint
    case .line: geometry.kind == .lineString || geometry.kind == .multiLineString
    case .polygon: geometry.kind == .polygon || geometry.kind == .multiPolygon
    }
  }

  private func dimensionProblem(_ geometry: Geometry) -> GeodatabaseTableAccount.Problem? {
    if (geometry.hasZ && !hasZ) || (geometry.hasM && !hasM) { return .moreDimensions }
    if (hasZ && !geometry.hasZ) || (hasM && !geometry.hasM) { return .fewerDimensions }
    guard hasZ || hasM else { return nil }
    let step = geometry.stride
    for vertex in 0..<geometry.vertexCount {
      for ordinate in 2..<step where !geometry.coordinates[vertex * step + ordinate].isFinite {
        return .fewerDimensions
      }
    }
    return nil
  }

  /// Adds the point between two parts.
  private mutating func separate(_ isNeeded: Bool) -> Bool {
    guard isNeeded else { return true }
    shape.x.append(StoredShape.separator.x)
    shape.y.append(StoredShape.separator.y)
    if hasZ { shape.z.append(0) }
    if hasM { shape.m.append(0) }
    return true
  }

  /// Adds a shell counter-clockwise, and its holes clockwise.
  private mutating func fillPolygon(_ polygon: Int, of geometry: Geometry) -> Bool {
    let rings = geometry.parts(ofPolygon: polygon)
    for ring in rings {
      let isLeft = geometry.doubleSignedArea(ofPart: ring) >= 0
      let vertices = geometry.vertices(ofPart: ring)
      if isLeft == (ring == rings.lowerBound) {
        guard fill(vertices, of: geometry) else { return false }
      } else {
        guard fill(vertices.reversed(), of: geometry) else { return false }
      }
    }
    return true
  }

  /// Adds vertices; false if one is outside the grid.
  private mutating func fill(_ vertices: some Sequence<Int>, of geometry: Geometry) -> Bool {
    let step = geometry.stride
    let mOffset = geometry.hasZ ? 3 : 2
    for vertex in vertices {
      let start = vertex * step
      guard let x = Self.integer(geometry.coordinates[start], grid.x),
        let y = Self.integer(geometry.coordinates[start + 1], grid.y)
      else { return false }
      shape.x.append(x)
      shape.y.append(y)
      if hasZ {
        let height = geometry.hasZ ? geometry.coordinates[start + 2] : 0
        guard let z = Self.integer(height.isFinite ? height : 0, grid.z) else { return false }
        shape.z.append(z)
      }
      if hasM {
        let measure = geometry.hasM ? geometry.coordinates[start + mOffset] : 0
        guard let m = Self.integer(measure.isFinite ? measure : 0, grid.m) else { return false }
        shape.m.append(m)
      }
    }
    return true
  }

  /// The integer of a coordinate on the grid, which has 53 bits; nil outside the grid.
  @inline(__always) private static func integer(
    _ coordinate: Double, _ axis: CoordinateGrid.Axis
  ) -> Int64? {
    guard let integer = axis.integer(coordinate), integer >= 0, integer < 1 << 53 else {
      return nil
    }
    return integer
  }

  private var box: Box {
    var box = Box()
    for point in shape.x.indices where !shape.isSeparator(point) {
      let (x, y) = (shape.x[point], shape.y[point])
      box.minX = min(box.minX, x)
      box.minY = min(box.minY, y)
      box.maxX = max(box.maxX, x)
      box.maxY = max(box.maxY, y)
      if hasZ { box.z = Self.extended(box.z, by: shape.z[point]) }
      if hasM { box.m = Self.extended(box.m, by: shape.m[point]) }
    }
    return box
  }

  /// The range extended to a number.
  static func extended(_ range: ClosedRange<Int64>?, by number: Int64) -> ClosedRange<Int64> {
    guard let range else { return number...number }
    return min(range.lowerBound, number)...max(range.upperBound, number)
  }

  /// Appends a single point without height and measure, which is the most common shape.
  private func appendPoint(_ x: Int64, _ y: Int64, to output: inout [UInt8]) {
    output.append(0x64)
    output.append(UInt8(truncatingIfNeeded: srid))
    output.append(UInt8(truncatingIfNeeded: srid >> 8))
    output.append(UInt8(truncatingIfNeeded: srid >> 16))
    output.append(littleEndian: UInt32(1))
    output.append(StoredShape.Kind.point.rawValue)
    output.append(1)
    let length = output.count
    output.append(zeros: 8)
    let body = output.count
    output.append(packed: x)
    output.append(packed: y)
    // Two integers of 53 bits take at most 16 bytes.
    output[length] = UInt8(truncatingIfNeeded: output.count &- body)
    output[length &+ 4] = 1
  }
}
