import MapModel
import OrderedJSON
import Testing

@Suite struct ModelValuesTests {
  @Test(arguments: [
    ("esriFieldTypeOID", FieldType.objectID), ("OID", .objectID), ("string", .string),
    ("ESRIFIELDTYPEGUID", .guid), ("TimestampOffset", .timestampOffset),
  ])
  func `a field type is read with or without the prefix`(name: String, type: FieldType) {
    #expect(FieldType(name: name) == type)
  }

  @Test func `an unknown field type has no value`() {
    #expect(FieldType(name: "esriFieldTypeFuture") == nil)
    #expect(FieldType(name: "") == nil)
  }

  @Test func `names that differ by more than the case of ASCII letters are different`() {
    #expect("GlobalID".isSameName(as: "GLOBALID"))
    #expect(!"Größe".isSameName(as: "GRÖSSE"))
    #expect(!"Ärzte".isSameName(as: "ärzte"))
    #expect(!"a[".isSameName(as: "a{"))
    #expect(!"@".isSameName(as: "`"))
  }

  @Test func `codes match by value, whatever their spelling`() throws {
    let domain = Domain.codedValues(
      name: "d", values: [CodedValue(name: "One", code: 1), CodedValue(name: "x", code: "1")])
    #expect(domain.name(ofCode: .number(try #require(JSONNumber(text: "1.0")))) == "One")
    #expect(domain.name(ofCode: "1") == "x")
    #expect(domain.name(ofCode: .null) == nil)
    #expect(Domain.range(name: "r", minimum: 0, maximum: 1).name(ofCode: 1) == nil)
  }

  @Test func `the intersection of scale ranges contains the scales of both`() {
    let wide = ScaleRange(minimum: 100_000, maximum: 1_000)
    #expect(wide.contains(100_000) && wide.contains(1_000))
    #expect(!wide.contains(100_001) && !wide.contains(999))
    #expect(ScaleRange.all.contains(1) && ScaleRange.all.contains(1e9))
    #expect(wide.intersection(.all) == wide)
    #expect(
      wide.intersection(ScaleRange(minimum: 50_000, maximum: 0))
        == ScaleRange(minimum: 50_000, maximum: 1_000))
    #expect(wide.intersection(ScaleRange(minimum: 500, maximum: 0)).isEmpty)
    #expect(!wide.isEmpty && !ScaleRange.all.isEmpty)
    #expect(ScaleRange(minimum: -5, maximum: -1) == .all)
  }

  @Test func `placeholders are recognized and have defaults`() {
    #expect(Placeholder.isPresent(in: "a {{x}} b"))
    #expect(!Placeholder.isPresent(in: "{x}} {"))
    #expect(!Placeholder.isPresent(in: "}}{{"))
    #expect(Placeholder.fallback(of: "{{x.name||My name}}") == "My name")
    #expect(Placeholder.fallback(of: "{{x.name}}") == nil)
    #expect(Placeholder.fallback(of: "{{x||}}") == nil)
    #expect(Placeholder.fallback(of: "see {{x||y}}") == nil)
  }

  @Test func `a list with only Editing allows everything`() {
    let all = Capabilities(parsing: "Query,Editing")
    #expect(all.allowsCreate && all.allowsUpdate && all.allowsDelete && all.allowsEditing)
    let add = Capabilities(parsing: "Create,Query,Editing")
    #expect(add.allowsCreate && !add.allowsUpdate && !add.allowsDelete)
    #expect(!Capabilities(parsing: "Query, Extract,,").allowsEditing)
    #expect(Capabilities(parsing: " Query , Sync ").names == ["Query", "Sync"])
    #expect(Capabilities(parsing: "").names.isEmpty)
  }

  @Test func `notices are only counted when there are too many`() {
    var notices = MapNotices()
    for index in 0..<600 { notices.note("p[\(index)]", .unknownValue("x")) }
    #expect(notices.list.count == MapNotices.limit && notices.count == 600)
  }
}
