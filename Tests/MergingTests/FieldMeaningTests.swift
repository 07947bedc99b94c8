import Geometry
import Merging
import Testing

struct FieldMeaningTests {
  private static func text(_ text: String) -> FieldValue { FieldValue(text: text) }

  private static func blob(_ geometry: Geometry, srsID: Int32 = 4326) -> FieldValue {
    var bytes: [UInt8] = []
    GeoPackageBlob.append(geometry, srsID: srsID, to: &bytes)
    return .blob(bytes)
  }

  @Test(arguments: [
    (FieldMeaning.number, FieldValue.integer(5), FieldValue.real(5)),
    (.dateTime, text("2026-05-01T12:30:00Z"), text("2026-05-01 14:30:00.000+02:00")),
    (.date, text("2026-05-01"), text("2026/05/01")),
    (
      .identity, text("{0E6A1D3C-5B8F-4A7E-9C2D-1F3B5A7C9E0D}"),
      text("0e6a1d3c5b8f4a7e9c2d1f3b5a7c9e0d")
    ),
    (.text, text("oak"), text("oak")),
  ])
  func `values with the same meaning are equal`(
    meaning: FieldMeaning, one: FieldValue, other: FieldValue
  ) {
    #expect(meaning.isSame(one, other))
  }

  @Test(arguments: [
    (FieldMeaning.number, FieldValue.integer(5), FieldValue.real(5.5)),
    (.number, .null, .integer(0)),
    (.number, text("5"), .integer(5)),
    (.dateTime, text("2026-05-01T12:30:00Z"), text("2026-05-01T12:30:01Z")),
    (.dateTime, text("soon"), text("later")),
    (.text, text("\u{e9}"), text("e\u{301}")),
    (.text, text(""), .null),
    (.text, text("x"), .blob([0x78])),
  ])
  func `values with different meanings differ`(
    meaning: FieldMeaning, one: FieldValue, other: FieldValue
  ) {
    #expect(!meaning.isSame(one, other))
  }

  @Test func `geometries are compared by their coordinates`() {
    let point = Geometry(x: -122.5, y: 45.5)
    var multiple = point
    multiple.kind = .multiPoint
    #expect(FieldMeaning.geometry.isSame(Self.blob(point), Self.blob(point, srsID: 0)))
    #expect(FieldMeaning.geometry.isSame(Self.blob(point), Self.blob(multiple)))
    #expect(FieldMeaning.geometry.isSame(Self.blob(Geometry(.point)), .null))
    #expect(
      !FieldMeaning.geometry.isSame(
        Self.blob(point), Self.blob(Geometry(x: -122.5, y: 45.500_000_1))))
  }
}
