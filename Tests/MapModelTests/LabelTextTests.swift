import MapModel
import Testing

struct LabelTextTests {
  static let expressions: [(String, [LabelText.Part])] = [
    ("[NAME]", [.field("NAME")]), (" { NAME } ", [.field("NAME")]), ("[a b]", [.field("a b")]),
    ("\"Park\"", [.text("Park")]), ("'it''s'", [.text("it's")]),
    ("[A] CONCAT [B]", [.field("A"), .field("B")]),
    ("[A]concat\", \"CONCAT[B]", [.field("A"), .text(", "), .field("B")]),
    (
      "[A] CONCAT NEWLINE CONCAT \"of \"\"B\"\"\" CONCAT {B}",
      [.field("A"), .text("\n"), .text("of \"B\""), .field("B")]
    ),
    ("NewLine CONCAT [NEWLINE]", [.text("\n"), .field("NEWLINE")]),
    ("\"a CONCAT b\"", [.text("a CONCAT b")]),
  ]

  @Test(arguments: expressions)
  func `an expression from before Arcade is split into parts`(
    text: String, parts: [LabelText.Part]
  ) throws {
    #expect(try #require(LabelText(expression: text)).parts == parts)
  }

  @Test(arguments: [
    "", " ", "NAME", "[NAME", "[]", "[ ]", "[A][B]", "[A] [B]", "[A] CONCAT", "CONCAT [A]",
    "[A] CONCATX [B]", "[A] & [B]", "\"open", "[A] CONCAT \"open", "[A\"B]", "NEWLINES",
    "Upper([A])", "$feature.A",
  ])
  func `other expressions are not read`(text: String) {
    #expect(LabelText(expression: text) == nil)
  }

  static let templates: [(String, [LabelText.Part])] = [
    ("{NAME}", [.field("NAME")]), ("No. {NR}!", [.text("No. "), .field("NR"), .text("!")]),
    ("{A}{B}\n[x]", [.field("A"), .field("B"), .text("\n[x]")]),
  ]

  @Test(arguments: templates)
  func `text with fields in braces is split into parts`(
    text: String, parts: [LabelText.Part]
  ) throws {
    #expect(try #require(LabelText(template: text)).parts == parts)
  }

  @Test(arguments: ["", "plain", "{", "{}", "{A", "{A} {", "{{A}}"])
  func `text without fields, or with an open brace, is not read`(text: String) {
    #expect(LabelText(template: text) == nil)
  }

  @Test(arguments: [
    ("", 1, -1), ("esriServerPointLabelPlacementAboveRight", 1, -1),
    ("esriServerPointLabelPlacementAboveCenter", 0, -1),
    ("esriServerPointLabelPlacementBelowLeft", -1, 1),
    ("esriServerPointLabelPlacementCenterCenter", 0, 0),
    ("esriServerPointLabelPlacementCenterRight", 1, 0),
    ("esriServerLinePlacementAboveAlong", 1, -1),
  ])
  func `a label is positioned by its placement`(name: String, horizontal: Int, vertical: Int) {
    let placement = LabelPlacement(name)
    #expect((placement.horizontal, placement.vertical) == (horizontal, vertical))
  }
}
