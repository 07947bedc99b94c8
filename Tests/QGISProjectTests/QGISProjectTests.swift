import Foundation
import QGISProject
import TestSupport
import Testing

struct QGISProjectTests {
  private func renderer(_ json: String) throws -> (xml: String, notices: [ProjectNotice]) {
    try SampleProject.text(
      layer: """
        {"id": "t", "title": "Things", "layerType": "ArcGISFeatureLayer",
         "layerDefinition": {"drawingInfo": {"renderer": \(json)}}}
        """,
      service: """
        {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "fields": [{"name": "kind", "type": "esriFieldTypeString"},
                    {"name": "a\\"b", "type": "esriFieldTypeInteger"}]}
        """)
  }

  private static let symbol =
    #"{"type": "esriSMS", "style": "esriSMSCircle", "size": 6, "color": [255, 0, 0, 255]}"#

  @Test func `null and all other values can have their own symbols`() throws {
    let (xml, notices) = try renderer(
      """
      {"type": "uniqueValue", "field1": "kind", "defaultSymbol": \(Self.symbol),
       "uniqueValueInfos": [{"value": "it's", "label": "One", "symbol": \(Self.symbol)},
                            {"value": "<Null>", "label": "None", "symbol": \(Self.symbol)}]}
      """)
    #expect(notices.isEmpty)
    let categories = SampleProject.lines("<category", in: xml)
    #expect(categories.first { $0.contains("\"One\"") }?.contains("value=\"it's\"") == true)
    #expect(categories.contains { $0.contains("value=\"\" type=\"string\"") })
  }

  @Test(arguments: ["\"\"", "null", "\"<Null>\""])
  func `a class without a value takes null and empty text, and nothing else`(value: String) throws {
    let classes = """
      "uniqueValueInfos": [{"value": 1, "label": "One", "symbol": \(Self.symbol)},
                           {"value": \(value), "label": "None", "symbol": \(Self.symbol)}]
      """
    for rule in ["\"field1\": \"kind\"", "\"valueExpression\": \"$feature.kind + 1\""] {
      let (xml, _) = try renderer("{\"type\": \"uniqueValue\", \(rule), \(classes)}")
      let categories = SampleProject.lines("<category", in: xml)
      #expect(categories.count == 2)
      #expect(categories[0].contains("value=\"1\" type=\"string\""))
      #expect(categories[1].contains("value=\"∅\" type=\"string\""))
      #expect(xml.contains("attr=\"coalesce(if(trim(to_string("))
    }
  }

  @Test func `ranges with a symbol for all others become rules`() throws {
    let (xml, _) = try renderer(
      """
      {"type": "classBreaks", "field": "a\\"b", "minValue": 0, "defaultSymbol": \(Self.symbol),
       "classBreakInfos": [{"classMaxValue": 5, "symbol": \(Self.symbol)},
                           {"classMaxValue": 9, "symbol": \(Self.symbol)}]}
      """)
    let filters = SampleProject.lines("<rule ", in: xml)
    #expect(filters.count == 3)
    #expect(filters[0].contains("&quot;a&quot;&quot;b&quot; &gt;= 0 AND"))
    #expect(filters[1].contains("&quot;a&quot;&quot;b&quot; &gt; 5 AND"))
    #expect(filters[2].contains("filter=\"ELSE\""))
  }

  @Test func `ranges alone are graduated`() throws {
    let (xml, _) = try renderer(
      """
      {"type": "classBreaks", "field": "a\\"b", "minValue": 0,
       "classBreakInfos": [{"classMaxValue": 5, "symbol": \(Self.symbol)}]}
      """)
    #expect(
      SampleProject.lines("<range ", in: xml).first?.contains("lower=\"0\" upper=\"5\"") == true)
  }

  @Test func `classes by an untranslated expression give a notice and one symbol`() throws {
    let (xml, notices) = try renderer(
      """
      {"type": "uniqueValue", "valueExpression": "Area($feature)", "valueExpressionTitle": "Odd",
       "uniqueValueInfos": [{"value": "a", "symbol": \(Self.symbol)}]}
      """)
    #expect(SampleProject.lines("type=\"singleSymbol\"", in: xml).count == 1)
    #expect(
      notices.map { [$0.layer, $0.item, $0.instead] } == [
        [
          "Things", "classes by the expression Odd",
          "one symbol is drawn (QGIS has no equivalent of this use of area())",
        ]
      ])
  }

  @Test func `classes and sizes by a translated expression are drawn`() throws {
    let (xml, notices) = try renderer(
      """
      {"type": "uniqueValue", "valueExpression": "Upper($feature.kind)",
       "visualVariables": [
        {"type": "sizeInfo", "valueExpression": "$feature['a\\"b'] * 2", "minDataValue": 0,
         "maxDataValue": 10, "minSize": 3, "maxSize": 9}],
       "uniqueValueInfos": [{"value": "A", "symbol": \(Self.symbol)}]}
      """)
    #expect(notices.isEmpty)
    #expect(
      SampleProject.lines("type=\"categorizedSymbol\"", in: xml).first?.contains(
        "attr=\"upper(coalesce(&quot;kind&quot;, ''))\"") == true)
    #expect(
      SampleProject.lines("scale_linear", in: xml).first?.contains(
        "scale_linear((coalesce(&quot;a&quot;&quot;b&quot;, 0) * 2), 0, 10, 3, 9)") == true)
  }

  @Test func `sizes that depend on a number are interpolated between stops`() throws {
    let (xml, _) = try renderer(
      """
      {"type": "simple", "symbol": \(Self.symbol), "visualVariables": [
        {"type": "sizeInfo", "field": "a\\"b", "minDataValue": 0, "maxDataValue": 10,
         "minSize": 3, "maxSize": 9}]}
      """)
    #expect(
      SampleProject.lines("scale_linear", in: xml).first?.contains(
        "scale_linear(&quot;a&quot;&quot;b&quot;, 0, 10, 3, 9)") == true)
  }

  /// The form and labels of a layer with a pop-up.
  private func layer(_ members: String, fields: String) throws -> (String, [ProjectNotice]) {
    try SampleProject.text(
      layer: """
        {"id": "t", "title": "Things", "layerType": "ArcGISFeatureLayer", "showLabels": true,
         \(members)}
        """,
      service: """
        {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "capabilities": "Create,Query,Update,Editing", "typeIdField": "kind",
         "types": [{"id": 1, "name": "Big", "domains": {"use": {"type": "codedValue",
            "name": "b", "codedValues": [{"name": "Park", "code": "it's"}]}}}],
         "fields": [\(fields)]}
        """)
  }

  private static let fields = """
    {"name": "kind", "type": "esriFieldTypeInteger"},
    {"name": "use", "type": "esriFieldTypeString", "nullable": false},
    {"name": "open", "type": "esriFieldTypeString", "nullable": false, "defaultValue": "Y",
     "domain": {"type": "codedValue", "name": "y", "codedValues": [
       {"name": "Yes", "code": "Y"}, {"name": "No", "code": "N"}]}},
    {"name": "note", "type": "esriFieldTypeString"}
    """

  @Test func `contingent values give a notice`() throws {
    let (_, notices) = try SampleProject.text(
      layer: #"{"id": "t", "title": "Things", "layerType": "ArcGISFeatureLayer"}"#,
      service: """
        {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "capabilities": "Create,Query,Update,Editing", "hasContingentValuesDefinition": true,
         "fields": [\(Self.fields)]}
        """)
    #expect(notices.map(\.item) == ["the allowed combinations of values (contingent values)"])
  }

  @Test func `contingent values are a condition of each of their fields`() throws {
    let (xml, notices) = try SampleProject.text(
      layer: #"{"id": "t", "title": "Things", "layerType": "ArcGISFeatureLayer"}"#,
      service: """
        {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "capabilities": "Create,Query,Update,Editing", "hasContingentValuesDefinition": true,
         "typeIdField": "kind", "types": [{"id": 1, "name": "Big"}],
         "contingentValues": {"typeCodes": ["Unknown", "Any", "Null", "Code", "Range"],
           "stringDicts": [{"domain": "y", "entries": ["Y", "N"]}],
           "contingentValuesDefinition": {"fieldGroups": [
             {"name": "G", "restrictive": true, "fields": [{"name": "open"}, {"name": "kind"}],
              "contingentValues": [{"types": [3, 4], "values": [0, {"range": [1, 5]}]},
                {"types": [3, 2], "values": [1]}]},
             {"name": "H", "restrictive": true, "fields": [{"name": "open"}], "subTypes": [
               {"name": "Big", "contingentValues": [{"types": [3], "values": [0]}]}]},
             {"name": "I", "restrictive": false, "fields": [{"name": "note"}],
              "contingentValues": [{"types": [2], "values": []}]}]}},
         "fields": [\(Self.fields)]}
        """)
    #expect(
      notices.map(\.instead) == [
        "forms offer all values of each field, and refuse combinations that aren't allowed"
      ])
    let group =
      "(coalesce(&quot;open&quot; = 'Y', true) AND "
      + "coalesce(&quot;kind&quot; &gt;= 1 AND &quot;kind&quot; &lt;= 5, true))"
      + " OR (coalesce(&quot;open&quot; = 'N', true) AND &quot;kind&quot; IS NULL)"
    let byType =
      "CASE WHEN &quot;kind&quot; = 1 THEN (coalesce(&quot;open&quot; = 'Y', true)) ELSE true END"
    let open = try #require(SampleProject.lines("<constraint field=\"open\" exp", in: xml).first)
    #expect(open.contains("(\(group)) AND (\(byType))"), "\(open)")
    let kind = try #require(SampleProject.lines("<constraint field=\"kind\" exp", in: xml).first)
    #expect(kind.contains(group) && !kind.contains("CASE"), "\(kind)")
    let note = try #require(SampleProject.lines("<constraint field=\"note\" exp", in: xml).first)
    #expect(note.contains("exp=\"\""), "\(note)")
  }

  @Test func `types are a value list, and their domains a condition`() throws {
    let (xml, _) = try layer(#""visibility": true"#, fields: Self.fields)
    #expect(SampleProject.lines("name=\"Big\"", in: xml).count == 1)
    #expect(
      SampleProject.lines("exp=\"&quot;use&quot;", in: xml).first?.contains(
        "CASE WHEN &quot;kind&quot; = 1 THEN &quot;use&quot; IN ('it''s') ELSE true END") == true)
    #expect(SampleProject.lines("type=\"CheckBox\"", in: xml).count == 1)
    #expect(SampleProject.lines("expression=\"'Y'\"", in: xml).count == 1)
    let constraint = SampleProject.lines("<constraint field=\"use\" constraints=", in: xml)
    #expect(constraint.first?.contains("constraints=\"5\" notnull_strength=\"1\"") == true)
    let locks = SampleProject.lines("_locked", in: xml)
    #expect(locks.filter { $0.contains("value=\"true\"") }.count == 1)
    #expect(
      locks.contains { $0.contains("feature_deletion_locked\" type=\"bool\" value=\"true\"") })
  }

  @Test(
    arguments: [
      ("Create,Query", true, true), ("Create,Query,Update", true, false),
      ("Query,Update", true, false), ("Query,Delete", false, false),
    ])
  func `fields of collect-only layers are editable in new rows`(
    rights: String, isEditable: Bool, forNewRows: Bool
  ) throws {
    let (xml, _) = try SampleProject.text(
      layer: #"{"id": "t", "title": "Things", "layerType": "ArcGISFeatureLayer"}"#,
      service: """
        {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "capabilities": "\(rights)", "fields": [\(Self.fields)]}
        """)
    let editable = SampleProject.lines("name=\"note\" editable=", in: xml)
    #expect(editable == ["<field name=\"note\" editable=\"\(isEditable ? 1 : 0)\"/>"])
    #expect(SampleProject.lines("coalesce($id, 0) &lt; 1", in: xml).isEmpty == !forNewRows)
    let lock = SampleProject.lines("is_attribute_editing_locked", in: xml)
    #expect(lock.first?.contains("\"\(!rights.contains("Update"))\"") == true, "\(lock)")
    // QField's project tools would use this setting instead of all others.
    #expect(!xml.contains("is_geometry_locked"))
  }

  @Test(
    arguments: [
      ("MULTIPOLYGON", "placement=\"1\" quadOffset=\"4\"", "SimpleFill"),
      ("LINESTRING", "placement=\"2\"", "SimpleLine"),
      ("POINT", "placement=\"1\" quadOffset=\"2\"", "SimpleMarker"),
    ])
  func `the table's geometry type is used if the definition has none`(
    geometry: String, placement: String, symbol: String
  ) throws {
    let (xml, _) = try SampleProject.text(
      layer: """
        {"id": "t", "title": "Things", "layerType": "ArcGISFeatureLayer", "showLabels": true,
         "layerDefinition": {"drawingInfo": {"labelingInfo": [
           {"labelExpressionInfo": {"expression": "$feature.note"},
            "symbol": {"type": "esriTS", "color": [0, 0, 0, 255], "font": {"size": 9}}}]}}}
        """,
      service:
        #"{"id": 0, "name": "Things", "type": "Feature Layer", "fields": [\#(Self.fields)]}"#,
      geometry: geometry)
    #expect(!SampleProject.lines("<placement ", in: xml).isEmpty)
    #expect(
      SampleProject.lines(placement, in: xml).count == 1,
      "\(SampleProject.lines("<placement ", in: xml))")
    #expect(SampleProject.lines("class=\"\(symbol)\"", in: xml).count == 1)
  }

  @Test func `a rotated symbol is rotated, and a visual variable rotates it further`() throws {
    let turned = Self.symbol.replacing(
      "\"type\"", with: "\"angle\": 30, \"type\"", maxReplacements: 1)
    let (xml, _) = try renderer(
      """
      {"type": "simple", "symbol": \(turned), "visualVariables": [
        {"type": "rotationInfo", "field": "kind", "rotationType": "geographic"}]}
      """)
    #expect(
      SampleProject.lines("name=\"angle\" type=\"QString\" value=\"330\"", in: xml).count == 1)
    #expect(SampleProject.lines("&quot;kind&quot; + 330", in: xml).count == 1)
  }

  @Test func `the pop-up's title names a record, and parts that forms can't show are reported`()
    throws
  {
    let (xml, notices) = try layer(
      """
      "popupInfo": {"title": "Use {USE} \\\\ {expression/e}", "fieldInfos": [
         {"fieldName": "note", "label": "A <note>", "visible": true, "isEditable": false}],
        "popupElements": [{"type": "fields"}, {"type": "text", "text": "hello {note}"},
          {"type": "group", "title": "More", "elements": [
            {"type": "utilityNetworkAssociations"}]}]}
      """, fields: Self.fields)
    #expect(
      SampleProject.lines("<previewExpression>", in: xml) == [
        "<previewExpression>'Use ' || coalesce(to_string(\"use\"), '') || ' \\\\ '"
          + "</previewExpression>"
      ])
    #expect(
      notices.map(\.item) == [
        "the pop-up's text",
        "an element of the pop-up of the type \"utilityNetworkAssociations\"",
        "{expression/e} in the pop-up's title",
      ])
    #expect(SampleProject.lines("name=\"More\" groupBox=\"1\"", in: xml).count == 1)
    #expect(SampleProject.lines("name=\"A &lt;note>", in: xml).isEmpty)
    #expect(SampleProject.lines("name=\"A &lt;note&gt;\"", in: xml).count == 1)
    #expect(SampleProject.lines("<field name=\"note\" editable=\"0\"", in: xml).count == 1)
  }

  @Test(arguments: [
    ("kind = 1 AND \"use\" <> 'o''clock\\'", #""kind" = 1 AND "use" <> 'o''clock\\'"#),
    ("note LIKE 'a%' or NOT kind IN (1, 2)", #""note" LIKE 'a%' OR NOT "kind" IN ( 1 , 2 )"#),
    ("kind IS NOT NULL", #""kind" IS NOT NULL"#),
  ])
  func `a filter of labels is translated`(clause: String, expected: String) throws {
    let quoted = clause.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
    let (xml, _) = try layer(
      """
      "layerDefinition": {"drawingInfo": {"labelingInfo": [
        {"labelExpression": "[note] CONCAT \\" x\\"", "where": "\(quoted)", "minScale": 5000}]}}
      """, fields: Self.fields)
    let rule = try #require(SampleProject.lines("{label-0}", in: xml).first)
    let escaped = expected.replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    #expect(rule.contains("filter=\"\(escaped)\""), "\(rule)")
    #expect(rule.contains("scalemaxdenom=\"5000\""))
  }

  @Test(arguments: ["EXTRACT(YEAR FROM note) = 2", "kind BETWEEN 1 AND 2", "nonsense ="])
  func `an untranslated filter leaves its labels out with a notice`(clause: String) throws {
    let (xml, notices) = try layer(
      """
      "layerDefinition": {"drawingInfo": {"labelingInfo": [
        {"labelExpression": "[note]", "where": "\(clause)"}]}}
      """, fields: Self.fields)
    #expect(!xml.contains("<labeling"))
    #expect(notices.map(\.item) == ["labels where \(clause)"])
  }

  @Test func `the same map gives the same bytes`() throws {
    let one = try layer(#""visibility": false"#, fields: Self.fields)
    let other = try layer(#""visibility": false"#, fields: Self.fields)
    #expect(one.0 == other.0)
    #expect(one.0.contains("checked=\"Qt::Unchecked\""))
  }
}
