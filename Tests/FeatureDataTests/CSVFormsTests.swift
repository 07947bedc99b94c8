import FeatureData
import Geometry
import MapModel
import TestSupport
import Testing

/// Numbers and dates in CSV as spreadsheets write them.
@Suite struct CSVFormsTests {
  /// A column of cells and what is read.
  struct Column: CustomTestStringConvertible, Sendable {
    var cells: [String]
    var type: FieldType
    var values: [Cell]
    var delimiter = ";"
    var isAssumed = false
    var testDescription: String { cells.joined(separator: delimiter) }

    init(
      _ cells: [String], _ type: FieldType, _ values: [Cell], delimiter: String = ";",
      isAssumed: Bool = false
    ) {
      self.cells = cells
      self.type = type
      self.values = values
      self.delimiter = delimiter
      self.isAssumed = isAssumed
    }

    func csv(header: String = "a") -> String {
      "\(header)\(delimiter)b\n" + cells.map { "\"\($0)\"\(delimiter)x\n" }.joined()
    }
  }

  static let numbers: [Column] = [
    Column(["12,5", "-0,25", "7"], .double, [12.5, -0.25, 7.0]),
    Column(["12,5", "3,0"], .double, [12.5, 3.0], delimiter: "\t"),
    Column(["12,5"], .double, [12.5], delimiter: "|"),
    Column(["12,5"], .string, ["12,5"], delimiter: ","),
    Column(["1.234,5", "1.234", "12"], .double, [1234.5, 1234.0, 12.0]),
    Column(["1.234.567", "-1.234", "12"], .bigInteger, [1_234_567, -1234, 12]),
    Column(["1.234,5"], .string, ["1.234,5"], delimiter: ","),
    Column(["1.234", "0.5"], .double, [1.234, 0.5]),
    Column(["12,5", "12.5"], .string, ["12,5", "12.5"]),
    Column(["12,5", "1,234,567"], .string, ["12,5", "1,234,567"]),
    Column(["1,234.5", "12", "0.25"], .double, [1234.5, 12.0, 0.25]),
    Column(["1,234.5", "12"], .double, [1234.5, 12.0], delimiter: ","),
    Column(["1,234", "999"], .bigInteger, [1234, 999], delimiter: ","),
    Column(["1,234", "0.5"], .double, [1234.0, 0.5]),
    Column(["1,234,567", "1,234"], .bigInteger, [1_234_567, 1234]),
    Column(["1,234", "2,345"], .double, [1.234, 2.345], isAssumed: true),
    Column(["1,234", "1.234"], .string, ["1,234", "1.234"]),
    Column(["0,123"], .double, [0.123]),
    Column(["0,123"], .string, ["0,123"], delimiter: ","),
    Column(["1,23"], .string, ["1,23"], delimiter: ","),
    Column(["1,2345"], .string, ["1,2345"], delimiter: ","),
    Column(["1,234,56"], .string, ["1,234,56"], delimiter: ","),
    Column(["01,234"], .string, ["01,234"], delimiter: ","),
    Column(["1234,567.5"], .string, ["1234,567.5"], delimiter: ","),
    Column(["007,5"], .string, ["007,5"]),
    Column(["1,234", "x"], .string, ["1,234", "x"], delimiter: ","),
    Column(["12,5", "12345678901234567890"], .string, ["12,5", "12345678901234567890"]),
    Column(["1,5,2"], .string, ["1,5,2"]),
    Column(["1,5."], .string, ["1,5."]),
    Column(["1,"], .string, ["1,"]),
  ]

  @Test(arguments: numbers)
  func `numbers with commas are read if all of a column agree`(column: Column) throws {
    let table = try ReadTable(csv: column.csv())
    #expect(table.schema.columns[0].field.type == column.type)
    #expect(table.values(of: "a") == column.values)
    #expect(table.schema.columns[0].isFormAssumed == column.isAssumed)
    #expect(table.notices.entries.isEmpty)
  }

  @Test func `a point separates thousands in a file with decimal commas`() throws {
    let table = try ReadTable(csv: "n;dbh\n1.234;12,5\n5.678;3\n")
    #expect(table.rows == [[1234, 12.5], [5678, 3.0]])
    #expect(table.schema.columns.map(\.isFormAssumed) == [true, false])
    let plain = try ReadTable(csv: "n;dbh;m\n1.234;12,5;1.5\n5.678;3;2\n")
    #expect(plain.values(of: "m") == [1.5, 2.0])
    // A third column decides where a comma alone does not.
    let third = try ReadTable(csv: "n;dbh\n1,234;12,5\n")
    #expect(third.rows == [[1.234, 12.5]])
    #expect(third.schema.columns.map(\.isFormAssumed) == [false, false])
  }

  @Test(
    arguments: [
      (.double, "1,234.5", ",", 1234.5), (.integer, "1,234", ",", .integer(1234)),
      (.integer, "1,234", ";", .integer(1234)), (.double, "1,234", ";", 1.234),
      (.double, "12,5", ";", 12.5), (.single, "1.234,5", ";", 1234.5),
      (.integer, "1.234.567", ";", .integer(1_234_567)), (.string, "1,234.5", ",", "1,234.5"),
      (.double, "1e5", ",", 100_000.0),
    ] as [(FieldType, String, String, Cell)])
  func `a field with a type reads numbers with commas`(
    type: FieldType, cell: String, delimiter: String, value: Cell
  ) throws {
    let declared = DeclaredTable(
      name: "T", fields: [Field(name: "a", type: type)], isTable: true)
    let table = try ReadTable(
      csv: Column([cell], type, [], delimiter: delimiter).csv(), as: declared)
    #expect(table.values(of: "a") == [value])
    #expect(table.notices.entries.isEmpty)
  }

  @Test func `a field with a type notes texts among its numbers, and reads the others`() throws {
    let declared = DeclaredTable(
      name: "T", fields: [Field(name: "a", type: .double)], isTable: true)
    let table = try ReadTable(csv: "a;b\n12,5;x\ntall;x\n1.2345,5;x\n", as: declared)
    #expect(table.values(of: "a") == [12.5, "tall", "1.2345,5"])
    #expect(table.count(of: .wrongType) == 2)
  }

  // MARK: Coordinates

  @Test(arguments: [";", "\t", "|"])
  func `coordinates have decimal commas where commas don't separate cells`(
    delimiter: String
  ) throws {
    let csv = "id;lat;lon;dbh\n1;45,5;-122,6;12,5\n2;45,523;-122,676;3\n3;46;-123;1\n"
    let table = try ReadTable(csv: csv.replacing(";", with: delimiter))
    #expect(
      table.shapes == [
        Geometry(x: -122.6, y: 45.5), Geometry(x: -122.676, y: 45.523), Geometry(x: -123, y: 46),
      ])
    #expect(table.names == ["id", "lat", "lon", "dbh"])
    #expect(table.rows[0] == [1, 45.5, -122.6, 12.5])
    #expect(table.survey.envelope == Envelope(minX: -123, minY: 45.5, maxX: -122.6, maxY: 46))
    #expect(table.notices.entries.isEmpty)
  }

  @Test func `coordinates with groups are read in one form for all rows`() throws {
    var options = CSVOptions()
    options.spatialReference = SpatialReference(epsg: 2913)
    let table = try ReadTable(
      csv: "x;y\n7.652.000,5;683.000,25\n7.652.100;683.100\n", options)
    #expect(
      table.shapes == [Geometry(x: 7_652_000.5, y: 683_000.25), Geometry(x: 7_652_100, y: 683_100)])
    // The form is also found if the coordinates are no fields.
    let declared = DeclaredTable(
      name: "T", fields: [Field(name: "n", type: .integer)], isTable: false)
    let other = try ReadTable(
      csv: "n;x;y\n1;7.652.000,5;683.000,25\n2;7.652.100;683.100\n", options, as: declared)
    #expect(other.names == ["n"])
    #expect(other.shapes == table.shapes)
  }

  @Test func `a layer without any readable geometry is an error`() throws {
    let error = #expect(throws: FeatureDataError.self) {
      try ReadTable(csv: "n,lon,lat\na,,\nb,\"45,5\",\"-122,6\"\nc,east,north\n")
    }
    guard case .shapesLost(_, count: 2, row: 2, let sample) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(sample == "\"45,5\" and \"-122,6\"")
    let flat = "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1],[0,0]]]}"
    let feature = "{\"type\":\"Feature\",\"properties\":{},\"geometry\":\(flat)}"
    #expect(throws: FeatureDataError.self) {
      try ReadTable(json: "{\"type\":\"FeatureCollection\",\"features\":[\(feature)]}")
    }
    let rings = "{\"attributes\":{},\"geometry\":{\"rings\":[[[0,0],[1,1],[0,0]]]}}"
    #expect(throws: FeatureDataError.self) {
      try ReadTable(
        json: "{\"geometryType\":\"esriGeometryPolygon\",\"spatialReference\":{\"wkid\":4326},"
          + "\"features\":[\(rings)]}", dialect: .esri)
    }
    // Geometry that is missing or empty is not lost.
    #expect(try ReadTable(csv: "n,lon,lat\na,,\n").shapes == [nil])
  }

  // MARK: Dates

  static let dates: [Column] = [
    Column(
      ["1/13/1999 12:00:00 AM", "12/1/2001 1:05:09 PM"], .date,
      ["1999-01-13T00:00:00.000Z", "2001-12-01T13:05:09.000Z"], delimiter: ","),
    Column(["1/13/1999", "02/03/2004"], .dateOnly, ["1999-01-13", "2004-02-03"], delimiter: ","),
    Column(["13/1/1999", "2/3/2004"], .dateOnly, ["1999-01-13", "2004-03-02"], delimiter: ","),
    Column(["13.01.1999", "2.3.2004"], .dateOnly, ["1999-01-13", "2004-03-02"]),
    Column(["1.13.1999", "2.3.2004"], .dateOnly, ["1999-01-13", "2004-02-03"]),
    Column(
      ["13.01.1999 14:30", "02.03.2004"], .date,
      ["1999-01-13T14:30:00.000Z", "2004-03-02T00:00:00.000Z"]),
    Column(["2/3/2004", "5/6/2004"], .dateOnly, ["2004-02-03", "2004-05-06"], isAssumed: true),
    Column(["2.3.2004", "5.6.2004"], .dateOnly, ["2004-03-02", "2004-06-05"], isAssumed: true),
    Column(["2019-05-31", "2019/06/01"], .dateOnly, ["2019-05-31", "2019-06-01"]),
    Column(
      ["2019/05/31 12:30:00+00", "2019-05-31"], .date,
      ["2019-05-31T12:30:00.000Z", "2019-05-31T00:00:00.000Z"]),
    Column(
      ["2019-05-31T12:30:00.5-08:00"], .date, ["2019-05-31T20:30:00.500Z"], delimiter: ","),
    Column(
      ["5/31/2019 2:30 pm", "5/31/2019 12:00 PM"], .date,
      ["2019-05-31T14:30:00.000Z", "2019-05-31T12:00:00.000Z"]),
    Column(["13/1/1999", "1/13/1999"], .string, ["13/1/1999", "1/13/1999"]),
    Column(["1/13/1999", "13.1.1999"], .string, ["1/13/1999", "13.1.1999"]),
    Column(["1/13/1999", "1999-01-13"], .string, ["1/13/1999", "1999-01-13"]),
    Column(["1/13/1999", "unknown"], .string, ["1/13/1999", "unknown"]),
    Column(["2/30/2019"], .string, ["2/30/2019"]),
    Column(["13/13/2019"], .string, ["13/13/2019"]),
    Column(["1/13/99"], .string, ["1/13/99"]),
    Column(["1/13/1999 25:00"], .string, ["1/13/1999 25:00"]),
    Column(["1/13/1999 13:00 PM"], .string, ["1/13/1999 13:00 PM"]),
    Column(["1/13-1999"], .string, ["1/13-1999"]),
    Column(["1.2.3"], .string, ["1.2.3"]),
    Column(["2019-02-29"], .string, ["2019-02-29"]),
    Column(["1/1", "1/2"], .string, ["1/1", "1/2"]),
  ]

  @Test(arguments: dates)
  func `dates are read if all of a column are written alike`(column: Column) throws {
    let table = try ReadTable(csv: column.csv())
    #expect(table.schema.columns[0].field.type == column.type)
    #expect(table.values(of: "a") == column.values)
    #expect(table.schema.columns[0].isFormAssumed == column.isAssumed)
    #expect(table.notices.entries.isEmpty)
  }

  @Test(
    arguments: [
      (["1/13/1999 12:00:00 AM"], ["1999-01-13T00:00:00.000Z"], 0),
      (
        ["1/13/1999", "2/3/1999", "2019-05-31"],
        ["1999-01-13T00:00:00.000Z", "1999-02-03T00:00:00.000Z", "2019-05-31T00:00:00.000Z"], 0
      ),
      (["13/1/1999", "2.3.1999"], ["1999-01-13T00:00:00.000Z", "1999-03-02T00:00:00.000Z"], 0),
      (["1/13/1999", "soon", ""], ["1999-01-13T00:00:00.000Z", "soon", .null], 1),
      (["13/1/1999", "1/13/1999"], ["13/1/1999", "1/13/1999"], 2),
      (["13/13/1999"], ["13/13/1999"], 1),
    ] as [([String], [Cell], Int)])
  func `a date field reads dates in one order, and notes the others`(
    cells: [String], values: [Cell], count: Int
  ) throws {
    let declared = DeclaredTable(
      name: "T", fields: [Field(name: "a", type: .date)], isTable: true)
    let csv = "a,b\n" + cells.map { "\($0),x\n" }.joined()
    let table = try ReadTable(csv: csv, as: declared)
    #expect(table.values(of: "a") == values)
    #expect(table.count(of: .notADate) == count)
    #expect(table.notices.entries.allSatisfy { $0.notice == .notADate })
    let features = cells.map { "{\"properties\":{\"a\":\"\($0)\"},\"geometry\":null}" }
    let json = try ReadTable(
      json: "{\"features\":[\(features.joined(separator: ","))]}", as: declared)
    #expect(json.values(of: "a") == values)
    let escaped = features.map { $0.replacing("/", with: "\\/") }
    let other = try ReadTable(
      json: "{\"features\":[\(escaped.joined(separator: ","))]}", as: declared)
    #expect(other.values(of: "a") == values)
  }

  @Test func `dates in GeoJSON become fields like those in CSV`() throws {
    let table = try ReadTable(
      json: """
        {"features": [
        {"properties": {"day": "2019-05-31", "time": "2026-11-03T00:00:00Z", "text": "2019-05-31"},
         "geometry": null},
        {"properties": {"day": null, "time": "2026-11-03 10:30", "text": "none"},
         "geometry": null}]}
        """)
    #expect(table.schema.fields.map(\.type) == [.dateOnly, .date, .string])
    #expect(
      table.rows == [
        ["2019-05-31", "2026-11-03T00:00:00.000Z", "2019-05-31"],
        [.null, "2026-11-03T10:30:00.000Z", "none"],
      ])
  }

  // MARK: Random values

  /// A number with two decimals, written with a decimal mark and a separator of groups.
  private static func text(_ hundredths: Int, decimal: String, separator: String) -> String {
    let digits = String(hundredths.magnitude / 100)
    var groups = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { groups += separator }
      groups.append(digit)
    }
    let rest = hundredths.magnitude % 100
    return (hundredths < 0 ? "-" : "") + groups + decimal + (rest < 10 ? "0" : "") + "\(rest)"
  }

  @Test(arguments: 0..<20)
  func `numbers and dates are the same in every form`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let numbers = (0..<50).map { _ in
      let range = generator.integer(in: 0...1) == 0 ? 5_000 : 900_000_000_000
      return generator.integer(in: -range...range)
    }
    let values = numbers.map { Cell.real(Double($0) / 100) }
    for (decimal, separator) in [(".", ""), (",", ""), (",", "."), (".", ",")] {
      let cells = numbers.map { Self.text($0, decimal: decimal, separator: separator) }
      let table = try ReadTable(csv: Column(cells + ["1\(decimal)50"], .double, []).csv())
      #expect(table.values(of: "a") == values + [1.5], "\(decimal)\(separator)")
    }
    let days = (0..<50).map { _ in generator.integer(in: -200_000...800_000) }
    let dates =
      days.map { CivilDate(daysSince1970: $0) } + [CivilDate(year: 2019, month: 5, day: 31)]
    func cells(_ text: (CivilDate, _ year: String) -> String) -> [String] {
      dates.map { date in
        let year = String(date.year)
        return text(date, String(repeating: "0", count: 4 - year.count) + year)
      }
    }
    let forms = [
      cells { "\($0.month)/\($0.day)/\($1)" }, cells { "\($0.day)/\($0.month)/\($1)" },
      cells { "\($0.day).\($0.month).\($1)" },
    ]
    let expected = dates.map { date in
      var text: [UInt8] = []
      _ = DateText.appendDate(Int64(date.daysSince1970) * 86_400_000, to: &text)
      return Cell.text(String(decoding: text, as: UTF8.self))
    }
    for form in forms {
      #expect(try ReadTable(csv: Column(form, .dateOnly, []).csv()).values(of: "a") == expected)
    }
  }
}
