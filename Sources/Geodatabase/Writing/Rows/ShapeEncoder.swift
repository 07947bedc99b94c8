import Bytes
import Geometry

/// Makes the shapes of one column out of GeoPackage geometries; its buffers are used again.
struct ShapeEncoder: Sendable {
  /// What was made of a geometry.
  enum Outcome: Equatable, Sendable {
    /// A shape with this box on the grid; what its heights and measures lacked or had too many.
    case shape(Box, GeodatabaseTableAccount.Problem?)
    /// The geometry has no vertex.
    case nothing
    case misfit(GeodatabaseTableAccount.Problem)
  }

  /// A box in integers of the grid, and the limits of heights and measures.
  struct Box: Equatable, Sendable {
    var minX = Int64.max
    var minY = Int64.max
    var maxX = Int64.min
    var maxY = Int64.min
    var z: ClosedRange<Int64>?
    var m: ClosedRange<Int64>?
  }

  /// The length of a body has 27 bits, and a vertex takes 32 bytes at most.
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

  /// - Parameter reference: what the coordinates are in, and their grid.
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

  /// Appends the shape of a geometry blob; nothing where there is none.
  ///
  /// - Throws: `GeometryError` for what is no blob.
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
    // Moved out and back: the geometry must not be shared while it changes.
    var moved = Geometry()
    swap(&moved, &geometry)
    defer { swap(&moved, &geometry) }
    return encode(moved, to: &output)
  }

  /// Appends the shape of a geometry, whose rings are turned where they turn the other way.
  mutating func encode(_ geometry: Geometry, to output: inout [UInt8]) -> Outcome {
    guard !geometry.isEmpty else { return .nothing }
    guard isOfKind(geometry) else { return .misfit(.wrongKind(geometry.kind)) }
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

  /// Whether a layer of the encoder's kind can hold a geometry.
  private func isOfKind(_ geometry: Geometry) -> Bool {
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
      for place in 2..<step where !geometry.coordinates[vertex * step + place].isFinite {
        return .fewerDimensions
      }
    }
    return nil
  }

  /// The point between two parts.
  private mutating func separate(_ isNeeded: Bool) -> Bool {
    guard isNeeded else { return true }
    shape.x.append(StoredShape.separator.x)
    shape.y.append(StoredShape.separator.y)
    if hasZ { shape.z.append(0) }
    if hasM { shape.m.append(0) }
    return true
  }

  /// A shell counter-clockwise, its holes clockwise.
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

  /// Adds vertices; false where one lies beyond the grid.
  private mutating func fill(_ vertices: some Sequence<Int>, of geometry: Geometry) -> Bool {
    let step = geometry.stride
    let placeOfM = geometry.hasZ ? 3 : 2
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
        let measure = geometry.hasM ? geometry.coordinates[start + placeOfM] : 0
        guard let m = Self.integer(measure.isFinite ? measure : 0, grid.m) else { return false }
        shape.m.append(m)
      }
    }
    return true
  }

  /// The place on the grid, whose integers are those of 53 bits from 0 on; nil beyond it.
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

  /// The range with a number in it.
  static func extended(_ range: ClosedRange<Int64>?, by number: Int64) -> ClosedRange<Int64> {
    guard let range else { return number...number }
    return min(range.lowerBound, number)...max(range.upperBound, number)
  }

  /// A shape of one point in the plane, the commonest of all.
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
    // Two integers of 53 bits take 16 bytes at most.
    output[length] = UInt8(truncatingIfNeeded: output.count &- body)
    output[length &+ 4] = 1
  }
}
