import FeatureData
import Geometry
import MapModel
import Records

// Members of features, dictionaries and geometries. Keys and fields match exactly first, then
// regardless of case.

extension ArcadeRun {
  /// A field of `$feature`, by the column that it had when the expression was compiled.
  mutating func field(_ column: Int, of schema: ArcadeSchema?) throws(ArcadeProblem)
    -> ArcadeValue
  {
    guard let schema else { return .null }
    let value: ArcadeValue
    if heap.features[0].schema === schema {
      value = heap.features[0].value(of: schema.cells[column])
    } else {
      value = try member(of: .current, named: schema.columns[column].field.name)
    }
    if case .text(let text) = value, text.utf8.count > 15 {
      try budget.charge(textBytes: text.utf8.count)
    }
    return value
  }

  /// An attribute of a feature by its name.
  mutating func member(of feature: ArcadeFeature, named name: String) throws(ArcadeProblem)
    -> ArcadeValue
  {
    let slot = Int(feature.slot)
    guard heap.features.indices.contains(slot) else { throw .memberOfNull(name) }
    if let attributes = heap.features[slot].attributes {
      guard let value = attributes[name] else { throw .unknownField(name: name, layer: "") }
      return value
    }
    guard let schema = heap.features[slot].schema else { throw .memberOfNull(name) }
    guard let column = schema.column(named: name) else {
      throw .unknownField(name: name, layer: schema.title)
    }
    return heap.features[slot].value(of: schema.cells[column])
  }

  /// The value of a member by its name.
  mutating func member(of object: ArcadeValue, _ name: String) throws(ArcadeProblem)
    -> ArcadeValue
  {
    switch object {
    case .dictionary(let dictionary):
      guard let value = heap.dictionaries[Int(dictionary.slot)][name] else {
        throw .unknownKey(name)
      }
      return value
    case .feature(let feature): return try member(of: feature, named: name)
    case .geometry(let geometry):
      return try ShapeMembers.member(ofShape: geometry, named: name, in: &self)
    case .null: throw .memberOfNull(name)
    default: throw .noMembers(kind: object.kind, member: name)
    }
  }

  /// The names of a feature's fields, in order.
  func fieldNames(of feature: ArcadeFeature) -> [String] {
    let slot = Int(feature.slot)
    guard heap.features.indices.contains(slot) else { return [] }
    if let attributes = heap.features[slot].attributes { return attributes.keys }
    return heap.features[slot].schema?.columns.map(\.field.name) ?? []
  }

  /// The geometry of a feature; nil if it has none.
  ///
  /// - Throws: `damagedRecord`.
  mutating func geometry(
    of feature: ArcadeFeature
  ) throws(ArcadeProblem) -> ArcadeGeometry? {
    let slot = Int(feature.slot)
    guard heap.features.indices.contains(slot) else { return nil }
    if let shape = heap.features[slot].shape { return shape }
    guard let schema = heap.features[slot].schema, let field = schema.table.geometry,
      !heap.features[slot].layout.isNull(1)
    else { return nil }
    let record = heap.features[slot].record
    let bytes = record.span
    guard case .blob(let range) = heap.features[slot].layout.value(1, in: bytes) else {
      return nil
    }
    var held = HeldGeometry(Geometry(), reference: ShapeReference(field.spatialReference))
    try held.read(bytes.extracting(range))
    // An empty geometry counts as none.
    guard !held.geometry.isEmpty else { return nil }
    if let map = context.spatialReference, let moved = transformed(held, to: map) { held = moved }
    let shape = try store(held)
    heap.features[slot].shape = shape
    return shape
  }

  /// A geometry in another spatial reference; nil if Fieldpack can't transform it.
  mutating func transformed(_ held: HeldGeometry, to target: ShapeReference) -> HeldGeometry? {
    var moved = held
    moved.reference = target
    if held.reference.isSame(as: target) { return moved }
    let key = [held.reference.latestWkid ?? held.reference.wkid, target.latestWkid ?? target.wkid]
    let transform: CoordinateTransform?
    if let known = transforms[key] {
      transform = known
    } else {
      transform = try? CoordinateTransform(
        from: held.reference.definition, to: target.definition)
      transforms[key] = .some(transform)
    }
    guard let transform, (try? transform.apply(to: &moved.geometry)) != nil else { return nil }
    return moved
  }

  /// The type of a geometry, as the function `TypeOf` names it.
  func typeName(of geometry: ArcadeGeometry) -> String { held(geometry)?.typeName ?? "Geometry" }
}
