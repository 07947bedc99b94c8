import Glibc
import Synchronization

/// Registers the temporary files and folders of this process, so that an interruption can remove
/// them.
///
/// A path is registered before the file is created. It is forgotten after the file was renamed or
/// removed. An interruption keeps the lock, so no temporary can appear after its cleanup.
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

  /// Returns a number that is unique in this process.
  static func nextNumber() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next
    }
  }

  /// Registers a path that is about to be created. Returns a ticket for forgetting it.
  static func register(_ path: String, isFolder: Bool) -> Int {
    state.withLock { state in
      state.next += 1
      state.entries[state.next] = Entry(path: path, isFolder: isFolder)
      return state.next
    }
  }

  /// Forgets a path that is no longer temporary.
  static func forget(_ ticket: Int) {
    state.withLock { state in
      state.entries[ticket] = nil
    }
  }

  /// Runs `body` while no interruption can clean up.
  static func withoutInterruption<Result: Sendable>(_ body: () -> Result) -> Result {
    state.withLock { _ in body() }
  }

  /// Removes everything that is registered. Then runs `body` with the lock still held.
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

  /// Completes the commits of killed earlier runs in the folder of this target, and removes what else
  /// they left there, whatever their target was.
  ///
  /// - Throws: faults of the machine. A commit that was not completed is no state to go on from.
  static func cleanUp(beside target: TargetPath) throws(BytesError) {
    let names = try FolderTree.namesIfReadable(in: target.folder)
      .filter { TemporaryName($0) != nil }
    JointCommit.finishEarlier(in: target.folder, names: names)
    for name in names where TemporaryName(name)?.isGone == true {
      let path = target.sibling(name)
      guard !isOurs(path), isAbandoned(path) else { continue }
      FolderTree.removeAny(path)
    }
  }

  /// Whether this process made an entry and still needs it.
  private static func isOurs(_ path: String) -> Bool {
    state.withLock { state in state.entries.values.contains { $0.path == path } }
  }

  /// Whether an entry is a file or folder of ours that no run uses. The lock also covers a run in
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
