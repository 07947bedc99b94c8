import Foundation
import TestSupport
import Testing

/// Names that aren't UTF-8 can't be held by any text, so they are refused and never changed.
@Suite(.needs(.fieldpack, .program("sh"))) struct OtherEncodingsTests {
  private func shell(_ script: String, in city: SmallCity) async throws -> ToolResult {
    try await #require(Tool(named: "sh")).run(
      ["-c", script], environment: ["FIELDPACK": #require(Tool.fieldpack).path, "NO_COLOR": "1"],
      folder: city.folder.path)
  }

  @Test func `a word of the command line that isn't UTF-8 is refused, and nothing is written`()
    async throws
  {
    let city = try SmallCity()
    let before = try FileManager.default.contentsOfDirectory(atPath: city.folder.path).sorted()
    let result = try await shell(
      #"$FIELDPACK build map.json --data data -o "$(printf 'bad\377.mmpk')""#, in: city)
    #expect(result.status == 2)
    #expect(
      result.errorText == """
        error[USAGE_VALUE_INVALID]: fieldpack: word 6, `bad\u{FFFD}.mmpk`, is not UTF-8 text
          fix: Rename the file, or write its name in UTF-8.
        """)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: city.folder.path).sorted() == before)
  }

  @Test(arguments: ["data", "data/attachments/Trees", "data/attachments"])
  func `a file of the data folder whose name isn't UTF-8 is named`(folder: String) async throws {
    let city = try SmallCity()
    try city.addPhoto()
    let result = try await shell(
      """
      printf x > "\(folder)/$(printf 'stra\\337e.txt')"
      $FIELDPACK check map.json --data data
      """, in: city)
    #expect(result.status == 3)
    #expect(result.errorText.contains("error[FILE_NAME_NOT_UTF8]: \(folder): "))
    #expect(result.errorText.contains("the name of the file stra\u{FFFD}e.txt is not UTF-8"))
  }

  @Test func `names in UTF-8 are kept byte for byte`() async throws {
    let city = try SmallCity()
    let result = try await shell(
      #"$FIELDPACK build map.json --data data -q -o "$(printf 'e\314\201 \357\277\275.mmpk')" && ls"#,
      in: city)
    #expect(result.status == 0)
    #expect(result.text.utf8.contains("e\u{301} \u{FFFD}.mmpk".utf8))
  }
}
