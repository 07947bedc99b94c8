import MapModel
import OrderedJSON
import Popups
import Testing

struct PopupDefinitionTests {
  private func read(_ text: String) throws -> (PopupDefinition, [PopupNotice]) {
    var notices: [PopupNotice] = []
    let definition = PopupDefinition(json: try SampleTable.json(text), notices: &notices)
    return (definition, notices)
  }

  /// The kinds of the elements, each with an identifying detail.
  private func outline(_ text: String) throws -> [String] {
    try read(text).0.elements.map { element in
      switch element {
      case .fields(let table):
        "fields \(table.title)" + table.rows.map { " " + $0.name }.joined()
      case .text(let text): "text \(text)"
      case .media(let gallery): "media" + gallery.items.map { " " + $0.title }.joined()
      case .attachments(let heading): "attachments \(heading.title)"
      case .relationship(let list):
        "relationship \(list.relation) \(list.displayCount ?? -1)"
          + list.order.map { " \($0.field)\($0.isDescending ? "↓" : "↑")" }.joined()
      case .expression(let expression): "expression \(expression.title)"
      }
    }
  }

  private static let image = #"{"type": "image", "title": "m", "value": {}}"#

  @Test(arguments: [
    (#"{}"#, ["fields "]),
    (#"{"fieldInfos": [{"fieldName": "A"}]}"#, ["fields  A"]),
    (#"{"description": "<b>x</b>", "fieldInfos": [{"fieldName": "A"}]}"#, ["text <b>x</b>"]),
    (
      #"{"description": null, "mediaInfos": [\#(image)], "showAttachments": true}"#,
      ["fields ", "media m", "attachments "]
    ),
    (#"{"popupElements": [], "description": "d"}"#, ["text d"]),
    (#"{"popupElements": null, "description": "d"}"#, ["text d"]),
  ])
  func `the classic form shows its description or fields, then media and attachments`(
    popup: String, expected: [String]
  ) throws {
    #expect(try outline(popup) == expected)
  }

  @Test(arguments: [
    (#"{"type": "fields"}"#, ["fields  A"]),
    (#"{"type": "fields", "fieldInfos": null}"#, ["fields  A"]),
    (#"{"type": "fields", "title": "T", "fieldInfos": [{"fieldName": "B"}]}"#, ["fields T B"]),
    (#"{"type": "fields", "fieldInfos": []}"#, ["fields "]),
    (#"{"type": "text", "text": "own"}, {"type": "text"}"#, ["text own", "text classic"]),
    (#"{"type": "text"}, {"type": "text"}"#, ["text classic"]),
    (#"{"type": "media"}, {"type": "media"}"#, ["media m"]),
    (#"{"type": "attachments", "title": "Photos", "displayType": "list"}"#, ["attachments Photos"]),
    (#"{"type": "relationship", "relationshipId": 3}"#, ["relationship 3 -1 D↓"]),
    (
      #"{"type": "relationship", "relationshipId": 3, "displayCount": 5, "orderByFields": [{"field": "X", "order": "asc"}]}"#,
      ["relationship 3 5 X↑"]
    ),
    (#"{"type": "expression", "expressionInfo": {"title": "E"}}"#, ["expression E"]),
  ])
  func `an element without content takes that of the classic form, once`(
    elements: String, expected: [String]
  ) throws {
    let popup = """
      {"description": "classic", "mediaInfos": [\(Self.image)], "popupElements": [\(elements)],
       "fieldInfos": [{"fieldName": "A"}], "showAttachments": true,
       "relatedRecordsInfo": {"orderByFields": [{"field": "D", "order": "desc"}]}}
      """
    #expect(try outline(popup) == expected)
  }

  @Test func `a field's label, format and statistic are read, other keys ignored`()
    throws
  {
    let (definition, notices) = try read(
      """
      {"title": null, "layerOptions": {}, "relatedRecordsInfo": null, "fieldInfos": [
       {"fieldName": "A", "label": "", "visible": null, "format": null, "isEditableOnLayer": true},
       {"fieldName": "B", "label": "Bee", "visible": false, "tooltip": null,
        "format": {"places": 2, "digitSeparator": true}, "statisticType": "stddev"}]}
      """)
    #expect(notices.isEmpty)
    #expect(definition.title.isEmpty)
    #expect(definition.showsLastEdit)
    #expect(definition.showsRelatedRecords == nil)
    let fields = definition.fields
    #expect(fields.map(\.name) == ["A", "B"])
    #expect(fields.map(\.label) == [nil, "Bee"])
    #expect(fields.map(\.isVisible) == [true, false])
    #expect(fields.map(\.statistic) == [nil, .standardDeviation])
    #expect(fields.map { $0.format?["places"]?.int } == [nil, 2])
  }

  @Test func `charts and images are read with their values`() throws {
    let (definition, notices) = try read(
      """
      {"mediaInfos": [
       {"type": "image", "title": "I", "caption": "C", "altText": "A",
        "value": {"sourceURL": "{url}", "linkURL": null}},
       {"type": "piechart", "value": {"fields": ["A", "B", 3], "normalizeField": null,
        "tooltipField": "T", "colors": [[1, 2, 3], [4, 5, 6, 300], [1], "x"]}}]}
      """)
    #expect(notices.isEmpty)
    guard case .media(let gallery) = definition.elements[1] else {
      Issue.record("no media")
      return
    }
    #expect(gallery.items[0].content == .image(source: "{url}", link: ""))
    #expect(gallery.items[0].altText == "A")
    #expect(
      gallery.items[1].content
        == .chart(
          PopupChartInfo(
            form: .pie, fields: ["A", "B"], normalizeField: nil, tooltipField: "T",
            colors: [[1, 2, 3, 255], [4, 5, 6, 255]])))
  }

  @Test func `a group shows its title and its elements under their own titles`() throws {
    let text = """
      {"fieldInfos": [{"fieldName": "A"}, {"fieldName": "B"}], "popupElements": [
        {"type": "group", "title": "Outer", "description": "d", "elements": [
          {"type": "fields", "title": "First", "fieldInfos": [{"fieldName": "A"}]},
          {"type": "group", "title": "Inner", "popupElements": [
            {"type": "attachments", "title": "Photos"}]},
          {"type": "group", "elements": [{"type": "fields", "title": "Last", "fieldInfos": []}]}
        ]},
        {"type": "text", "text": "after"}]}
      """
    #expect(
      try outline(text) == [
        "fields Outer", "fields First A", "fields Inner", "attachments Photos", "fields Last",
        "text after",
      ])
    #expect(try read(text).1.isEmpty)
  }

  @Test func `nested groups are cut at a limit, with a notice`() throws {
    let deep = PopupLimits.groups + 1
    let text =
      #"{"popupElements": ["#
      + String(repeating: #"{"type": "group", "title": "g", "elements": ["#, count: deep)
      + String(repeating: "]}", count: deep) + "]}"
    let (definition, notices) = try read(text)
    #expect(definition.elements.count == PopupLimits.groups)
    guard case .unknownKind(_, "group") = notices.first else {
      Issue.record("\(notices)")
      return
    }
  }

  @Test(arguments: [
    (
      #"{"popupElements": [{"type": "utilityNetworkAssociations"}]}"#,
      PopupNotice.unknownKind(
        path: "popupInfo.popupElements[0].type", name: "utilityNetworkAssociations")
    ),
    (
      #"{"mediaInfos": [{"type": "radarchart"}]}"#,
      .unknownKind(path: "popupInfo.mediaInfos[0].type", name: "radarchart")
    ),
    (
      #"{"title": {}}"#,
      .malformed(
        MapNotice(
          path: "popupInfo.title", problem: .wrongKind(expected: .string, found: .object)))
    ),
    (
      #""text""#,
      .malformed(
        MapNotice(path: "popupInfo", problem: .wrongKind(expected: .object, found: .string)))
    ),
    (
      #"{"fieldInfos": [{"fieldName": "A", "format": {"dateFormat": "fortnight"}}]}"#,
      .malformed(
        MapNotice(
          path: "popupInfo.fieldInfos[0].format.dateFormat", problem: .unknownValue("fortnight")))
    ),
    (
      #"{"fieldInfos": [{"fieldName": "A", "statisticType": "median"}]}"#,
      .malformed(
        MapNotice(
          path: "popupInfo.fieldInfos[0].statisticType", problem: .unknownValue("median")))
    ),
  ])
  func `deviations from the specification are noted with their location`(
    popup: String, notice: PopupNotice
  ) throws {
    #expect(try read(popup).1 == [notice])
  }

  @Test func `texts and lists beyond their limits are cut, with a notice`() throws {
    let text = String(repeating: "é", count: PopupLimits.text / 2 + 1)
    let (long, cut) = try read(#"{"description": \#(text.quoted)}"#)
    #expect(
      cut == [
        .textTooLong(
          path: "popupInfo.description", count: PopupLimits.text + 2, limit: PopupLimits.text)
      ])
    #expect(long.elements == [.text(String(text.dropLast()))])
    let many = Array(repeating: #"{"fieldName": "A"}"#, count: PopupLimits.list + 1)
    let (wide, left) = try read(#"{"fieldInfos": [\#(many.joined(separator: ","))]}"#)
    #expect(
      left == [
        .tooMany(
          path: "popupInfo.fieldInfos", count: PopupLimits.list + 1, limit: PopupLimits.list)
      ])
    #expect(wide.fields.count == PopupLimits.list)
  }
}
