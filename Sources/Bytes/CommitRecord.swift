import Glibc

// .NAME.commit-PID-N beside the first output: the steps of a commit. It exists while the names are
// changed. After a kill, the next run reads it and does the rest. Every part ends with a NUL.
//
//   "FPCOMMIT1"
//   for each step: kind, "file" or "folder", inode of the entry that moves, absolute folder, name of
//     the output, name of its temporary, path inside the temporary, path inside the output
//   "end"
//
// In each other folder of the commit is a pointer with such a name: "FPCOMMIT1-AT", the absolute path
// of the record, "end". So a run in any of the folders finds the record before it takes the
// temporaries of the killed run for garbage.

/// The steps of a commit on disk, for the case that the process is killed between them.
struct CommitRecord: Sendable {
  private static let magic = "FPCOMMIT1"
  private static let pointerMagic = "FPCOMMIT1-AT"
  private static let end = "end"

  private let file: HeldFile
  private var pointers: [HeldFile] = []

  private init(_ file: HeldFile) { self.file = file }

  /// Writes the record and its pointers, and syncs them to disk.
  static func write(_ steps: [CommitStep], number: Int) throws(BytesError) -> CommitRecord? {
    guard let first = steps.first else { return nil }
    let ending = "\(getpid())-\(number)"
    func path(_ output: TargetPath) -> String { output.sibling(output.commitPrefix + ending) }
    var record = CommitRecord(try HeldFile(new: path(first.output), shown: first.shown))
    do throws(BytesError) {
      // First, because a record without its pointers would lose the outputs of other folders.
      let place = TargetPath.resolved(first.output.folder) ?? first.output.folder
      let own = TargetPath("\(place)/\(first.output.commitPrefix)\(ending)")?.path ?? ""
      var folders = [first.output.folder]
      for step in steps where !folders.contains(step.output.folder) {
        folders.append(step.output.folder)
        record.pointers.append(try HeldFile(new: path(step.output), shown: step.shown))
        try record.pointers.last?.write(
          [pointerMagic, own, end], in: step.output.folder, shown: step.shown)
      }
      try record.file.write(
        [magic] + steps.flatMap { RecordedStep($0)?.parts ?? [] } + [end],
        in: first.output.folder, shown: first.shown)
    } catch {
      record.remove()
      throw error
    }
    return record
  }

  /// Removes the record, then its pointers.
  func remove() {
    file.remove()
    for pointer in pointers { pointer.remove() }
  }

  /// Does the rest of the commits of killed runs that left a record in a folder, given the names in
  /// it. Returns the outputs that got their names.
  static func finishAll(in folder: String, names: [String]) -> [String] {
    var completed: [String] = []
    for name in names {
      guard let temporary = TemporaryName(name), temporary.kind == .commit, temporary.isGone,
        let file = HeldFile(left: folder == "/" ? "/" + name : folder + "/" + name)
      else { continue }
      // An interruption waits, as in the commit itself.
      completed += Temporaries.withoutInterruption { finish(file) }
    }
    return completed
  }

  /// Does the rest of the commit that a file belongs to, which is its record or a pointer to it.
  private static func finish(_ file: HeldFile) -> [String] {
    let parts = file.parts()
    guard parts?.first == pointerMagic else { return CommitRecord(file).finish() }
    defer { file.remove() }
    guard let parts, parts.count == 4, parts.suffix(2) == [end, ""],
      let place = TargetPath(parts[1]), let name = TemporaryName(place.name),
      name.kind == .commit, name.isGone, let record = HeldFile(left: place.path)
    else { return [] }
    return CommitRecord(record).finish()
  }

  /// Does the steps that are left, and removes the record with all that has a temporary name.
  private func finish() -> [String] {
    defer { remove() }
    guard let steps = steps() else { return [] }
    var completed: [String] = []
    for recorded in steps where recorded.isLeft {
      guard (try? recorded.step.perform()) != nil else { break }
      let output = recorded.step.output.path
      if !completed.contains(output) { completed.append(output) }
    }
    for step in steps.map(\.step) {
      FolderTree.removeAny(step.output.sibling(step.temporaryName))
    }
    removePointers(steps.map(\.step))
    return completed
  }

  /// Removes the pointers that the killed run left in the other folders.
  private func removePointers(_ steps: [CommitStep]) {
    for step in steps {
      let path = step.output.sibling(step.output.commitPrefix + file.ending)
      guard path != file.path, let pointer = HeldFile(left: path) else { continue }
      if pointer.parts()?.first == Self.pointerMagic { pointer.remove() } else { pointer.close() }
    }
  }

  /// The steps; nil if the record is incomplete or isn't ours.
  private func steps() -> [RecordedStep]? {
    let count = RecordedStep.partCount
    guard let parts = file.parts(), parts.count >= 3, parts.first == Self.magic,
      parts.suffix(2) == [Self.end, ""],
      (parts.count - 3) % count == 0
    else { return nil }
    var steps: [RecordedStep] = []
    for start in stride(from: 1, to: parts.count - 2, by: count) {
      guard let step = RecordedStep(parts: Array(parts[start..<start + count])) else { return nil }
      steps.append(step)
    }
    return steps
  }
}

/// A record or a pointer, locked while its run or the one that completes it is alive.
private struct HeldFile: Sendable {
  let path: String
  private let descriptor: FileDescriptor

  /// What the names of a record and its pointers have in common: `PID-N`.
  var ending: String { path.split(separator: "-").suffix(2).joined(separator: "-") }

  /// Creates a file of this run.
  ///
  /// - Throws: `cannotWrite`, `noSpace`.
  init(new path: String, shown: String) throws(BytesError) {
    let flags = O_RDWR | O_CREAT | O_EXCL
    guard let descriptor = FileDescriptor.open(path, flags: flags, mode: 0o600) else {
      throw SystemError.writing(shown, errno)
    }
    _ = flock(descriptor.number, LOCK_EX | LOCK_NB)
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Opens a file that a run left; nil if that run is alive, or if it isn't ours.
  init?(left path: String) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    guard let descriptor = FileDescriptor.open(path, flags: flags) else { return nil }
    guard let status = descriptor.status(), status.st_uid == geteuid(),
      status.st_mode & S_IFMT == S_IFREG, flock(descriptor.number, LOCK_EX | LOCK_NB) == 0
    else {
      descriptor.close()
      return nil
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Writes the parts, and syncs the file and its folder to disk.
  ///
  /// - Throws: `cannotWrite`, `noSpace`.
  func write(_ parts: [String], in folder: String, shown: String) throws(BytesError) {
    let text = Array(parts.map { $0 + "\0" }.joined().utf8)
    var code = descriptor.write(text.span, at: 0)
    if code == 0 { code = descriptor.synchronize() }
    if code == 0 { code = FolderTree.synchronize(folder) }
    if code != 0 { throw SystemError.writing(shown, code) }
  }

  /// The parts, and an empty text after the last one; nil if they can't be read.
  func parts() -> [String]? {
    guard let size = descriptor.status()?.st_size, size < 1 << 30 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard descriptor.read(at: 0, into: &bytes, 0..<bytes.count) == bytes.count else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func remove() {
    _ = unsafe unlink(path)
    close()
  }

  func close() { descriptor.close() }
}

/// A step in a record.
private struct RecordedStep {
  static let partCount = 8

  let step: CommitStep
  /// What the record says.
  let parts: [String]
  /// The inode of the entry that moves, which tells whether it has moved.
  private let inode: UInt64

  /// A step of this run. Nil if there is no entry to move.
  init?(_ step: CommitStep) {
    guard let inode = Self.inode(Self.moving(step)),
      let folder = TargetPath.resolved(step.output.folder)
    else { return nil }
    self.step = step
    self.inode = inode
    parts = [
      step.kind.rawValue, step.isFolder ? "folder" : "file", String(inode),
      folder, step.output.name, step.temporaryName, step.temporaryRest,
      step.rest,
    ]
  }

  /// A step of a record. Somebody may have unpacked a foreign record into a folder. So this is nil
  /// unless the step moves a temporary of a run that is gone to the name of its own output.
  init?(parts: [String]) {
    guard parts.count == Self.partCount, let kind = CommitStep.Kind(rawValue: parts[0]),
      ["file", "folder"].contains(parts[1]), let inode = UInt64(parts[2]), parts[3].hasPrefix("/"),
      !parts[4].contains("/"), let output = TargetPath("\(parts[3])/\(parts[4])"),
      let temporary = TemporaryName(parts[5]), temporary.kind == .output, temporary.isGone,
      parts[5].hasPrefix(output.temporaryPrefix), !parts[5].contains("/"),
      Self.staysInside(parts[6]), Self.staysInside(parts[7])
    else { return nil }
    step = CommitStep(
      kind: kind, isFolder: parts[1] == "folder", output: output, temporaryName: parts[5],
      temporaryRest: parts[6], rest: parts[7], shown: output.path + parts[7])
    self.inode = inode
    self.parts = parts
  }

  /// Whether the step was not performed. A file that was just linked has both names.
  var isLeft: Bool {
    guard Self.inode(Self.moving(step)) == inode else { return false }
    return step.kind == .remove || Self.inode(step.target) != inode
  }

  private static func moving(_ step: CommitStep) -> String {
    step.kind == .remove ? step.target : step.temporary
  }

  private static func inode(_ path: String) -> UInt64? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Whether a path is empty, or begins with a slash and stays in its folder.
  private static func staysInside(_ path: String) -> Bool {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.isEmpty
      || names.first == "" && !names.dropFirst().contains { ["", ".", ".."].contains($0) }
  }
}
