import Popups
import Records
import Testing

/// Tests tokens in texts, with patterns from real maps.
struct TokenTests {
  private static let fields: [(String, String)] = [
    ("NAME", "String"), ("DBH", "Double"), ("PLANTED", "Date"), ("URL", "String"),
    ("COLOR", "String"), ("NOTES", "String"), ("a_b", "String"),
  ]
  private static let values: [String: SQLValue] = [
    "NAME": "O'Hara & \"Sons\" <Oak>", "DBH": .real(1234.5), "PLANTED": "2021-10-29T15:04:05.000Z",
    "URL": "https://example.org/?q=a b&n='x'", "COLOR": "#22aa33", "NOTES": "one\r\ntwo\nthree",
    "a_b": "  padded  ",
  ]
  private static let expressions = """
    "expressionInfos": [{"name": "expr0", "title": "Zero", "expression": "1"},
     {"name": "expr1", "title": "One", "expression": "null"}]
    """

  private func layer(_ member: String, text: String) throws -> SampleLayer {
    try SampleLayer(
      SampleTable(fields: Self.fields),
      """
      {"\(member)": \(text.quoted), \(Self.expressions), "fieldInfos": [
       {"fieldName": "DBH", "format": {"places": 1, "digitSeparator": true}}]}
      """)
  }

  private func html(_ text: String) throws -> String {
    try layer("description", text: text).html(Self.values) ?? ""
  }

  @Test(arguments: [
    ("<p>{DBH}</p>", "<p>1,234.5</p>"),
    ("<p>{dbh} {Dbh}</p>", "<p>1,234.5 1,234.5</p>"),
    ("<p>{ DBH }</p>", "<p>1,234.5</p>"),
    ("<p>{PLANTED}</p>", "<p>10/29/2021, 3:04 PM</p>"),
    ("<p>[{MISSING}]</p>", "<p>[]</p>"),
    ("<p>{NOTES}</p>", "<p>one<br>two<br>three</p>"),
    ("<p>{NAME}</p>", "<p>O'Hara &amp; \"Sons\" &lt;Oak&gt;</p>"),
    ("  {a_b}  ", "padded"),
    ("<p>{} { } {DBH</p>", "<p>{}  {DBH</p>"),
    ("<p>{{DBH}}</p>", "<p>{1,234.5}</p>"),
    ("<p>{DBH {DBH}</p>", "<p>{DBH 1,234.5</p>"),
    ("{DBH}", "1,234.5"),
  ])
  func `a token gives the formatted value, or an empty text`(text: String, expected: String) throws
  {
    #expect(try html(text) == expected)
  }

  @Test(arguments: [
    // `{url}` is the whole address: the raw value, except quotes.
    (
      "<a href='{URL}' target='_top'>go</a>",
      "https://example.org/?q=a%20b&amp;n=%27x%27"
    ),
    ("<a href=\"{URL}\">go</a>", "https://example.org/?q=a%20b&amp;n=%27x%27"),
    ("<a HREF = ' {URL}'>go</a>", "https://example.org/?q=a%20b&amp;n=%27x%27"),
    // As a part of an address it is percent-encoded.
    (
      "<a href='https://example.org/{NAME}/{DBH}'>go</a>",
      "https://example.org/O%27Hara%20%26%20%22Sons%22%20%3COak%3E/1234.5"
    ),
    ("<a href='https://example.org/?t={PLANTED}'>go</a>", "https://example.org/?t=1635519845000"),
    (
      "<a href='mailto:{URL}?subject={a_b}'>go</a>",
      "mailto:https%3A%2F%2Fexample.org%2F%3Fq%3Da%20b%26n%3D%27x%27?subject=%20%20padded%20%20"
    ),
    ("<a href='mailto:x@example.org?subject={é}'>go</a>", "mailto:x@example.org?subject="),
  ])
  func `an href uses the raw value, percent-encoded unless it begins the address`(
    text: String, expected: String
  ) throws {
    let html = try html(text)
    #expect(html.contains("href=\"\(expected)\""), "\(html)")
  }

  @Test func `the same token in an href and in its text is written in two ways`() throws {
    let html = try html("<a href='{URL}'>{URL}</a>")
    #expect(html.hasPrefix("<a href=\"https://example.org/?q=a%20b&amp;n=%27x%27\""), "\(html)")
    #expect(html.hasSuffix(">https://example.org/?q=a b&amp;n='x'</a>"), "\(html)")
  }

  @Test(arguments: [
    "<a href='{MISSING}'>x</a>", "<a href=\"\">x</a>", "<a href=''>x</a>",
    "<a href='{expression/expr1}'>x</a>",
  ])
  func `an empty href is removed`(text: String) throws {
    #expect(try html(text) == "<a>x</a>")
  }

  @Test(arguments: [
    // If an expression gives an empty text, the declaration is removed and nothing is hidden.
    ("<div style='display:{expression/expr1}'>x</div>", "<div>x</div>"),
    (
      "<p style='{expression/expr0}; text-align:center'>x</p>",
      "<p style=\"text-align:center\">x</p>"
    ),
    ("<font color='{COLOR}'>x</font>", "<font color=\"#22aa33\">x</font>"),
    ("<font color={COLOR}>x</font>", "<font color=\"#22aa33\">x</font>"),
    ("<p style=\"color:{COLOR}\">x</p>", "<p style=\"color:#22aa33\">x</p>"),
    (
      "<img src='/i.png' alt='{NAME}'>",
      "<img src=\"/i.png\" alt=\"O'Hara &amp; &quot;Sons&quot; &lt;Oak&gt;\">"
    ),
    (
      "<img src='/i.png' alt=\"{NOTES}\">",
      "<img src=\"/i.png\" alt=\"one two three\">"
    ),
    ("<img src='{MISSING}'>", ""),
  ])
  func `other attributes use the formatted value, which cannot end the attribute`(
    text: String, expected: String
  ) throws {
    #expect(try html(text) == expected)
  }

  @Test func `a text is sanitized after values are inserted`() throws {
    let layer = try layer("description", text: "<p>{NAME}</p><a href='{URL}'>x</a>")
    let html = try layer.html([
      "NAME": "<b>bold</b><script>alert(1)</script><img src=x onerror=alert(1)>",
      "URL": "java\nscript:alert(1)",
    ])
    #expect(html == "<p><b>bold</b></p><a>x</a>")
  }

  @Test(arguments: [
    ("Tree {NAME}", "Tree O'Hara & \"Sons\" <Oak>", String?.none),
    ("{NOTES}", "one two three", nil),
    ("Oak &amp; Ash {DBH}", "Oak & Ash 1,234.5", nil),
    ("<p style='color:red'>{DBH}</p>", "1,234.5", nil),
    ("<b>{DBH}</b> in", "1,234.5 in", "<b>1,234.5</b> in"),
    ("{MISSING}", "The layer", nil),
    ("", "The layer", nil),
    ("<b></b>", "The layer", nil),
  ])
  func `a title is plain text, plus markup if the map has some`(
    title: String, plain: String, markup: String?
  ) throws {
    let popup = try layer("title", text: title).popup(Self.values)
    #expect(popup.title == plain)
    #expect(popup.titleHTML == markup)
  }

  @Test func `an unknown name is noted once, however often it is used`() throws {
    let layer = try layer(
      "description", text: "{expression/expr0} {EXPRESSION/EXPR0} {expression/none} {WHAT} {what}")
    #expect(
      layer.notices == [
        .unknownExpression(path: "elements[0]", name: "none"),
        .unknownField(path: "elements[0]", name: "WHAT"),
        .unknownField(path: "elements[0]", name: "what"),
      ])
    #expect(try layer.html(Self.values) == "1 1")
  }

  @Test func `a filled text is bounded even if it repeats a long value`() throws {
    let layer = try layer("description", text: String(repeating: "{NAME}", count: 2_000))
    let html = try layer.html(["NAME": .text(String(repeating: "x", count: 100_000))])
    #expect((html?.utf8.count ?? 0) <= PopupLimits.filledText + 100_000)
  }

  @Test func `tokens in texts of elements are replaced too`() throws {
    let layer = try SampleLayer(
      SampleTable(fields: Self.fields),
      """
      {"popupElements": [
       {"type": "fields", "title": "About {a_b}", "description": "<i>{DBH}</i>",
        "fieldInfos": [{"fieldName": "DBH"}]},
       {"type": "attachments", "title": "Photos of {a_b}", "description": ""}]}
      """)
    let elements = try layer.popup(Self.values).elements
    #expect(
      elements == [
        .fields(
          PopupTable(
            title: "About   padded", description: "<i>1234.5</i>",
            rows: [PopupFieldRow(label: "DBH", value: "1234.5", kind: .number)])),
        .attachments(PopupHeading(title: "Photos of   padded", description: "")),
      ])
  }
}
