import FeatureData
import Popups
import Records
import Testing

/// Values in a pop-up's table of fields, in the order of the rules in `FieldValue`.
struct FieldValueTests {
  private static let table = """
    {"name": "Trees", "typeIdField": "kind", "fields": [
     {"name": "kind", "type": "esriFieldTypeSmallInteger"},
     {"name": "code", "type": "esriFieldTypeString", "domain": {"type": "codedValue", "name": "d",
      "codedValues": [{"name": "Good", "code": "G"}, {"name": "Fair", "code": "F"},
       {"name": "Five", "code": "5"}]}},
     {"name": "number", "type": "esriFieldTypeInteger", "domain": {"type": "codedValue",
      "name": "n", "codedValues": [{"name": "One", "code": 1}, {"name": "Two", "code": 2.0},
       {"name": "Half", "code": 0.5}, {"name": "Uno", "code": 1}]}},
     {"name": "text", "type": "esriFieldTypeString"},
     {"name": "double", "type": "esriFieldTypeDouble"},
     {"name": "integer", "type": "esriFieldTypeBigInteger"},
     {"name": "flag", "type": "esriFieldTypeSmallInteger", "storage": "boolean"},
     {"name": "date", "type": "esriFieldTypeDate"},
     {"name": "day", "type": "esriFieldTypeDateOnly"},
     {"name": "time", "type": "esriFieldTypeTimeOnly"},
     {"name": "stamp", "type": "esriFieldTypeTimestampOffset"},
     {"name": "guid", "type": "esriFieldTypeGUID"},
     {"name": "blob", "type": "esriFieldTypeBlob"}],
     "types": [
      {"id": 1, "name": "Street tree", "domains": {"code": {"type": "inherited"}}},
      {"id": 2, "name": "Park tree", "domains": {"code": {"type": "codedValue", "name": "p",
       "codedValues": [{"name": "Splendid", "code": "G"}]},
       "number": {"type": "range", "name": "r", "range": [0, 9]}}}]}
    """

  private func shown(
    _ name: String, _ value: SQLValue, format: String? = nil, kind: SQLValue = .null,
    zone: TimeZoneRules = .utc
  ) throws -> PopupFieldRow {
    let format = format.map { #", "format": \#($0)"# } ?? ""
    let layer = try SampleLayer(
      SampleTable(Self.table), #"{"fieldInfos": [{"fieldName": "\#(name)"\#(format)}]}"#,
      zone: zone)
    #expect(layer.notices.isEmpty)
    let rows = try layer.rows(name == "kind" ? [name: value] : [name: value, "kind": kind])
    return try #require(rows.first)
  }

  @Test(arguments: [
    ("code", SQLValue.text("G"), SQLValue.null, "Good"),
    ("code", "G", 1, "Good"),  // the type's domain is inherited
    ("code", "G", 2, "Splendid"),
    ("code", "F", 2, "F"),  // missing in the type's domain
    ("code", "G", 9, "Good"),  // an unknown type
    ("code", "g", .null, "g"),
    ("code", 5, .null, "Five"),
    ("number", 1, .null, "One"),  // the first of two equal codes
    ("number", .real(2), .null, "Two"),
    ("number", .real(0.5), .null, "Half"),
    ("number", "2", .null, "Two"),
    ("number", 2, 2, "2"),  // the type's domain has no codes
    ("number", 7, .null, "7"),
    ("kind", 2, .null, "Park tree"),
    ("kind", "2", .null, "Park tree"),
    ("kind", 3, .null, "3"),
  ])
  func `a coded value is shown by name, using the row's type first`(
    name: String, value: SQLValue, kind: SQLValue, expected: String
  ) throws {
    let row = try shown(name, value, kind: kind)
    #expect(row.value == expected)
    #expect(row.kind == .code)
  }

  @Test(arguments: [
    ("double", SQLValue.real(1234567.5), String?.none, "1234567.5"),
    ("double", .real(12), nil, "12"),
    ("double", .real(-0.0), nil, "0"),
    ("double", .real(1234.567), #"{"places": 2, "digitSeparator": true}"#, "1,234.57"),
    ("double", .real(0.125), #"{"places": 2}"#, "0.13"),
    ("double", .real(1234.56789), #"{"digitSeparator": true}"#, "1,234.568"),
    ("integer", 1_234_567, #"{"places": 0, "digitSeparator": false}"#, "1234567"),
    ("integer", 9_007_199_254_740_993, nil, "9007199254740993"),
    ("text", "1234.5", #"{"places": 2, "digitSeparator": true}"#, "1,234.50"),
    ("text", "12 feet", #"{"places": 2}"#, "12 feet"),
    ("text", "1234.5", #"{"dateFormat": "shortDate", "places": 2}"#, "1234.5"),
    ("text", "1234.5", nil, "1234.5"),
    ("text", "2021-10-29T15:04:05Z", #"{"dateFormat": "longMonthDayYear"}"#, "October 29, 2021"),
    (
      "text", "2021-10-29T15:04:05+02:00", #"{"dateFormat": "shortDateShortTime24"}"#,
      "10/29/2021, 13:04"
    ),
    ("text", "2021-10-29", #"{"dateFormat": "longMonthDayYearShortTime"}"#, "October 29, 2021"),
    ("text", "2021-13-29", #"{"dateFormat": "longMonthDayYear"}"#, "2021-13-29"),
    ("text", "in 2021-10-29", #"{"dateFormat": "longMonthDayYear"}"#, "in 2021-10-29"),
    ("text", "2021-10-29T15:04:05Z", nil, "2021-10-29T15:04:05Z"),
    ("text", "two\nlines", nil, "two\nlines"),
    ("text", "<b>bold</b> & more", nil, "<b>bold</b> & more"),
    ("text", "", nil, ""),
  ])
  func `numbers use the map's format, or are unchanged`(
    name: String, value: SQLValue, format: String?, expected: String
  ) throws {
    #expect(try shown(name, value, format: format).value == expected)
  }

  @Test(arguments: [
    ("date", SQLValue.text("2021-10-29T15:04:05.000Z"), String?.none, "10/29/2021, 3:04 PM"),
    ("date", "2021-10-29T15:04:05.000Z", #"{"dateFormat": "shortDate"}"#, "10/29/2021"),
    (
      "date", "2021-10-29T15:04:05.000Z", #"{"dateFormat": "longDateLongTime24"}"#,
      "Friday, October 29, 2021, 15:04:05"
    ),
    ("date", "2021-10-29T15:04:05.000Z", #"{"places": 2}"#, "10/29/2021, 3:04 PM"),
    ("date", 1_635_519_845_000, nil, "10/29/2021, 3:04 PM"),
    ("date", .real(-0.5), nil, "12/31/1969, 11:59 PM"),
    ("date", "<Null>", nil, "<Null>"),
    ("double", .real(1_635_519_845_000), #"{"dateFormat": "year"}"#, "2021"),
    ("day", "2021-10-29", nil, "10/29/2021"),
    ("day", "2021-10-29", #"{"dateFormat": "longMonthDayYearShortTime"}"#, "October 29, 2021"),
    ("time", "15:04:05", nil, "3:04 PM"),
    ("time", "15:04:05.678", #"{"dateFormat": "shortDateLongTime24"}"#, "15:04:05"),
    ("time", "25:00", nil, "25:00"),
    ("stamp", "2021-10-29T15:04:05-07:00", nil, "10/29/2021, 3:04 PM -07:00"),
    ("stamp", "2021-10-29T15:04:05.250Z", nil, "10/29/2021, 3:04 PM UTC"),
    ("stamp", "2021-10-29T15:04:05+05:30", #"{"dateFormat": "shortDate"}"#, "10/29/2021"),
    ("stamp", "soon", nil, "soon"),
  ])
  func `dates use the map's format, or the short default`(
    name: String, value: SQLValue, format: String?, expected: String
  ) throws {
    #expect(try shown(name, value, format: format).value == expected)
  }

  @Test func `dates use the layer's time zone, but days and offsets do not`() throws {
    let zone = TimeZoneRules(name: "PDT", offset: -7 * 3_600)
    let text = SQLValue.text("2012-06-30T00:00:00.000Z")
    #expect(try shown("date", text, zone: zone).value == "6/29/2012, 5:00 PM")
    #expect(
      try shown(
        "date", text, format: #"{"dateFormat": "shortDate", "timezone": "utc"}"#, zone: zone
      )
      .value == "6/30/2012")
    #expect(try shown("day", "2012-06-30", zone: zone).value == "6/30/2012")
    #expect(
      try shown("stamp", "2012-06-30T00:00:00+02:00", zone: zone).value
        == "6/30/2012, 12:00 AM +02:00")
  }

  @Test(arguments: [
    ("flag", SQLValue.integer(1), "Yes"), ("flag", 0, "No"), ("flag", 2, "2"),
    (
      "guid", "{2F5F2C1A-0000-4000-8000-00000000ABCD}",
      "{2F5F2C1A-0000-4000-8000-00000000ABCD}"
    ),
    ("blob", .blob([1, 2, 3]), "3 bytes"), ("blob", .blob([1]), "1 byte"),
  ])
  func `booleans, identities and bytes have texts`(
    name: String, value: SQLValue, expected: String
  ) throws {
    #expect(try shown(name, value).value == expected)
  }

  @Test func `null is marked as null and an empty text is not`() throws {
    for name in ["code", "text", "double", "date", "flag", "guid", "blob"] {
      let row = try shown(name, .null)
      #expect(row.value.isEmpty && row.isNull, "\(name)")
    }
    #expect(try shown("text", "").isNull == false)
  }

  @Test(arguments: [
    ("https://example.org/a b", String?.none, String?.none),
    ("https://example.org/tree?id=4", "https://example.org/tree?id=4", "View"),
    ("HTTP://example.org/é'", "http://example.org/%C3%A9%27", "View"),
    ("https:", nil, nil), ("https://", nil, nil), ("http:x", nil, nil),
    ("see https://example.org", nil, nil),
    ("mailto:trees@example.org", "mailto:trees@example.org", "trees@example.org"),
    ("tel:+15035550100", "tel:+15035550100", "+15035550100"),
    ("tel:", nil, nil),
    ("arcgis-survey123://?itemID=1", "arcgis-survey123://?itemID=1", "Open in Survey123"),
    ("mspbi://app/open", "mspbi://app/open", "Open in Microsoft Power BI"),
    ("javascript:alert(1)", nil, nil), ("data:text/html,x", nil, nil), ("file:///etc", nil, nil),
    (#"https://example.org/"onclick="x"#, nil, nil),
  ])
  func `a value that is an address becomes a link`(
    value: String, href: String?, text: String?
  ) throws {
    let row = try shown("text", .text(value))
    #expect(row.value == value)
    #expect(row.link?.href == href)
    #expect(row.link?.text == text)
  }
}
