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

  /// Clears away what killed earlier runs left in the folder of this target, whatever they were to
  /// write. What a merge left to take it back by belongs to its own target alone.
  static func removeStale(of target: TargetPath) {
    let own = target.temporaryPrefix
    for name in FolderTree.names(in: target.folder) {
      guard let temporary = TemporaryName(name), temporary.isGone,
        name.hasPrefix(own) || !temporary.target.hasSuffix(".undo")
      else { continue }
      let path = target.sibling(name)
      guard !isOurs(path), isAbandoned(path) else { continue }
      if unsafe unlink(path) != 0, errno == EISDIR { FolderTree.remove(path) }
    }
  }

  /// What killed earlier runs left of this target: entries of ours named `.NAME.partial-PID-N` whose
  /// process is gone and whose lock nobody holds.
  static func stale(of target: TargetPath) -> [String] {
    let prefix = target.temporaryPrefix
    return FolderTree.names(in: target.folder).filter { name in
      name.hasPrefix(prefix) && TemporaryName(name)?.isGone == true
    }.map(target.sibling).filter { !isOurs($0) && isAbandoned($0) }
  }

  /// Whether this process made an entry, and still needs it.
  private static func isOurs(_ path: String) -> Bool {
    state.withLock { state in state.entries.values.contains { $0.path == path } }
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
