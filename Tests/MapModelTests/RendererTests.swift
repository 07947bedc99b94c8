import Geometry
import MapModel
import OrderedJSON
import TestSupport
import Testing

struct RendererTests {
  static let circle = ##"{"type":"esriSMS","style":"esriSMSCircle","color":[9,9,9,255],"size":6}"##

  static func drawing(
    _ renderer: String, _ rest: String = ""
  ) throws -> (drawing: LayerDrawing, notices: [MapNotice]) {
    var notices = MapNotices()
    let drawing = LayerDrawing(
      drawingInfo: try Documents.json(#"{"renderer":\#(renderer)\#(rest)}"#), geometryType: .point,
      showsLabels: true, path: "L", notices: &notices)
    return (drawing, notices.list)
  }

  @Test func `unique values keep their order, with the default last`() throws {
    let (drawing, notices) = try Self.drawing(
      """
      {"type":"uniqueValue","field1":"Condition","field2":null,"field3":null,
       "defaultSymbol":\(Self.circle),"defaultLabel":"Not assessed","uniqueValueInfos":[
       {"value":"Good","label":"Good","symbol":\(Self.circle)},
       {"value":3,"label":"","symbol":null},
       {"value":"<Null>","symbol":\(Self.circle)}]}
      """)
    let renderer = drawing.renderer
    #expect(notices.isEmpty)
    #expect(renderer.rule == .values(fields: ["Condition"]))
    #expect(renderer.classes.map(\.label) == ["Good", "3", "No value", "Not assessed"])
    #expect(
      renderer.classes.map(\.rows)
        == [.values([["Good"]]), .values([[3]]), .values([[.null]]), .rest])
    #expect(renderer.defaultClass == 3)
    let fields = [Field(name: "CONDITION", alias: "Tree condition", type: .string)]
    #expect(renderer.legendTitle(fields: fields) == "Tree condition")
    #expect(renderer.legendTitle(fields: []) == "Condition")
  }

  @Test func `values of several fields are split`() throws {
    let (drawing, _) = try Self.drawing(
      """
      {"type":"uniqueValue","field1":"A","field2":"B","fieldDelimiter":", ","uniqueValueInfos":[
       {"value":"1, x, y","symbol":\(Self.circle)},{"value":"2, <Null>","symbol":\(Self.circle)}]}
      """)
    #expect(drawing.renderer.rule == .values(fields: ["A", "B"]))
    #expect(
      drawing.renderer.classes.map(\.rows)
        == [.values([["1", "x, y"]]), .values([["2", .null]])])
    #expect(drawing.renderer.classes.map(\.label) == ["1, x, y", "2, No value"])
    #expect(drawing.renderer.defaultClass == nil)
    #expect(drawing.renderer.legendTitle(fields: []) == "A, B")
  }

  @Test func `groups of values keep their headings`() throws {
    let (drawing, _) = try Self.drawing(
      """
      {"type":"uniqueValue","field1":"A","uniqueValueGroups":[
       {"heading":"Big","classes":[{"label":"L","symbol":\(Self.circle),"values":[["x"],["y"]]}]},
       {"heading":null,"classes":[{"symbol":\(Self.circle),"values":["z"]}]}],
       "uniqueValueInfos":[{"value":"x","symbol":\(Self.circle)}]}
      """)
    #expect(drawing.renderer.classes.map(\.heading) == ["Big", ""])
    #expect(
      drawing.renderer.classes.map(\.rows) == [.values([["x"], ["y"]]), .values([["z"]])])
  }

  @Test func `class breaks are read in order`() throws {
    let (drawing, notices) = try Self.drawing(
      """
      {"type":"classBreaks","field":"DBH","minValue":0,"normalizationType":"esriNormalizeByField",
       "normalizationField":"AREA","classBreakInfos":[
       {"classMaxValue":10,"label":"small","symbol":\(Self.circle)},
       {"classMaxValue":20.5,"symbol":\(Self.circle)},
       {"classMinValue":30,"classMaxValue":40,"symbol":\(Self.circle)},
       {"label":"broken"}],"defaultSymbol":\(Self.circle)}
      """)
    #expect(
      drawing.renderer.classes.map(\.rows) == [
        .range(minimum: 0, takesMinimum: true, maximum: 10),
        .range(minimum: 10, takesMinimum: false, maximum: 20.5),
        .range(minimum: 30, takesMinimum: true, maximum: 40), .rest,
      ])
    #expect(drawing.renderer.classes.map(\.label) == ["small", "10 – 20.5", "30 – 40", "Other"])
    #expect(drawing.renderer.fields == ["DBH", "AREA"])
    #expect(drawing.renderer.legendTitle(fields: []) == "DBH / AREA")
    #expect(notices.count == 1)
  }

  @Test(arguments: [
    #"{"type":"heatmap","colorStops":[]}"#,
    #"{"type":"uniqueValue"}"#,
    #"{"type":"dotDensity","attributes":[]}"#,
    #"{"type":"simple","visualVariables":[{"type":"sizeInfo"}]}"#,
    #"{"type":"simple","rotationExpression":"[ANGLE] * 2"}"#,
    "[]",
  ])
  func `other renderers become one symbol, with a notice`(renderer: String) throws {
    let (drawing, notices) = try Self.drawing(renderer)
    #expect(drawing.renderer == .plain(for: .point))
    #expect(notices.count == 1)
  }

  @Test
  func `classes by expression keep the expression, and a symbol for readers that can't run it`()
    throws
  {
    let infos = ##""uniqueValueInfos":[{"value":"x","symbol":\##(Self.circle)}]"##
    let (values, notices) = try Self.drawing(
      #"{"type":"uniqueValue","valueExpression":"1 + 1","valueExpressionTitle":"Two",\#(infos)}"#)
    let expression = DrawingExpression(
      source: "1 + 1", title: "Two", path: "L.drawingInfo.renderer.valueExpression")
    #expect(notices.isEmpty)
    #expect(values.renderer.rule == .expressionValues(expression))
    #expect(values.renderer.expression == expression)
    #expect(values.renderer.legendTitle(fields: []) == "Two")
    #expect(values.renderer.withoutClasses.rule == .single)
    #expect(
      values.renderer.withoutClasses.classes.map(\.symbol)
        == values.renderer.classes.map(\.symbol))
    let (breaks, _) = try Self.drawing(
      #"{"type":"classBreaks","valueExpression":"1","classBreakInfos":[{"classMaxValue":2}]}"#)
    #expect(breaks.renderer.expression?.source == "1")
    #expect(
      breaks.renderer.classes.map(\.rows)
        == [.range(minimum: -.infinity, takesMinimum: true, maximum: 2)])
    let (known, _) = try Self.drawing(
      #"{"type":"uniqueValue","valueExpression":"$feature.A",\#(infos)}"#)
    #expect(known.renderer.rule == .values(fields: ["A"]))
    let (coded, _) = try Self.drawing(
      #"{"type":"uniqueValue","valueExpression":"DomainName($feature, 'A')",\#(infos)}"#)
    #expect(coded.renderer.expression != nil)
  }

  @Test func `a missing renderer gives a plain symbol, without a notice`() throws {
    for info in [nil, JSON.null, [:], ["renderer": .null]] {
      var notices = MapNotices()
      let drawing = LayerDrawing(
        drawingInfo: info, geometryType: .polygon, showsLabels: true, path: "", notices: &notices)
      #expect(drawing.renderer == .plain(for: .polygon))
      #expect(drawing.opacity == 1)
      #expect(notices.list.isEmpty)
    }
  }

  @Test func `supported labels are read, others are noted`() throws {
    let (drawing, notices) = try Self.drawing(
      "null",
      """
      ,"transparency":25,"labelingInfo":[
        {"labelExpressionInfo":{"expression":"$feature.NAME"},"labelExpression":"[NAME]",
         "minScale":80000,"maxScale":0,"where":"A = 1","useCodedValues":false,
         "labelPlacement":"esriServerPolygonPlacementAlwaysHorizontal",
         "symbol":{"type":"esriTS","color":[90,140,210,255],"haloColor":[255,255,255,220],
          "haloSize":1.2,"font":{"size":12,"weight":"bold","style":"normal"}}},
        {"labelExpression":"[A] CONCAT [B]","fieldInfos":[{"fieldName":"A","format":{"places":2}}]},
        {"labelExpression":"[A] [B]"},
        {"labelExpressionInfo":{"expression":"Upper($feature.A)"},"labelExpression":"[A]"},
        {"labelExpressionInfo":{"value":"{B}"},"symbol":null}]
      """)
    #expect(drawing.opacity == 0.75)
    #expect(drawing.labels.map(\.text.fields) == [[], ["A", "B"], [], ["B"]])
    #expect(
      drawing.labels.map(\.text.expression?.source) == [
        "$feature.NAME", nil, "Upper($feature.A)", nil,
      ])
    #expect(drawing.labels.map(\.fallback?.fields) == [["NAME"], nil, ["A"], nil])
    #expect(drawing.labels.map { $0.formats.map(\.field) } == [[], ["A"], [], []])
    #expect(notices.count == 1)
    let label = try #require(drawing.labels.first)
    #expect(label.filter == "A = 1")
    #expect(!label.usesCodedNames)
    #expect(label.scaleRange == ScaleRange(minimum: 80_000, maximum: 0))
    #expect(
      SymbolTests.text(.object(label.style.json))
        == ##"{"color":"#5a8cd2","alpha":1,"halo":"#ffffff","haloWidth":1.6,"size":16,"bold":true,"italic":false}"##
    )
  }

  @Test(.needs(.sharedData("webmaps")))
  func `every layer of real maps and services can be drawn`() throws {
    var classes = 0
    for file in SharedData.jsonFiles(in: "webmaps") {
      let json = try JSONParser.parse(try SharedData.bytes(file))
      for layer in (try? ServiceDefinition(json: json))?.layers ?? [] {
        var notices = MapNotices()
        let drawing = LayerDrawing(
          drawingInfo: layer.drawingInfo, geometryType: layer.geometryType, showsLabels: true,
          path: layer.name, notices: &notices)
        classes += drawing.renderer.classes.count
        #expect(notices.list.isEmpty, "\(file): \(notices.list)")
      }
      guard let map = try? WebMap(json: json) else { continue }
      for layer in map.allFeatureLayers() {
        let effective = EffectiveLayer(service: nil, item: nil, map: layer)
        let drawing = LayerDrawing(layer: effective, operational: layer)
        #expect(!drawing.renderer.classes.isEmpty)
        #expect((0...1).contains(drawing.opacity))
        classes += drawing.renderer.classes.count
        for entry in drawing.renderer.classes {
          #expect(try XMLText.isWellFormed(entry.symbol.svg(size: 20)))
        }
      }
    }
    #expect(classes > 20)
  }

  @Test func `the demo map is drawn as it was authored`() throws {
    let map = try WebMap(json: JSONParser.parse(Fixture.bytes("TreesOfPortland/map.json")))
    let drawings = map.allFeatureLayers().filter { !$0.isTable }.map {
      LayerDrawing(
        layer: EffectiveLayer(service: nil, item: nil, map: $0), operational: $0)
    }
    #expect(drawings.flatMap(\.notices).isEmpty)
    #expect(drawings.map(\.opacity) == [1, 1, 1])
    #expect(drawings.map(\.labels.count) == [1, 1, 0])
    #expect(
      drawings.map { $0.renderer.classes.map(\.label) } == [
        ["Neighborhood"], ["Good", "Fair", "Poor", "Dead", "Not assessed"], ["Poor or dead"],
      ])
  }
}
