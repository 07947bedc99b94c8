import Glibc
import Synchronization

/// The temporary files and folders of this process, so that an interruption can remove them.
///
/// A name is registered before the file is created and forgotten after it was renamed or
/// removed; the interruption keeps the lock, so nothing new appears behind its back.
enum Temporaries {
  private struct Entry: Sendable {
    var path: String
    var isFolder: Bool
  }
  private struct State: Sendable {
    var next = 0
    var entries: [Int: Entry] = [:]
  }
  private static let state = Mutex(State())

  /// A number that is new in this process, for a unique name.
  static func nextNumber() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next
    }
  }

  /// Notes a path that is about to be created. Gives the ticket that forgets it.
  static func register(_ path: String, isFolder: Bool) -> Int {
    state.withLock { state in
      state.next += 1
      state.entries[state.next] = Entry(path: path, isFolder: isFolder)
      return state.next
    }
  }

  /// Forgets a path that is no temporary any more.
  static func forget(_ ticket: Int) {
    state.withLock { state in
      state.entries[ticket] = nil
    }
  }

  /// Runs `body` while no interruption can clear away.
  static func withoutInterruption<Result: Sendable>(_ body: () -> Result) -> Result {
    state.withLock { _ in body() }
  }

  /// Removes all that is registered and then runs `body` with the lock still held.
  static func removeAll(then body: () -> Void) {
    state.withLock { state in
      for ticket in state.entries.keys.sorted(by: >) {
        guard let entry = state.entries[ticket] else { continue }
        if entry.isFolder {
          FolderTree.remove(entry.path)
        } else {
          _ = unsafe unlink(entry.path)
        }
      }
      state.entries = [:]
      body()
    }
  }

  /// Clears away what killed earlier runs left beside this target.
  static func removeStale(of target: TargetPath) {
    for path in stale(of: target) where unsafe unlink(path) != 0 && errno == EISDIR {
      FolderTree.remove(path)
    }
  }

  /// What killed earlier runs left beside this target: entries of ours named
  /// `.NAME.partial-PID-N` whose process is gone and whose lock nobody holds.
  static func stale(of target: TargetPath) -> [String] {
    let prefix = target.temporaryPrefix
    return FolderTree.names(in: target.folder).filter { name in
      guard name.hasPrefix(prefix) else { return false }
      let numbers = name.dropFirst(prefix.count).split(separator: "-")
      guard numbers.count == 2, let process = Int32(numbers[0]), Int(numbers[1]) != nil,
        process > 0, process != getpid()
      else { return false }
      return kill(process, 0) != 0 && errno == ESRCH
    }.map(target.sibling).filter(isAbandoned)
  }

  /// Whether an entry is a file or folder of ours that no run holds. The lock tells of a run in
  /// another process namespace that shares the folder.
  private static func isAbandoned(_ path: String) -> Bool {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    guard let descriptor = FileDescriptor.open(path, flags: flags) else { return false }
    defer { descriptor.close() }
    guard let status = descriptor.status(), status.st_uid == geteuid(),
      [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    else { return false }
    return flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
  }
}
