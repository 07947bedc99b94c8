import Foundation
import QGISProject
import TestSupport
import Testing

/// Authored forms (`formInfo`) in the project.
struct AuthoredFormTests {
  private static let fields = """
    {"name": "species", "type": "esriFieldTypeString", "length": 20},
    {"name": "state", "type": "esriFieldTypeString", "domain": {"type": "codedValue", "name": "s",
     "codedValues": [{"name": "Good", "code": "G"}, {"name": "Poor", "code": "P"}]}},
    {"name": "wires", "type": "esriFieldTypeSmallInteger"},
    {"name": "dbh", "type": "esriFieldTypeDouble"},
    {"name": "girth", "type": "esriFieldTypeDouble"},
    {"name": "seen", "type": "esriFieldTypeDate"},
    {"name": "remarks", "type": "esriFieldTypeString", "length": 500},
    {"name": "secret", "type": "esriFieldTypeString"},
    {"name": "ESRIGNSS_H_RMS", "type": "esriFieldTypeDouble"}
    """

  private func form(_ elements: String, expressions: String = "", more: String = "") throws -> (
    xml: String, notices: [ProjectNotice]
  ) {
    try SampleProject.text(
      layer: """
        {"id": "t", "title": "Trees", "layerType": "ArcGISFeatureLayer",
         "formInfo": {"title": "Tree", "expressionInfos": [\(expressions)],
           "formElements": [\(elements)], "preserveFieldValuesWhenHidden": true \(more)}}
        """,
      service: """
        {"id": 0, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "capabilities": "Create,Query,Update,Editing", "fields": [\(Self.fields)]}
        """)
  }

  private static func expression(_ name: String, _ source: String) -> String {
    "{\"name\": \"\(name)\", \"expression\": \"\(source)\"}"
  }

  @Test func `groups, order, labels, texts and hints are those of the form`() throws {
    let (xml, notices) = try form(
      """
      {"type": "text", "text": "Measure <b>twice</b>", "textFormat": "plain-text"},
      {"type": "field", "fieldName": "DBH", "label": "Diameter", "description": "At 1.3 m",
       "hint": "inches"},
      {"type": "group", "label": "More", "initialState": "collapsed", "formElements": [
        {"type": "field", "fieldName": "species", "label": "Species"}]}
      """)
    #expect(notices.isEmpty)
    let start = try #require(xml.range(of: "<attributeEditorForm>")).lowerBound
    let end = try #require(xml.range(of: "</attributeEditorForm>")).lowerBound
    let lines = xml[start..<end].split(separator: "\n").dropFirst()
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    #expect(
      lines == [
        #"<attributeEditorContainer name="Tree" groupBox="0" columnCount="1" showLabel="1">"#,
        #"<attributeEditorHtmlElement name="Text" showLabel="0">"#
          + #"Measure &amp;lt;b&amp;gt;twice&amp;lt;/b&amp;gt;</attributeEditorHtmlElement>"#,
        #"<attributeEditorField name="dbh" index="4" showLabel="1"/>"#,
        #"<attributeEditorHtmlElement name="Diameter" showLabel="0">"#
          + #"At 1.3 m&lt;br&gt;inches</attributeEditorHtmlElement>"#,
        #"<attributeEditorContainer name="More" groupBox="1" columnCount="1" showLabel="1" "#
          + #"collapsed="1">"#,
        #"<attributeEditorField name="species" index="1" showLabel="1"/>"#,
        "</attributeEditorContainer>", "</attributeEditorContainer>",
      ])
    #expect(SampleProject.lines("name=\"Diameter\"", in: xml).contains { $0.hasPrefix("<alias") })
    #expect(!xml[start..<end].contains("secret"))
  }

  @Test func `each input has its widget`() throws {
    let (xml, _) = try form(
      """
      {"type": "field", "fieldName": "state", "inputType": {"type": "radio-buttons",
       "showNoValueOption": true, "noValueOptionLabel": "Not seen"}},
      {"type": "field", "fieldName": "wires", "inputType": {"type": "switch", "onValue": 1,
       "offValue": 0}},
      {"type": "field", "fieldName": "seen", "inputType": {"type": "datetime-picker",
       "includeTime": false, "min": 1577836800000}},
      {"type": "field", "fieldName": "remarks", "inputType": {"type": "text-box",
       "minLength": 3, "maxLength": 50}},
      {"type": "field", "fieldName": "species", "inputType": {"type": "text-area"}}
      """)
    func widget(_ name: String) -> String {
      let start = xml.range(of: "<field name=\"\(name)\" configurationFlags")?.lowerBound
      let end = start.flatMap { xml[$0...].range(of: "</field>")?.lowerBound }
      guard let start, let end else { return "" }
      return String(xml[start..<end])
    }
    #expect(widget("state").contains("ValueMap") && widget("state").contains("Not seen"))
    #expect(xml.contains(#"name="QFieldSync/value_map_button_interface_threshold" type="int""#))
    #expect(
      widget("wires").contains("CheckBox") && widget("wires").contains(#"type="QString" value="1""#)
    )
    #expect(widget("seen").contains(#"name="display_format" type="QString" value="yyyy-MM-dd""#))
    #expect(widget("remarks").contains(#"name="IsMultiline" type="bool" value="false""#))
    #expect(widget("species").contains(#"name="IsMultiline" type="bool" value="true""#))
    let limits = SampleProject.lines("exp=", in: xml)
    #expect(
      limits.contains {
        $0.contains("length(&quot;remarks&quot;) &gt;= 3 AND length(&quot;remarks&quot;) &lt;= 50")
      })
    #expect(limits.contains { $0.contains("&gt;= to_datetime('2020-01-01T00:00:00.000Z')") })
  }

  @Test func `expressions decide what is shown, required, editable and calculated`() throws {
    let (xml, notices) = try form(
      """
      {"type": "field", "fieldName": "species", "requiredExpression": "expr/system/true"},
      {"type": "field", "fieldName": "state", "visibilityExpression": "tall",
       "requiredExpression": "expr/system/true", "editableExpression": "thin"},
      {"type": "field", "fieldName": "girth", "valueExpression": "girth",
       "editableExpression": "expr/system/false"},
      {"type": "field", "fieldName": "remarks", "valueExpression": "words"},
      {"type": "field", "fieldName": "secret", "valueExpression": "who"}
      """,
      expressions: [
        Self.expression("tall", "$feature.dbh > 9"), Self.expression("thin", "$feature.dbh < 3"),
        Self.expression("girth", "$feature.dbh * PI"),
        Self.expression("words", "DefaultValue($feature.species, 'none')"),
        Self.expression("who", "GetUser($map, '').username"),
      ].joined(separator: ","))
    #expect(notices.isEmpty, "\(notices)")
    func line(_ start: String) -> String { SampleProject.lines(start, in: xml).first ?? "" }
    #expect(
      line("visibilityExpression=").contains(
        "visibilityExpression=\"(coalesce(&quot;dbh&quot;, 0) &gt; 9)\""))
    #expect(line("<constraint field=\"species\" constraints").contains("constraints=\"1\""))
    #expect(
      line("<constraint field=\"state\" exp").contains(
        "NOT ((coalesce(&quot;dbh&quot;, 0) &gt; 9)) OR &quot;state&quot; IS NOT NULL"))
    #expect(line("dataDefinedEditable").isEmpty == false)
    #expect(xml.contains("(coalesce(&quot;dbh&quot;, 0) &lt; 3)"))
    // A read-only field follows the calculation and is never cleared. An editable one has it as
    // default.
    #expect(
      line("<default field=\"girth\"").contains(
        "coalesce((coalesce(&quot;dbh&quot;, 0) * pi()), &quot;girth&quot;)\" applyOnUpdate=\"1\""))
    #expect(line("<field name=\"girth\" editable").contains("editable=\"0\""))
    #expect(line("<default field=\"remarks\"").contains("applyOnUpdate=\"0\""))
    #expect(line("<default field=\"secret\"").contains("coalesce(nullif(@cloud_username, ''),"))
  }

  @Test func `parts without an equivalent in QGIS are reported`() throws {
    let (_, notices) = try form(
      """
      {"type": "field", "fieldName": "girth", "valueExpression": "area"},
      {"type": "field", "fieldName": "state", "visibilityExpression": "loop"},
      {"type": "utilityNetworkAssociations"},
      {"type": "relationship", "relationshipId": 7, "label": "Visits"}
      """,
      expressions: [
        Self.expression("area", "Area($feature)"),
        Self.expression("loop", "for (var i in [1]) { return true }"),
      ].joined(separator: ","), more: #", "preserveFieldValuesWhenHidden": false"#)
    #expect(
      notices.map { "\($0.item): \($0.instead)" } == [
        "the calculation of girth: "
          + "crews fill it in by hand (QGIS has no equivalent of this use of area())",
        "the condition under which state is shown: "
          + "it is always shown (QGIS has no equivalent of a loop)",
        "the element utilityNetworkAssociations: it is left out",
        "the related records Visits: they are not in the package",
        "the clearing of hidden fields: hidden fields keep their values",
      ])
  }

  @Test func `position fields are filled with QField's position data`() throws {
    let (xml, _) = try form(#"{"type": "field", "fieldName": "species"}"#)
    #expect(
      SampleProject.lines("<default field=\"ESRIGNSS_H_RMS\"", in: xml).first?.contains(
        "expression=\"@position_horizontal_accuracy\" applyOnUpdate=\"0\"") == true)
  }
}
