import Bytes
import Glibc
import Testing

/// Writes bytes and returns the result as an exit code.
private func outcome(_ stream: StandardStream, writing count: Int) -> Int32 {
  let bytes = [UInt8](repeating: 0x61, count: count)
  do throws(BytesError) {
    return try stream.write(bytes.span) ? 10 : 11
  } catch {
    return error == .noSpace(path: "standard output") ? 12 : 1
  }
}

@Suite struct StandardStreamTests {
  @Test func `a closed reader is not an error and does not kill the process`() async {
    await #expect(processExitsWith: .exitCode(11)) {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0, dup2(ends[1], 1) == 1 else { exit(1) }
      close(ends[0])
      StandardStream.ignoreFailedWrites()
      exit(outcome(.output, writing: 100_000))
    }
  }

  @Test func `a full device gives an error that says so`() async {
    await #expect(processExitsWith: .exitCode(12)) {
      let full = unsafe open("/dev/full", O_WRONLY)
      guard full >= 0, dup2(full, 1) == 1 else { exit(1) }
      exit(outcome(.output, writing: 1))
    }
  }

  @Test func `a pipe accepts all bytes and is not a terminal`() async {
    await #expect(processExitsWith: .exitCode(10)) {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0, dup2(ends[1], 2) == 2 else { exit(1) }
      exit(StandardStream.error.isTerminal ? 1 : outcome(.error, writing: 1_000))
    }
  }
}
