import Geometry
import Testing

@Suite struct GeometryTests {
  @Test func `an empty geometry has an empty envelope`() {
    #expect(Geometry(.polygon).envelope() == .empty)
    #expect(Geometry(.polygon).isEmpty)
    #expect(Envelope.empty.isEmpty)
  }

  @Test func `a polygon from a box has the box as its envelope`() {
    let box = Envelope(minX: -3, minY: 2, maxX: 5, maxY: 4)
    let polygon = Geometry(box)
    #expect(polygon.envelope() == box)
    #expect(polygon.vertexCount == 5)
    #expect(polygon.vertices(ofPart: 0) == 0..<5)
    #expect(polygon.parts(ofPolygon: 0) == 0..<1)
  }

  @Test func `missing measures are equal, other numbers are not`() {
    var a = Geometry(.point, hasM: true)
    a.coordinates = [1, 2, .nan]
    var b = a
    #expect(a == b)
    b.coordinates[1] = 3
    #expect(a != b)
  }

  @Test func `a multipoint is recognized in either spelling`() {
    #expect(EsriGeometryType(name: "esriGeometryMultiPoint") == .multipoint)
    #expect(EsriGeometryType(name: "esriGeometryMultipoint")?.kind == .multiPoint)
    #expect(EsriGeometryType(name: "esriGeometryBag") == nil)
  }
}

@Suite struct EnvelopeTests {
  let unit = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)

  @Test func `boxes that touch intersect`() {
    #expect(unit.intersects(Envelope(minX: 1, minY: 1, maxX: 2, maxY: 2)))
    #expect(!unit.intersects(Envelope(minX: 1.1, minY: 0, maxX: 2, maxY: 2)))
    #expect(!unit.intersects(.empty))
    #expect(!Envelope.empty.intersects(unit))
  }

  @Test func `a union with the empty box changes nothing`() {
    #expect(unit.union(.empty) == unit)
    #expect(Envelope.empty.union(unit) == unit)
    #expect(!unit.contains(Envelope.empty))
    #expect(unit.contains(unit))
  }

  @Test func `a position that is not a number does not extend the box`() {
    var box = unit
    box.formUnion(x: .nan, y: 7)
    #expect(box == Envelope(minX: 0, minY: 0, maxX: 1, maxY: 7))
  }
}
