import FeatureData
import Geometry
import MapModel
import TestSupport
import Testing

/// Reading rows from CSV text.
@Suite struct CSVSourceTests {
  /// A text and its cells.
  struct Text: CustomTestStringConvertible, Sendable {
    var csv: String
    var names: [String]
    var rows: [[String?]]
    var testDescription: String { csv }

    init(_ csv: String, _ names: [String], _ rows: [[String?]]) {
      self.csv = csv
      self.names = names
      self.rows = rows
    }
  }

  static let texts = [
    Text("a,b\nx,y\n", ["a", "b"], [["x", "y"]]),
    Text("a,b\nx,y", ["a", "b"], [["x", "y"]]),
    Text("a,b\r\nx,y\r\n", ["a", "b"], [["x", "y"]]),
    Text("\u{FEFF}a,b\nx,y\n", ["a", "b"], [["x", "y"]]),
    Text("\u{FEFF}\"a\",b\nx,y\n", ["a", "b"], [["x", "y"]]),
    Text("a;b\nx,1;y\n", ["a", "b"], [["x,1", "y"]]),
    Text("a\tb\nx, 1;\ty\n", ["a", "b"], [["x, 1;", "y"]]),
    Text("a|b\nx|y\n", ["a", "b"], [["x", "y"]]),
    Text("\"a;x\";b;c\n1x;2x;3x\n", ["a;x", "b", "c"], [["1x", "2x", "3x"]]),
    Text("a,b\n\"x,1\",\"y\"\"z\"\n", ["a", "b"], [["x,1", "y\"z"]]),
    Text("a,b\n\"two\nlines\",\"two\r\nmore\"\n", ["a", "b"], [["two\nlines", "two\r\nmore"]]),
    Text("a,b\n\"\"\"\",\"\"\n", ["a", "b"], [["\"", ""]]),
    Text("a,b\n6\" pipe,5'6\"\n", ["a", "b"], [["6\" pipe", "5'6\""]]),
    Text("a,b\nx\"y\"z,\"w\"  \n", ["a", "b"], [["x\"y\"z", "w"]]),
    Text("a,b\n\n\r\nx,y\n\n", ["a", "b"], [["x", "y"]]),
    Text("a,b,c\nx\n,y\n", ["a", "b", "c"], [["x", nil, nil], [nil, "y", nil]]),
    Text("a,b\nx,y,,\n", ["a", "b"], [["x", "y"]]),
    Text("a,b\nx,y,\"\"\n", ["a", "b"], [["x", "y"]]),
    Text("a,b\n , x \n", ["a", "b"], [[" ", " x "]]),
    Text("a,b\n<Null>,NULL\n", ["a", "b"], [["<Null>", "NULL"]]),
    Text(" a , b  c ,\nx,y,z\n", ["a", "b c", "column 3"], [["x", "y", "z"]]),
    Text("only\nx\ny\n", ["only"], [["x"], ["y"]]),
    Text("a,b\n", ["a", "b"], []),
    Text("a,b", ["a", "b"], []),
    Text("é,é2\nß,日本\n", ["é", "é2"], [["ß", "日本"]]),
  ]

  @Test(arguments: texts)
  func `cells are the text between delimiters, without quotes`(text: Text) throws {
    let table = try ReadTable(csv: text.csv)
    #expect(table.names == text.names)
    #expect(table.rows == text.rows.map { $0.map { $0.map(Cell.text) ?? .null } })
    #expect(table.notices.entries.isEmpty)
  }

  @Test func `a header that ends in a quote, a line break or the file is still a header`() throws {
    #expect(try ReadTable(csv: "\"a\nb\",c\n").names == ["a\nb", "c"])
    #expect(try ReadTable(csv: "\"a\"").names == ["a"])
  }

  @Test func `column names that differ only in the encoding of é are two columns`() throws {
    let table = try ReadTable(csv: "caf\u{E9},cafe\u{301}\nx,y\n")
    #expect(table.rows == [["x", "y"]])
  }

  @Test func `a delimiter in a binding overrides the one in the header`() throws {
    var options = CSVOptions()
    options.delimiter = UInt8(ascii: ";")
    let table = try ReadTable(csv: "a,b,c;d\n1,5;x\n", options)
    #expect(table.names == ["a,b,c", "d"])
    #expect(table.rows == [[1.5, "x"]])
  }

  @Test(arguments: [
    ("", "the file is empty, expected a header line with the column names"),
    ("\u{FEFF}", "the file is empty, expected a header line with the column names"),
    ("a,b\nx,\"y\n", "row 1 (byte 4): the quoted cell is never closed"),
    ("a,\"b\n", "row 0 (byte 0): the quoted cell is never closed"),
    ("a,b\nx,y\n1,2,3\n", "row 2 (byte 8) has at least 3 cells, but the header has 2"),
    ("a,b\n\n\"x\"y,z\n", "row 1 (byte 5): there is text after a closing quote"),
    ("a,b\n\"say \"hi\" now\",z\n", "row 1 (byte 4): there is text after a closing quote"),
    ("a,b,a\n", "two columns have the name \"a\""),
  ])
  func `unreadable text is rejected with its position`(csv: String, words: String) throws {
    let error = #expect(throws: FeatureDataError.self) { try ReadTable(csv: csv) }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains(words))
  }

  // MARK: Coordinates

  @Test(arguments: [
    "Longitude,Latitude", "lon,lat", "LONG,LAT", "lng,lat", "X_Long,Y_Lat",
  ])
  func `longitude and latitude columns give points in WGS 84`(header: String) throws {
    let table = try ReadTable(csv: "name,\(header)\nx,-122.5,45.25\n")
    #expect(table.schema.geometry?.kind == .point)
    #expect(table.schema.geometry?.srsID == 4326)
    #expect(table.shapes == [Geometry(x: -122.5, y: 45.25)])
    #expect(table.names == ["name"] + header.split(separator: ",").map(String.init))
    #expect(table.rows == [["x", -122.5, 45.25]])
    #expect(table.survey.envelope == Envelope(minX: -122.5, minY: 45.25, maxX: -122.5, maxY: 45.25))
  }

  @Test func `columns x and y need a spatial reference`() throws {
    #expect(throws: FeatureDataError.self) { try ReadTable(csv: "x,y\n500000,5000000\n") }
    var options = CSVOptions()
    options.spatialReference = SpatialReference(epsg: 26910)
    let table = try ReadTable(csv: "x,y\n500000,5000000\n", options)
    #expect(table.schema.geometry?.srsID == 26910)
  }

  @Test func `a binding names the coordinate columns, ignoring case`() throws {
    var options = CSVOptions()
    options.xColumn = "ost"
    options.yColumn = "NORD"
    options.spatialReference = SpatialReference(epsg: 3857)
    let table = try ReadTable(csv: "lon,lat,OST,Nord\n1,2,3,4\n", options)
    #expect(table.shapes == [Geometry(x: 3, y: 4)])
    #expect(table.names == ["lon", "lat", "OST", "Nord"])
    options.xColumn = "west"
    let error = #expect(throws: FeatureDataError.self) {
      try ReadTable(csv: "OST,Nord\n3,4\n", options)
    }
    #expect("\(String(describing: error))".contains("no column"))
  }

  @Test func `missing coordinates give no point, and invalid ones are noted`() throws {
    let table = try ReadTable(
      csv: "n,lon,lat\na,1,2\nb,,\nc,1,\nd,x,2\ne,1e400,2\nf,\"3\",+4\ng,nan,inf\n")
    #expect(
      table.shapes == [Geometry(x: 1, y: 2), nil, nil, nil, nil, Geometry(x: 3, y: 4), nil])
    #expect(table.survey.nullGeometryCount == 5)
    #expect(table.count(of: .geometryMissing) == 5)
    #expect(table.count(of: .geometryInvalid) == 4)
    #expect(
      table.notices.entries.first { $0.notice == .geometryInvalid }?.samples.first
        == "row 3: \"1\" and \"\"")
  }

  @Test func `a definition decides which coordinates are fields`() throws {
    let declared = DeclaredTable(
      name: "T", fields: [Field(name: "Lon", type: .double)], isTable: false)
    let table = try ReadTable(csv: "Lon,Lat\n1.5,2\n", as: declared)
    #expect(table.names == ["Lon"])
    #expect(table.rows == [[1.5]])
    #expect(table.shapes == [Geometry(x: 1.5, y: 2)])
  }

  @Test(arguments: [
    ("x_EPSG_2913,y_EPSG_2913", 2913), ("X_epsg_26910,Y_epsg_26910", 26910),
    ("Longitude_EPSG_4326,Latitude_EPSG_4326", 4326), ("x_ESRI_102100,y_ESRI_102100", 3857),
    ("x,y,x_EPSG_3857,y_EPSG_3857", 3857), ("x_EPSG_3857_2,x_EPSG_3857,y_EPSG_3857_2", 3857),
  ])
  func `the coordinates of an export name their system and are no fields`(
    header: String, code: Int
  ) throws {
    let names = header.split(separator: ",").map(String.init)
    let isOwn = names.map { $0.hasSuffix("_2") || !header.contains("_2,") && $0.contains("_") }
    let row = isOwn.enumerated().map { $1 ? "\($0 + 1).25" : "9" }
    let table = try ReadTable(csv: "n,\(header)\nq,\(row.joined(separator: ","))\n")
    #expect(table.names == ["n"] + zip(names, isOwn).filter { !$0.1 }.map(\.0))
    #expect(table.schema.geometry?.spatialReference.wkid == code)
    let own = isOwn.indices.filter { isOwn[$0] }.map { Double($0 + 1) + 0.25 }
    #expect(table.shapes == [Geometry(x: own[0], y: own[1])])
  }

  @Test func `heights and measures of an export are read`() throws {
    let header = "x_EPSG_2913,y_EPSG_2913,z_EPSG_2913,m_EPSG_2913"
    let table = try ReadTable(csv: "\(header)\n1,2,3.5,4\n5,6,,7\n8,9,10,\n,,,\n")
    #expect(table.names.isEmpty)
    #expect(table.schema.geometry?.hasZ == true && table.schema.geometry?.hasM == true)
    #expect(table.shapes.map { $0?.coordinates.count } == [4, 3, 4, nil])
    #expect(table.shapes[0]?.coordinates == [1, 2, 3.5, 4])
    #expect(table.shapes[1]?.coordinates == [5, 6, 7])
    #expect(table.shapes[2]?.coordinates.last?.isNaN == true)
  }

  @Test func `coordinates of a system without a code need a binding`() throws {
    #expect(throws: FeatureDataError.self) { try ReadTable(csv: "x_SHAPE,y_SHAPE\n1,2\n") }
    var options = CSVOptions()
    options.spatialReference = SpatialReference(epsg: 26910)
    let table = try ReadTable(csv: "x_SHAPE,y_SHAPE\n500000,5000000\n", options)
    #expect(table.names.isEmpty)
    #expect(table.schema.geometry?.srsID == 26910)
  }

  @Test func `coordinate columns of a table are ordinary columns`() throws {
    var options = CSVOptions()
    options.hasGeometry = false
    let table = try ReadTable(
      csv: "lon,lat\n1,2.5\n", options, as: DeclaredTable(name: "T", isTable: true))
    #expect(table.schema.geometry == nil)
    #expect(table.rows == [[1, 2.5]])
  }

  // MARK: Types

  @Test(
    arguments: [
      ("12", .integer(12)), ("-3", .integer(-3)), ("0", .integer(0)), ("\"5\"", .integer(5)),
      ("999999999999999999", .integer(999_999_999_999_999_999)),
      ("1.5", .real(1.5)), ("-0.25", .real(-0.25)), ("1.50", .real(1.5)), ("-0.0", .real(-0.0)),
      ("0.1", .real(0.1)), ("0.16666666666666669", .real(0.16666666666666669)),
      ("1e-09", .real(1e-9)),
      ("-1.5e+22", .real(-1.5e22)), ("1.2345678901234567e-300", .real(1.2345678901234567e-300)),
      ("9007199254740992.0", .real(9_007_199_254_740_992)), ("1e+400", "1e+400"),
      ("1.5e5", "1.5e5"), ("1e+", "1e+"), ("e+5", "e+5"), ("1e+5x", "1e+5x"), ("12E+4", "12E+4"),
      ("007", "007"), ("+1", "+1"), ("1e5", "1e5"), ("-0", "-0"), ("1.", "1."), (".5", ".5"),
      ("12345678901234567890", "12345678901234567890"), ("1,5", .real(1.5)), ("--1", "--1"),
      ("0.12345678901234567890", "0.12345678901234567890"), ("true", "true"), ("-", "-"),
      ("1 ", "1 "), ("2024-05-01", "2024-05-01"), ("24-05-01", "24-05-01"), ("0x10", "0x10"),
      ("NaN", "NaN"),
    ] as [(String, Cell)])
  func `a cell becomes a number only if its value stays the same`(
    cell: String, value: Cell
  ) throws {
    var options = CSVOptions()
    options.delimiter = UInt8(ascii: ";")
    // A second column keeps rows with an empty first cell from being blank.
    let table = try ReadTable(csv: "a;b\n\(cell);x\n", options)
    #expect(table.values(of: "a") == [value])
  }

  @Test(
    arguments: [
      (["1", "2.5"], [.real(1), .real(2.5)]),
      (["1", "x"], ["1", "x"]),
      (["1", "007"], ["1", "007"]),
      (["1", ""], [.integer(1), .null]),
      (["1", "\"\""], ["1", ""]),
      (["12345678901234567", "1.5"], ["12345678901234567", "1.5"]),
      (["12345678901234567", "1"], [.integer(12_345_678_901_234_567), .integer(1)]),
      (["", ""], [.null, .null]),
    ] as [([String], [Cell])])
  func `a column takes the narrowest type that keeps every value`(
    cells: [String], values: [Cell]
  ) throws {
    let csv = "a,b\n" + cells.map { "\($0),x\n" }.joined()
    #expect(try ReadTable(csv: csv).values(of: "a") == values)
  }

  // MARK: Stripes

  @Test func `rows do not depend on where the text is cut`() throws {
    let csv = Array(
      ("a,b\r\n\"x\ny\",\"\"\"q\"\"\"\r\n\r\nz\"\"z,5\" \n\"\",\"\"\n\"\n\"\n"
        + "\"a\"\"\n\"\"b\"  ,é\nlast,\"\n\"").utf8)
    let whole = try ReadTable(csv: csv)
    #expect(whole.rows.count == 6)
    for size in 1...csv.count {
      let table = try ReadTable(csv: csv, stripeSize: size)
      #expect(table.rows == whole.rows, "stripes of \(size)")
      #expect(table.survey == whole.survey, "stripes of \(size)")
      if size == 1 { #expect(table.stripeCount >= 6) }
    }
  }

  @Test func `an error names the same row however the text is cut`() throws {
    let csv = Array("a,b\n\"1\n1\",2\n3,4\n5,6,7\n8,9\n".utf8)
    for size in 1...csv.count {
      let error = #expect(throws: FeatureDataError.self) {
        try ReadTable(csv: csv, stripeSize: size)
      }
      #expect("\(error.map(String.init(describing:)) ?? "")".contains("row 3 (byte 16)"))
    }
  }

  @Test func `a quoted cell of several megabytes is scanned only once`() throws {
    let cell = String(repeating: "\"\"\n", count: 400_000)
    let table = try ReadTable(csv: Array("a,b\n\"\(cell)\",x\n".utf8), stripeSize: 1 << 12)
    #expect(table.rows.count == 1)
    #expect(table.values(of: "b") == ["x"])
  }
}
