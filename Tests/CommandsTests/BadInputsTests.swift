import Foundation
import TestSupport
import Testing

/// Every bad input ends with its exit code and a message that names it, and writes no file.
@Suite(.needs(.fieldpack)) struct BadInputsTests {
  static let all =
    BadInput.maps + BadInput.usage + BadInput.targets + BadInput.features + BadInput.tables
    + BadInput.formats

  @Test(arguments: all)
  func `a bad input stops the build with its exit code`(input: BadInput) async throws {
    let city = try SmallCity()
    try input.spoil(city)
    let before = try city.folder.files()
    let result = try await #require(Tool.fieldpack).run(Self.build(input), in: city)
    #expect(result.status == input.exit, "\(result.errorText)")
    #expect(result.errorText.contains("[\(input.code)]"), "\(result.errorText)")
    #expect(result.output.isEmpty)
    #expect(!Self.holdsSwiftValue(result.errorText), "\(result.errorText)")
    #expect(try city.folder.files() == before)
  }

  @Test(arguments: all.filter { $0.isFinding != nil })
  func `check exits with 1 for a finding, and like build for an error`(input: BadInput) async throws
  {
    let city = try SmallCity()
    try input.spoil(city)
    let result = try await #require(Tool.fieldpack).run(Self.check(input), in: city)
    let isFinding = input.isFinding == true
    #expect(result.status == (isFinding ? 1 : input.exit), "\(result.errorText)")
    let output = isFinding ? result.text : result.errorText
    #expect(output.contains("[\(input.code)]"), "\(output) \(result.errorText)")
  }

  @Test func `the messages for bad inputs match the recorded ones`() async throws {
    var text = ""
    for input in Self.all {
      let city = try SmallCity()
      try input.spoil(city)
      let result = try await #require(Tool.fieldpack).run(Self.build(input), in: city)
      text += "== \(input.name) (\(result.status))\n\(result.errorText)\n\n"
    }
    try Snapshot.expect(text, is: "bad-inputs.txt")
  }

  /// Whether a text shows a Swift value.
  private static func holdsSwiftValue(_ text: String) -> Bool {
    let pattern = #"Optional\(|[a-z]+[A-Z][A-Za-z]*\(|\bnil\b|Error\(|0x0000"#
    return text.range(of: pattern, options: .regularExpression) != nil
  }

  private static func build(_ input: BadInput) -> [String] {
    guard let command = input.command else { return SmallCity.build + input.words }
    return ["build"] + command + (command.contains("-o") ? [] : ["-o", "out.mmpk"])
  }

  /// The words without the options that only `build` has.
  private static func check(_ input: BadInput) -> [String] {
    guard let command = input.command else { return SmallCity.check + input.words }
    let output = command.firstIndex(of: "-o") ?? command.endIndex
    return ["check"] + command[..<output]
  }
}
