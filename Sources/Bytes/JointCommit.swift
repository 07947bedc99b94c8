import Glibc
import Synchronization

/// Gives all outputs of a command their names together: all of them or none.
///
/// Each output is added when it is complete. ``run()`` changes the names, and no interruption can
/// come between the changes. If one of them fails, the others are reversed. If the process is
/// killed between them, a record of the changes remains, and the next run completes them: see
/// ``finishEarlier(beside:)``.
///
/// Without ``run()``, the outputs are removed.
package final class JointCommit {
  /// A file or folder with a temporary name.
  struct Temporary {
    let path: String
    let isFolder: Bool
    let ticket: Int
    /// Holds the lock that shows other runs that this one is alive.
    let descriptor: FileDescriptor
  }

  private var temporaries: [Temporary] = []
  private var steps: [CommitStep] = []
  /// Folders to remove if the steps left them empty, each before those above it.
  private var emptied: [String] = []
  private static let finished = Mutex<[String]>([])

  /// A commit without outputs.
  package init() {}

  deinit { release() }

  /// Adds an output and takes over its temporary.
  func add(_ temporary: Temporary, _ steps: [CommitStep], emptied: [String] = []) {
    temporaries.append(temporary)
    self.steps += steps
    self.emptied += emptied
  }

  /// Removes a file with the commit. It is no error if the file doesn't exist.
  ///
  /// - Throws: `cannotWrite` if the path can't be that of a file.
  package func remove(_ path: String) throws(BytesError) {
    guard let target = TargetPath(path) else { throw .cannotWrite(path: path, errno: EINVAL) }
    let name = "\(target.temporaryPrefix)\(getpid())-\(Temporaries.nextNumber())"
    steps.append(
      CommitStep(
        kind: .remove, output: target, temporaryName: name, shown: path))
  }

  /// Gives the outputs their names. If this throws before it syncs the folders to disk, nothing has
  /// changed under these names.
  package func run() throws(BytesError) {
    let number = Temporaries.nextNumber()
    let steps = steps.filter { !$0.isIdle }
    let failure = Temporaries.withoutInterruption { () -> BytesError? in
      do throws(BytesError) {
        try Self.perform(steps, number: number)
        for step in steps where step.kind == .remove { _ = unsafe unlink(step.temporary) }
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
    for folder in emptied { _ = unsafe rmdir(folder) }
    release()
    for folder in Self.folders(of: steps) {
      let code = FolderTree.synchronize(folder)
      if code != 0 { throw SystemError.writing(steps.first?.shown ?? folder, code) }
    }
  }

  /// Completes what killed runs began to put beside the path. Call it before you look at an output.
  /// Outputs call it themselves.
  ///
  /// - Throws: faults of the machine.
  package static func finishEarlier(beside path: String) throws(BytesError) {
    guard let target = TargetPath(path) else { return }
    let names = try FolderTree.namesIfReadable(in: target.folder)
    finishEarlier(in: target.folder, names: names)
  }

  /// Completes what killed runs began in a folder with these names in it.
  static func finishEarlier(in folder: String, names: [String]) {
    let completed = CommitRecord.finishAll(in: folder, names: names)
    if !completed.isEmpty { finished.withLock { $0 += completed } }
  }

  /// Returns the outputs of earlier runs that this run completed, and forgets them.
  package static func takeFinished() -> [String] {
    finished.withLock { finished in
      defer { finished = [] }
      return finished
    }
  }

  private static func perform(_ steps: [CommitStep], number: Int) throws(BytesError) {
    guard steps.count > 1 || steps.contains(where: { $0.kind == .replace && $0.isFolder }) else {
      try steps.first?.performAlone()
      return
    }
    let record = try CommitRecord.write(steps, number: number)
    defer { record?.remove() }
    var done: [(step: CommitStep, reversal: CommitStep.Reversal)] = []
    for step in steps {
      do throws(BytesError) {
        done.append((step, try step.perform()))
      } catch {
        for (step, reversal) in done.reversed() { step.reverse(reversal) }
        throw error
      }
    }
  }

  /// Removes what has a temporary name: the old entries after a commit, the new ones without.
  private func release() {
    for temporary in temporaries {
      if temporary.isFolder {
        FolderTree.remove(temporary.path)
      } else {
        _ = unsafe unlink(temporary.path)
      }
      temporary.descriptor.close()
      Temporaries.forget(temporary.ticket)
    }
    temporaries = []
  }

  /// The folders of the targets, each once.
  private static func folders(of steps: [CommitStep]) -> [String] {
    var folders: [String] = []
    for step in steps {
      let folder = step.rest.isEmpty ? step.output.folder : step.output.path
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }
}
