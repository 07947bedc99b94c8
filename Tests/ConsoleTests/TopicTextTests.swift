import Console
import Testing

/// Pages of the manual, as a terminal shows them.
@Suite struct TopicTextTests {
  private static let topic = Topic(
    name: "packing",
    markdown: """
      # Pack a map

      A `build` writes **one** file.

      ## Files

      - `.mmpk`: for ArcGIS

      ```sh
      fieldpack build map.json

      fieldpack inspect a.mmpk
      ```

      | code | meaning |
      | --- | --- |
      | 0 | done |
      | 130 | interrupted \\| stopped |

      """)

  @Test func `plain text keeps the marks of code and underlines headings`() {
    #expect(
      TopicText.page(Self.topic, colored: false) == """
        Pack a map
        ==========

        A `build` writes one file.

        Files
        -----

        - `.mmpk`: for ArcGIS

            fieldpack build map.json

            fieldpack inspect a.mmpk

        code  meaning
        ----  -------
        0     done
        130   interrupted | stopped

        """)
  }

  @Test func `a terminal shows headings, code and bold text in styles`() {
    let lines = TopicText.page(Self.topic, colored: true).split(separator: "\n")
    #expect(lines[0] == "\u{1B}[1mPack a map\u{1B}[0m")
    #expect(lines[1] == "A \u{1B}[36mbuild\u{1B}[0m writes \u{1B}[1mone\u{1B}[0m file.")
  }

  @Test func `the last column of a table is wrapped at 80 columns`() {
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    let topic = Topic(name: "t", markdown: "# T\n\n| a | b |\n| --- | --- |\n| x | \(words) |\n")
    let lines = TopicText.page(topic, colored: false).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.last?.hasPrefix("   word") == true)
  }

  @Test func `the title is the first line`() {
    #expect(Self.topic.title == "Pack a map")
  }
}
