import TestSupport
import Testing

/// A season of the city on a machine with strict limits.
@Suite(.needs(.fieldpack, .python3, .portland)) struct LimitsOfCityTests {
  private static let judge = Judge("limits")

  private struct Command: Decodable {
    var words: String
    var status: Int32
    var error: String
    var peak: Int
  }

  @Test func `64 open files and 256 MB are enough for every command`() async throws {
    let city = try await Portland.shared.value
    let folder = try TemporaryFolder()
    let program = try #require(Tool.fieldpack).path
    let commands: [Command] = try await #require(Self.judge).verdict(
      [program, city.map, try city.data(.csv), folder.path])
    #expect(commands.count == 13)
    for command in commands {
      // 1 is for findings and differences.
      #expect([0, 1].contains(command.status), "\(command.words): \(command.error)")
      #expect(command.peak < 256 << 20, "\(command.words): \(command.peak) bytes")
    }
    if Acceptance.isExhaustive {
      for command in commands { print("\(command.words): \(command.peak >> 20) MB") }
    }
  }
}
