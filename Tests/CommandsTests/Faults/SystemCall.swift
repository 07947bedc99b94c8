/// A system call in a log of strace.
struct SystemCall {
  /// The name of the system call.
  let name: String
  /// Which of these calls of a thread, from 1.
  let number: Int
  /// The call with its arguments and result.
  let text: Substring

  /// The calls of some names in a log of several threads.
  static func all(of names: [String], in log: [UInt8]) -> [SystemCall] {
    var counts: [String: Int] = [:]
    return String(decoding: log, as: UTF8.self).split(separator: "\n").compactMap { line in
      // Several blanks follow a process number of fewer than five digits.
      let parts = line.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count == 2, let end = parts[1].firstIndex(of: "(") else { return nil }
      let name = String(parts[1][..<end])
      guard names.contains(name) else { return nil }
      let number = counts["\(parts[0]) \(name)", default: 0] + 1
      counts["\(parts[0]) \(name)"] = number
      return SystemCall(name: name, number: number, text: parts[1])
    }
  }
}
