import Glibc

/// The name of a temporary: `.NAME.partial-PID-N`, `.NAME.commit-PID-N` or
/// `.fieldpack-scratch-PID-N`.
struct TemporaryName {
  /// What has such a name.
  enum Kind: String {
    /// An output before its commit.
    case output = ".partial"
    /// The record of a commit.
    case commit = ".commit"
    /// A scratch file.
    case scratch = ".fieldpack-scratch"
  }

  let kind: Kind
  /// The final name of the entry. Empty for scratch files, which have no final name.
  let target: Substring
  private let process: Int32

  /// Nil for any other name.
  init?(_ name: String) {
    // First, because a folder may have thousands of other names.
    guard name.utf8.first == UInt8(ascii: ".") else { return nil }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 3, let number = Int(parts[parts.count - 1]),
      number > 0, let process = Int32(parts[parts.count - 2]), process > 0
    else { return nil }
    let head = parts.dropLast(2).joined(separator: "-")
    if head == Kind.scratch.rawValue {
      (kind, target) = (.scratch, "")
    } else if let kind = [Kind.output, .commit].first(where: { head.hasSuffix($0.rawValue) }),
      head.utf8.count > kind.rawValue.utf8.count + 1
    {
      self.kind = kind
      target = name.dropFirst().prefix(head.count - kind.rawValue.count - 1)
    } else {
      return nil
    }
    self.process = process
  }

  /// Returns a path as the user knows it. A temporary of this process gets the name of its output.
  /// A scratch file, which has none, gets the path of its folder.
  static func shown(_ path: String) -> String {
    var shown: [Substring] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      shown.append(Substring(part))
      guard let name = TemporaryName(String(Substring(part))), name.process == getpid() else {
        continue
      }
      guard name.kind == .output else {
        return TargetPath(shown.joined(separator: "/"))?.folder ?? path
      }
      shown[shown.count - 1] = name.target
    }
    return shown.joined(separator: "/")
  }

  /// Whether the process that made it is gone. Its number may be unused, belong to this process by
  /// chance (containers number from 1), or belong to another program.
  var isGone: Bool {
    guard process != getpid() else { return true }
    guard kill(process, 0) == 0 || errno != ESRCH else { return true }
    guard let other = Self.program(process), let own = Self.program(getpid()) else { return false }
    return other != own
  }

  /// Returns the name of the program that a process runs (proc(5)), or nil if it can't be
  /// determined.
  private static func program(_ process: Int32) -> [UInt8]? {
    guard
      let descriptor = FileDescriptor.open("/proc/\(process)/comm", flags: O_RDONLY | O_CLOEXEC)
    else { return nil }
    defer { descriptor.close() }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = descriptor.read(at: 0, into: &bytes, 0..<bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
