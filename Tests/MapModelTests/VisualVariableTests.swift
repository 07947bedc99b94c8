import Geometry
import MapModel
import OrderedJSON
import Testing

struct VisualVariableTests {
  static func variables(
    _ text: String, rest: String = "", _ type: EsriGeometryType = .point
  ) throws -> (VisualVariables, [MapNotice]) {
    var notices = MapNotices()
    let json = #"{"renderer":{"type":"simple","visualVariables":[\#(text)]\#(rest)}}"#
    let drawing = LayerDrawing(
      drawingInfo: try Documents.json(json), geometryType: type, showsLabels: false, path: "",
      notices: &notices)
    return (drawing.renderer.variables, notices.list)
  }

  @Test func `sizes at stops are converted from points to pixels`() throws {
    let (variables, notices) = try Self.variables(
      """
      {"type":"sizeInfo","field":"DBH","normalizationField":"AGE","legendOptions":
       {"title":"Trunk","showLegend":false},"stops":[{"value":20,"size":12,"label":"thick"},
       {"value":1,"size":3},{"size":4},{"value":9,"size":null}]}
      """)
    #expect(notices.isEmpty)
    let size = try #require(variables.size)
    #expect(size.number == .field("DBH", dividedBy: "AGE"))
    #expect(size.stops.map(\.number) == [1, 20])
    #expect(size.stops.map(\.value.usual) == [4, 16])
    #expect(size.stops.map(\.label) == ["", "thick"])
    #expect(size.title == "Trunk" && !size.isInLegend)
    #expect(variables.fields == ["DBH", "AGE"])
  }

  @Test func `sizes between two ends may depend on the scale`() throws {
    let (variables, notices) = try Self.variables(
      """
      {"type":"sizeInfo","valueExpression":"$feature.DBH","minDataValue":0,"maxDataValue":60,
       "minSize":{"type":"sizeInfo","expression":"view.scale","stops":[{"value":5000,"size":3},
       {"value":1000,"size":6}]},"maxSize":30}
      """)
    #expect(notices.isEmpty)
    let size = try #require(variables.size)
    #expect(size.stops[0].value.stops == [.init(1_000, 8), .init(5_000, 4)])
    #expect(size.stops[1].value == ScaledLength(40))
    #expect(size.number == .field("DBH"))
  }

  @Test(
    arguments: [
      (
        #"{"type":"sizeInfo","valueExpression":"$view.scale","stops":[{"value":1,"size":3}]}"#,
        .point
      ),
      (
        #"{"type":"sizeInfo","expression":"view.scale","target":"outline","stops":[{"value":1,"size":3}]}"#,
        .polygon
      ),
    ] as [(String, EsriGeometryType)])
  func `a size may depend only on the scale`(text: String, type: EsriGeometryType) throws {
    let (variables, notices) = try Self.variables(text, type)
    #expect(notices.isEmpty)
    #expect(variables.size?.number == nil)
    #expect(variables.size?.stops.map(\.value.stops) == [[.init(1, 4)]])
  }

  @Test func `colors and opacities are read in both forms`() throws {
    let (variables, notices) = try Self.variables(
      """
      {"type":"colorInfo","field":"A","stops":[{"value":2,"color":[0,0,255,128]},
       {"value":1,"color":[255,0,0]}]},
      {"type":"transparencyInfo","field":"B","minDataValue":0,"maxDataValue":10,
       "transparencyValues":[0,50,120]}
      """)
    #expect(notices.isEmpty)
    #expect(variables.color?.stops.map(\.number) == [1, 2])
    #expect(
      variables.color?.stops.map(\.value)
        == [Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255, alpha: 128)])
    #expect(variables.opacity?.stops.map(\.number) == [0, 5, 10])
    #expect(variables.opacity?.stops.map(\.value) == [1, 0.5, 0])
    let (older, _) = try Self.variables(
      """
      {"type":"colorInfo","field":"A","minDataValue":-1,"maxDataValue":1,
       "colors":[[1,2,3,255],[4,5,6,255]]}
      """)
    #expect(older.color?.stops.map(\.number) == [-1, 1])
  }

  @Test(arguments: [
    ("geographic", 0.0, 0.0), ("geographic", 90, 90), ("geographic", -90, 270),
    ("geographic", 725, 5), ("arithmetic", 0, 90), ("arithmetic", 90, 0), ("arithmetic", 180, 270),
  ])
  func `angles are clockwise from upright`(type: String, degrees: Double, angle: Double) throws {
    let (variables, notices) = try Self.variables(
      #"{"type":"rotationInfo","field":"A","rotationType":"\#(type)"}"#)
    #expect(notices.isEmpty)
    #expect(variables.rotation?.angle(degrees) == angle)
    #expect(variables.rotation?.angle(.nan) == nil)
    let (older, _) = try Self.variables(
      "", rest: #","rotationExpression":"[A]","rotationType":"\#(type)""#)
    #expect(older.rotation == variables.rotation)
  }

  @Test(
    arguments: [
      (#"{"type":"sizeInfo","field":"A"}"#, .point),
      (
        #"{"type":"sizeInfo","field":"A","stops":[{"value":1,"size":2}],"valueUnit":"feet"}"#,
        .point
      ),
      (
        #"{"type":"sizeInfo","field":"A","stops":[{"value":1,"size":2}],"target":"outline"}"#,
        .point
      ),
      (#"{"type":"sizeInfo","field":"A","stops":[{"value":1,"size":2}]}"#, .polygon),
      (#"{"type":"sizeInfo","stops":[{"value":1,"size":2}]}"#, .point),
      (#"{"type":"colorInfo","field":"A","stops":[]}"#, .point),
      (#"{"type":"colorInfo","field":"A","colors":[[1,2,3]],"minDataValue":2}"#, .point),
      (#"{"type":"rotationInfo","field":"A","axis":"tilt"}"#, .point),
      (#"{"type":"rotationInfo","field":"A"}"#, .line), (#"{"type":"transparencyInfo"}"#, .point),
      (#"{"type":"dotInfo","field":"A"}"#, .point), ("{}", .point),
    ] as [(String, Symbol.Geometry)])
  func `an unsupported variable is noted once`(text: String, geometry: Symbol.Geometry) throws {
    let type: EsriGeometryType =
      geometry == .point ? .point : geometry == .line ? .polyline : .polygon
    let (variables, notices) = try Self.variables(text, type)
    #expect(variables.isEmpty)
    #expect(notices.count == 1, "\(notices)")
  }

  static let red = Color(red: 255, green: 0, blue: 0)

  static let symbols: [(String, EsriGeometryType, String)] = [
    (
      ##"{"type":"esriSMS","size":6,"color":[9,9,9,255],"outline":{"color":[0,0,0,255],"width":0.75}}"##,
      .point,
      ##"{"kind":"marker","shape":"circle","size":20,"color":"#ff0000","alpha":0.502,"outline":{"color":"#000000","alpha":0.502,"width":1}}"##
    ),
    (
      ##"{"type":"esriSMS","style":"esriSMSX","size":6,"outline":{"color":[0,0,0,255],"width":0.75}}"##,
      .point,
      ##"{"kind":"marker","shape":"x","size":20,"color":"#ff0000","alpha":0.502,"outline":{"color":"#ff0000","alpha":0.502,"width":1}}"##
    ),
    (
      ##"{"type":"esriSLS","color":[9,9,9,255],"width":3}"##, .polyline,
      ##"{"kind":"line","color":"#ff0000","alpha":0.502,"width":20}"##
    ),
    (
      ##"{"type":"esriSFS","color":[9,9,9,255],"outline":{"color":[0,0,0,255],"width":0.75}}"##,
      .polygon,
      ##"{"kind":"fill","color":"#ff0000","alpha":0.502,"pattern":"solid","outline":{"color":"#000000","alpha":0.502,"width":20}}"##
    ),
    (
      ##"{"type":"esriSFS","style":"esriSFSNull","outline":{"color":[0,0,0,255],"width":0.75}}"##,
      .polygon,
      ##"{"kind":"fill","color":null,"alpha":0,"pattern":"none","outline":{"color":"#000000","alpha":0.502,"width":20}}"##
    ),
  ]

  @Test(arguments: symbols)
  func `a symbol takes a row's size, color and opacity`(
    text: String, type: EsriGeometryType, varied: String
  ) throws {
    var notices = MapNotices()
    let drawing = LayerDrawing(
      drawingInfo: try Documents.json(#"{"renderer":{"type":"simple","symbol":\#(text)}}"#),
      geometryType: type, showsLabels: false, path: "", notices: &notices)
    let symbol = try #require(drawing.renderer.classes.first?.symbol)
    #expect(
      SymbolTests.text(symbol.varied(size: 20, color: Self.red, opacity: 0.5).json) == varied)
    #expect(symbol.varied(size: nil, color: nil, opacity: nil) == symbol)
  }

  @Test func `an expression with more than a field is kept, and can be removed`() throws {
    let (variables, notices) = try Self.variables(
      """
      {"type":"sizeInfo","valueExpression":"$feature.A / 2","valueExpressionTitle":"Half",
       "stops":[{"value":1,"size":2}],"normalizationField":"B"},
      {"type":"rotationInfo","valueExpression":" $feature.A ; "}
      """)
    #expect(notices.isEmpty)
    let expression = try #require(variables.expressions.first)
    #expect(expression.source == "$feature.A / 2" && expression.title == "Half")
    #expect(variables.fields == ["A"])
    #expect(variables.without(expression).size == nil)
    #expect(variables.without(expression).rotation == variables.rotation)
  }

  @Test func `two colors can be mixed`() {
    #expect(
      Self.red.mixed(with: .white, share: 0.5) == Color(red: 255, green: 128, blue: 128))
    #expect(Self.red.mixed(with: .white, share: 0) == Self.red)
  }
}
