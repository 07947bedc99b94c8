import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// `check` says what `build` will do: what one of them finds or refuses, the other does, too.
@Suite struct CheckAgreesTests {
  /// Inputs that concern both commands and spoil files of the small city.
  private static let inputs = BadInputsTests.all.filter { $0.isFinding != nil && $0.command == nil }

  /// With `FIELDPACK_EXHAUSTIVE=1`, 2,000 mixtures.
  private static let mixtures =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1" ? 2_000 : 60

  /// The severity, code and subject of every finding and error of a session, sorted.
  private func reported(_ session: Session) -> [String] {
    if let findings = try? session.document()["findings"]?.array {
      return findings.map { finding in
        ["severity", "id", "subject"].map { finding[$0]?.string ?? "" }.joined(separator: " ")
      }.sorted()
    }
    return (session.output + session.error)
      .matches(of: /(error|warning|note)\[[A-Z0-9_]+\]: [^:\n]*/)
      .map { String($0.output.0) }
      // `build` alone sums up.
      .filter { !$0.hasPrefix("error[PKG_NOT_BUILT]") }.sorted()
  }

  /// Compares the commands on the same words, in a folder for the package.
  private func expectAgreement(_ words: [String], in folder: TemporaryFolder, _ name: String) async
  {
    let output = ["-o", folder.path("out.mmpk")]
    var check = await Session.run(["check"] + words)
    var build = await Session.run(["build"] + output + words)
    // A finding that stops the build makes `check` exit with 1.
    let isRefused = build.exit != .done && build.exit != .somethingToSee
    #expect((check.exit == .done) == (build.exit == .done) || isRefused, "\(name)")
    if isRefused {
      #expect(check.exit != .done, "\(name)")
    } else {
      // A build that was made only counts its notes, except in JSON.
      check = await Session.run(["check", "--json"] + words)
      build = await Session.run(["build", "--json", "-f"] + output + words)
    }
    #expect(
      reported(check) == reported(build), "\(name)\n\(check.output)\(check.error)\(build.error)")
  }

  @Test(arguments: inputs)
  func `check and build report the same about a bad input`(input: BadInput) async throws {
    let city = try SmallCity()
    try input.spoil(city)
    await expectAgreement(city.inputs + input.words, in: city.folder, input.name)
  }

  @Test func `check and build report the same about mixtures of bad inputs`() async throws {
    var generator = SeededGenerator(seed: 24)
    for _ in 0..<Self.mixtures {
      let city = try SmallCity()
      var spoiled: Set<String> = []
      var words: [String] = []
      var names: [String] = []
      for _ in 0..<generator.integer(in: 2...3) {
        let input = Self.inputs[generator.integer(in: 0...Self.inputs.count - 1)]
        guard spoiled.isDisjoint(with: input.files.keys) else { continue }
        // Options may be given once.
        guard words.isEmpty || input.words.isEmpty else { continue }
        try input.spoil(city)
        spoiled.formUnion(input.files.keys)
        words += input.words
        names.append(input.name)
      }
      await expectAgreement(
        city.inputs + words, in: city.folder, names.joined(separator: " + "))
    }
  }

  @Test(.needs(.sharedData("webmaps")), arguments: RealMap.all, RealMap.Content.allCases)
  func `check and build report the same about a real map`(
    map: RealMap, content: RealMap.Content
  ) async throws {
    let folder = try TemporaryFolder()
    let words = try map.write(content, to: folder)
    await expectAgreement(words, in: folder, "\(map.name) with \(content)")
  }
}
