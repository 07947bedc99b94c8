import Markup
import Popups
import Records
import Testing

struct PopupLayerTests {
  @Test func `a layer without a pop-up shows its fields by alias`() throws {
    let layer = try SampleLayer(
      SampleTable(
        """
        {"name": "Trees", "displayField": "Name", "hasAttachments": true, "fields": [
         {"name": "OBJECTID", "type": "esriFieldTypeOID"},
         {"name": "GlobalID", "type": "esriFieldTypeGlobalID"},
         {"name": "Name", "alias": "Name of the tree", "type": "esriFieldTypeString"},
         {"name": "DBH", "type": "esriFieldTypeDouble"},
         {"name": "Shape__Area", "type": "esriFieldTypeDouble"},
         {"name": "Photo", "type": "esriFieldTypeBlob"},
         {"name": "Editor", "type": "esriFieldTypeString"}],
         "editFieldsInfo": {"editorField": "Editor"}}
        """), nil)
    let popup = try layer.popup(["Name": "Old oak", "DBH": .real(12.5), "Editor": "ann"])
    #expect(
      popup
        == Popup(
          title: "Old oak",
          elements: [
            .fields(
              PopupTable(
                title: "", description: "",
                rows: [
                  PopupFieldRow(label: "Name of the tree", value: "Old oak"),
                  PopupFieldRow(label: "DBH", value: "12.5", kind: .number),
                ])),
            .attachments(PopupHeading(title: "", description: "")),
          ], lastEdit: "Edited by ann"))
    #expect(layer.layer.showsAttachments)
    #expect(layer.notices.isEmpty)
  }

  @Test func `a table shows visible fields and notes missing ones`()
    throws
  {
    let layer = try SampleLayer(
      SampleTable(fields: [("A", "String"), ("B", "String")]),
      """
      {"fieldInfos": [{"fieldName": "a", "label": "First"}, {"fieldName": "B", "visible": false},
       {"fieldName": "GONE", "visible": true}, {"fieldName": "OLD", "visible": false}]}
      """)
    #expect(try layer.rows(["A": "x"]).map(\.label) == ["First"])
    #expect(layer.notices == [.unknownField(path: "elements[0]", name: "GONE")])
  }

  @Test func `a table without rows is left out unless it has a title`() throws {
    let table = try SampleTable(fields: [("A", "String")])
    #expect(try SampleLayer(table, "{}").popup([:]).elements.isEmpty)
    let titled = try SampleLayer(
      table, #"{"popupElements": [{"type": "fields", "title": "T", "fieldInfos": []}]}"#)
    #expect(
      try titled.popup([:]).elements == [.fields(PopupTable(title: "T", description: "", rows: []))]
    )
  }

  @Test func `a field uses the map's format, or else the layer's`() throws {
    let table = try SampleTable(
      fields: [("N", "Double"), ("D", "Date")],
      more: """
        , "fieldConfigurations": [
         {"name": "n", "fieldFormat": {"type": "number", "minimumFractionDigits": 1}},
         {"name": "D", "fieldFormat": {"type": "date-time", "dateStyle": "long"}}]
        """)
    let values: [String: SQLValue] = ["N": .real(1234), "D": "2021-10-29T15:04:05.000Z"]
    let plain = try SampleLayer(table, #"{"fieldInfos": [{"fieldName": "N"}, {"fieldName": "D"}]}"#)
    #expect(try plain.rows(values).map(\.value) == ["1,234.0", "October 29, 2021"])
    let own = try SampleLayer(
      table,
      """
      {"fieldInfos": [{"fieldName": "N", "format": {"places": 0}},
       {"fieldName": "D", "format": {"dateFormat": "year"}}]}
      """)
    #expect(try own.rows(values).map(\.value) == ["1234", "2021"])
  }

  @Test func `an element's own format wins, and tokens use the pop-up's`() throws {
    let layer = try SampleLayer(
      SampleTable(fields: [("DBH", "Double")]),
      """
      {"fieldInfos": [{"fieldName": "DBH", "format": {"places": 1}}], "popupElements": [
       {"type": "fields", "fieldInfos": [{"fieldName": "DBH", "format": {"places": 3}}]},
       {"type": "text", "text": "{DBH}"}]}
      """)
    #expect(try layer.rows(["DBH": .real(2)]).map(\.value) == ["2.000"])
    #expect(try layer.html(["DBH": .real(2)]) == "2.0")
  }

  @Test(
    arguments: [
      (
        ["Editor": SQLValue.text("ann"), "EditDate": "2021-10-29T15:04:05.000Z"],
        "Edited by ann on 10/29/2021 at 3:04 PM"
      ),
      (["EditDate": "2021-10-29T15:04:05.000Z"], "Edited on 10/29/2021 at 3:04 PM"),
      (["Editor": "ann", "Creator": "bob"], "Edited by ann"),
      (
        ["Creator": "bob", "CreationDate": "2020-01-01T00:00:00.000Z"],
        "Created by bob on 1/1/2020 at 12:00 AM"
      ),
      (["Editor": "", "Creator": "bob"], "Created by bob"),
    ] as [([String: SQLValue], String)])
  func `the last edit names who edited or created the record, and when`(
    values: [String: SQLValue], expected: String
  ) throws {
    #expect(try tracked("{}").popup(values).lastEdit == expected)
  }

  @Test func `the last edit is missing without data, or if the map hides it`() throws {
    #expect(try tracked("{}").popup([:]).lastEdit == nil)
    let hidden = try tracked(#"{"showLastEditInfo": false}"#)
    #expect(try hidden.popup(["Editor": "ann"]).lastEdit == nil)
  }

  private func tracked(_ popup: String) throws -> SampleLayer {
    try SampleLayer(
      SampleTable(
        fields: [
          ("Editor", "String"), ("EditDate", "Date"), ("Creator", "String"),
          ("CreationDate", "Date"),
        ],
        more: """
          , "editFieldsInfo": {"creatorField": "Creator", "creationDateField": "CreationDate",
          "editorField": "Editor", "editDateField": "EditDate"}
          """), popup)
  }

  @Test func `attachments appear where the map puts them, or last`() throws {
    let table = try SampleTable(fields: [("A", "String")])
    func hasAttachments(_ popup: String) throws -> [Bool] {
      try SampleLayer(table, popup).popup([:]).elements.map {
        if case .attachments = $0 { true } else { false }
      }
    }
    #expect(try hasAttachments(#"{"showAttachments": true}"#) == [true])
    #expect(try hasAttachments(#"{"showAttachments": false}"#) == [])
    #expect(
      try hasAttachments(
        #"{"showAttachments": true, "popupElements": [{"type": "attachments"}, {"type": "text", "text": "x"}]}"#
      )
        == [true, false])
    #expect(
      try hasAttachments(
        #"{"showAttachments": true, "popupElements": [{"type": "text", "text": "x"}]}"#)
        == [false, true])
  }

  @Test func `formatted values are listed by column, nil for null`() throws {
    let layer = try SampleLayer(
      SampleTable(fields: [("A", "String"), ("D", "Date"), ("N", "Double"), ("E", "String")]),
      #"{"fieldInfos": [{"fieldName": "N", "visible": false, "format": {"places": 2}}]}"#)
    var workspace = PopupWorkspace()
    let record = layer.table.record([
      "D": "2021-10-29T15:04:05.000Z", "N": .real(1.5), "E": "",
    ])
    #expect(
      try layer.layer.formattedValues(of: record.span, in: &workspace)
        == [nil, "10/29/2021, 3:04 PM", "1.50", ""])
  }

  /// The first item of a media element with one image.
  private func image(_ members: String, _ values: [String: SQLValue]) throws -> PopupMedia? {
    let layer = try SampleLayer(
      SampleTable(fields: [("A", "String"), ("URL", "String")]),
      """
      {"popupElements": [{"type": "media", "title": "{A}",
       "mediaInfos": [{"type": "image", "title": "T {A}", \(members)}]}]}
      """)
    for case .media(let gallery) in try layer.popup(values).elements {
      #expect(gallery.title == "a b/c" && gallery.description.isEmpty)
      return gallery.items.first
    }
    return nil
  }

  private static let imageValues: [String: SQLValue] = [
    "A": "a b/c", "URL": "https://example.org/i?x=1&y='2'",
  ]

  @Test(
    arguments: [
      ("data:image/png;base64,{A}", nil), ("/{A}.jpg", "/a%20b/c.jpg"), ("{MISSING}", nil),
      ("data:image/png;base64,AA==", "data:image/png;base64,AA=="), ("", nil),
      ("javascript:x", nil), ("i.png", nil),
    ] as [(String, String?)])
  func `an image needs an allowed address`(source: String, address: String?) throws {
    let item = try image(
      """
      "caption": "<i>C</i>", "altText": "alt {a}",
      "value": {"sourceURL": \(source.quoted), "linkURL": "https://example.org/l"}
      """, Self.imageValues)
    #expect(
      item
        == address.map {
          .image(
            source: $0, href: "https://example.org/l", alt: "alt a b/c", title: "T a b/c",
            caption: "C")
        })
  }

  @Test(
    arguments: [
      (#""altText": "alt {a}", "caption": "C""#, "https://example.org/{A}.jpg", "alt a b/c", "C"),
      (#""caption": "<i>C</i>""#, "https://example.org/{A}.jpg", "C", ""),
      (#""altText": """#, "https://example.org/{A}.jpg", "c.jpg", ""),
      (#""altText": "{MISSING}""#, "{URL}", "Picture", ""),
    ])
  func `an image on the web becomes a link with its description, caption or name`(
    words: String, source: String, text: String, caption: String
  ) throws {
    let item = try image(
      "\(words), \"value\": {\"sourceURL\": \(source.quoted), \"linkURL\": \"https://e.org/l\"}",
      Self.imageValues)
    let address =
      source == "{URL}"
      ? "https://example.org/i?x=1&y=%272%27" : "https://example.org/a%20b/c.jpg"
    #expect(
      item
        == .onlineImage(
          source: address, text: text, href: "https://e.org/l", title: "T a b/c", caption: caption))
  }

  @Test func `a link to the image itself appears once`() throws {
    let item = try image(
      #""value": {"sourceURL": "{URL}", "linkURL": "{URL}"}"#,
      ["A": "a b/c", "URL": "http://e.org/oak.jpg"])
    #expect(
      item
        == .onlineImage(
          source: "http://e.org/oak.jpg", text: "oak.jpg", href: nil, title: "T a b/c", caption: "")
    )
  }

  @Test func `images on the web are counted, in texts and media`() throws {
    let layer = try SampleLayer(
      SampleTable(fields: [("URL", "String")]),
      """
      {"title": "{URL} <img src='{URL}'>",
       "description": "<img src='{URL}'><img src='https://e.org/logo.png' alt='Logo'>",
       "mediaInfos": [{"type": "image", "value": {"sourceURL": "{URL}"}}],
       "popupElements": [{"type": "text"}, {"type": "media"},
        {"type": "text", "text": "<img src='https://e.org/logo.png'>"}]}
      """)
    var workspace = PopupWorkspace()
    for (value, count) in [("https://e.org/a.png", 5), ("/a.png", 7)] {
      let record = layer.table.record(["URL": .text(value)])
      _ = try layer.layer.popup(of: record.span, related: [], in: &workspace)
      #expect(workspace.html.onlineMedia == count)
    }
  }

  @Test func `a damaged record is refused and a short one has nulls`() throws {
    let layer = try SampleLayer(SampleTable(fields: [("A", "String"), ("B", "String")]), "{}")
    var workspace = PopupWorkspace()
    let short: [UInt8] = [2, 0]
    let popup = try layer.layer.popup(of: short.span, related: [], in: &workspace)
    #expect(popup.title == "The layer")
    let damaged: [UInt8] = [200, 1]
    #expect(throws: RecordError.self) {
      _ = try layer.layer.popup(of: damaged.span, related: [], in: &workspace)
    }
  }
}
