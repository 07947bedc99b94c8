import Arcade
import Testing

@Suite struct JoinedTextsTests {
  @Test(arguments: [
    ("$feature.A + ' inches'", [" inches"]),
    ("'No. ' + $feature.A + '; ' + $feature.B", ["No. ", "; "]),
    ("var t = ''\nt += \"Diameter: \"\nreturn t", ["Diameter: "]),
    ("Decode($feature.A, 1, 'oak', 'elm')", []),
    ("IIf($feature.A > 1, 'old', 'young') + ' tree'", [" tree"]),
    ("$feature.A // + ' not this'", []), ("'whole'", []),
  ])
  func `texts that an expression joins with values are known, others may be values`(
    source: String, texts: [String]
  ) throws {
    let program = try ArcadeProgram(parsing: source, profile: .popup, features: nil)
    #expect(program.joinedTexts == texts)
  }
}
