import Geometry
import MapModel
import OrderedJSON
import TestSupport
import Testing

struct SymbolTests {
  /// A PNG of one pixel.
  static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

  /// The symbol of a simple renderer, and how many notices there were.
  static func read(
    _ symbol: String, _ type: String = "Point"
  ) throws -> (symbol: Symbol, notices: [MapNotice]) {
    var notices = MapNotices()
    let drawing = LayerDrawing(
      drawingInfo: try Documents.json(#"{"renderer":{"type":"simple","symbol":\#(symbol)}}"#),
      geometryType: .init(name: "esriGeometry\(type)"), showsLabels: false, path: "L",
      notices: &notices)
    let only = try #require(drawing.renderer.classes.first)
    return (only.symbol, notices.list)
  }

  static func text(_ json: JSON) -> String {
    String(decoding: JSONWriter.write(json), as: UTF8.self)
  }

  static let written: [(String, String, String)] = [
    (
      #"{"type":"esriSMS","style":"esriSMSCircle","color":[26,120,55,255],"size":7,"outline":{"type":"esriSLS","style":"esriSLSSolid","color":[255,255,255,200],"width":0.7}}"#,
      "Point",
      ##"{"kind":"marker","shape":"circle","size":9.33,"color":"#1a7837","alpha":1,"outline":{"color":"#ffffff","alpha":0.784,"width":0.93}}"##
    ),
    (
      #"{"type":"esriSMS","style":"esriSMSTriangle","color":null,"size":6,"xoffset":3,"yoffset":6,"outline":null}"#,
      "Point",
      #"{"kind":"marker","shape":"triangle","size":8,"color":null,"alpha":0,"outline":null,"dx":4,"dy":-8}"#
    ),
    (
      #"{"type":"esriSLS","style":"esriSLSDash","color":[1,2,3],"width":1.5}"#, "Polyline",
      ##"{"kind":"line","color":"#010203","alpha":1,"width":2,"dash":[8,6]}"##
    ),
    (
      #"{"type":"esriSLS","style":"esriSLSNull","color":[1,2,3],"width":1.5}"#, "Polyline",
      ##"{"kind":"line","color":"#000000","alpha":0,"width":1}"##
    ),
    (
      #"{"type":"esriSFS","style":"esriSFSSolid","color":[0,0,0,0],"outline":{"type":"esriSLS","style":"esriSLSSolid","color":[40,90,170,255],"width":1.8}}"#,
      "Polygon",
      ##"{"kind":"fill","color":"#000000","alpha":0,"pattern":"solid","outline":{"color":"#285aaa","alpha":1,"width":2.4}}"##
    ),
    (
      #"{"type":"esriSFS","style":"esriSFSBackwardDiagonal","color":[9,9,9,128]}"#, "Polygon",
      ##"{"kind":"fill","color":"#090909","alpha":0.502,"pattern":"backward-diagonal","outline":null}"##
    ),
    (
      #"{"type":"esriPMS","imageData":"\#(pixel)","contentType":"image/svg+xml","width":18,"height":12}"#,
      "Point",
      #"{"kind":"picture","src":"data:image/png;base64,\#(pixel)","width":24,"height":16}"#
    ),
    (
      #"{"type":"esriPMS","url":"data:image/png;base64,\#(pixel)"}"#, "Point",
      #"{"kind":"picture","src":"data:image/png;base64,\#(pixel)","width":20,"height":20}"#
    ),
    (
      #"{"type":"esriSMS","style":"esriSMSSquare","color":[0,0,0,255],"size":6,"angle":30}"#,
      "Point",
      ##"{"kind":"marker","shape":"square","size":8,"color":"#000000","alpha":1,"outline":null,"angle":330}"##
    ),
    (
      #"{"type":"esriSMS","style":"esriSMSSquare","color":[0,0,0,255],"size":6,"angle":-405}"#,
      "Point",
      ##"{"kind":"marker","shape":"square","size":8,"color":"#000000","alpha":1,"outline":null,"angle":45}"##
    ),
  ]

  @Test(arguments: written)
  func `symbols become the kinds that pages draw`(
    symbol: String, type: String, expected: String
  ) throws {
    let (read, notices) = try Self.read(symbol, type)
    #expect(Self.text(read.json) == expected)
    #expect(notices.isEmpty)
  }

  @Test(arguments: [
    #"{"type":"esriPMS","imageData":"PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIiB4bWxucz0iaHR0cDovL3d3dy53My5vcmciPjwvc3ZnPg=="}"#,
    #"{"type":"esriPMS","imageData":"iVBORw0KGgo\"><script>alert(1)</script>AAAAAAAAAAAAAAAAA"}"#,
    #"{"type":"esriPMS","imageData":"iVBORw0KGgoAAAANSUhEUv////8AAAABCAYAAAAfFcSJAAAADUlEQVR4"}"#,
    #"{"type":"esriPMS","url":"https://example.com/a.png"}"#,
    #"{"type":"esriPMS"}"#,
    #"{"type":"esriTS","text":"A"}"#,
    #"{"type":"webstyle"}"#,
    #"{}"#,
  ])
  func `an unsupported symbol becomes a plain one, with a notice`(symbol: String) throws {
    let (read, notices) = try Self.read(symbol)
    #expect(read == .plain(for: .point))
    #expect(notices.count == 1)
    #expect(notices.first?.description.contains("can't be drawn") == true)
  }

  @Test func `a CIM symbol gives its colors and size`() throws {
    let (marker, notices) = try Self.read(
      """
      {"type":"CIMSymbolReference","symbol":{"type":"CIMPointSymbol","symbolLayers":[
        {"type":"CIMVectorMarker","enable":true,"size":12,"markerGraphics":[{"symbol":
          {"type":"CIMPolygonSymbol","symbolLayers":[
            {"type":"CIMSolidStroke","enable":true,"width":1.5,"color":[255,255,255,255]},
            {"type":"CIMSolidFill","enable":false,"color":[1,1,1,255]},
            {"type":"CIMSolidFill","enable":true,"color":[0,92,230,255]}]}}]},
        {"type":"CIMVectorMarker","enable":true,"size":6,"markerGraphics":null}]}}
      """)
    #expect(
      Self.text(marker.json)
        == ##"{"kind":"marker","shape":"circle","size":16,"color":"#005ce6","alpha":1,"outline":{"color":"#ffffff","alpha":1,"width":2}}"##
    )
    #expect(notices.count == 1)
    let (line, _) = try Self.read(
      #"{"type":"CIMSymbolReference","symbol":{"symbolLayers":[{"type":"CIMSolidStroke","width":3,"color":[5,5,5,255]}]}}"#,
      "Polyline")
    #expect(Self.text(line.json) == ##"{"kind":"line","color":"#050505","alpha":1,"width":4}"##)
    let (none, more) = try Self.read(#"{"type":"CIMSymbolReference","symbol":null}"#, "Polygon")
    #expect(none == .plain(for: .polygon))
    #expect(more.count == 1)
  }

  @Test func `simplestyle members describe the symbol`() throws {
    func style(_ index: Int) throws -> String {
      let (symbol, _) = try Self.read(Self.written[index].0, Self.written[index].1)
      return Self.text(.object(symbol.simplestyle))
    }
    #expect(try style(0) == ##"{"marker-color":"#1a7837","marker-size":"small"}"##)
    #expect(try style(2) == ##"{"stroke":"#010203","stroke-width":2,"stroke-opacity":1}"##)
    #expect(
      try style(4)
        == ##"{"stroke":"#285aaa","stroke-width":2.4,"stroke-opacity":1,"fill":"#000000","fill-opacity":0}"##
    )
    #expect(
      try style(5)
        == ##"{"stroke-width":0,"stroke-opacity":0,"fill":"#090909","fill-opacity":0.502}"##)
    #expect(try style(6) == #"{"marker-size":"large"}"#)
  }

  @Test func `swatches are small SVG, whatever the symbol's size`() throws {
    let (marker, _) = try Self.read(Self.written[0].0)
    #expect(
      marker.svg(size: 16)
        == ##"<svg class="swatch" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="4.67" fill="#1a7837" stroke="#ffffff" stroke-width="0.93" stroke-opacity="0.78"/></svg>"##
    )
    let (huge, _) = try Self.read(#"{"type":"esriSMS","style":"esriSMSX","size":90}"#)
    #expect(huge.svg(size: 16).contains("M0 0L16 16M0 16L16 0"))
    for entry in Self.written {
      let (symbol, _) = try Self.read(entry.0, entry.1)
      let text = symbol.svg(size: 18)
      #expect(try XMLText.isWellFormed(text))
      #expect(!text.contains("nan") && !text.contains("inf"))
    }
  }

  @Test(
    arguments: [
      ("$feature.NAME", "NAME"), (" $feature.NAME ; ", "NAME"), ("return $feature.NAME;", "NAME"),
      (#"$feature["NAME"]"#, "NAME"), ("$Feature['Name 2']", "Name 2"),
      (#"DomainName($feature, "STATUS")"#, nil), ("$feature.Straße", "Straße"),
      ("$feature.NAME + 1", nil), ("$feature", nil), ("Upper($feature.NAME)", nil), ("", nil),
      (#"$feature["A"] + $feature["B"]"#, nil), ("$feature.", nil), ("'text'", nil),
      (#"$feature["A\"]"#, nil), ("$feature.a.b", nil),
    ] as [(String, String?)])
  func `an expression with a single field is that field`(expression: String, field: String?) {
    #expect(FieldExpression(arcade: expression)?.field == field)
  }

  @Test(
    arguments: [
      ("[NAME]", "NAME"), (" [ NAME ] ", "NAME"), ("{NAME}", "NAME"), ("[A] CONCAT [B]", nil),
      ("NAME", nil), ("[]", nil), (#""x""#, nil), ("[A]}", nil),
    ] as [(String, String?)])
  func `an older label with a single field is that field`(expression: String, field: String?) {
    #expect(FieldExpression(legacy: expression)?.field == field)
  }
}
