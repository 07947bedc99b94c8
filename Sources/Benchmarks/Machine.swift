import FoundationEssentials

/// The machine of the measurements.
struct Machine: Codable, Sendable {
  var processor: String
  var cores: Int
  var kernel: String
  var memory: Int
  /// Versions of the other programs.
  var peers: [String]

  init(peers: [String]) {
    let cpu = Self.text("/proc/cpuinfo").split(separator: "\n").first {
      $0.hasPrefix("model name")
    }
    processor = cpu.map { $0.drop { $0 != ":" }.dropFirst(2) }.map(String.init) ?? "unknown"
    cores = ProcessInfo.processInfo.activeProcessorCount
    kernel = Self.text("/proc/sys/kernel/osrelease").split(separator: "\n").joined()
    memory = Int(ProcessInfo.processInfo.physicalMemory)
    self.peers = peers
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
