import Glibc

/// A change of one name as part of a commit. It can be reversed until the commit is complete.
///
/// Where an old entry is replaced or removed, it has the temporary path afterwards.
struct CommitStep: Sendable {
  /// What happens to the target.
  enum Kind: String, Sendable, CaseIterable {
    /// It must not exist, and the temporary becomes it.
    case create
    /// The temporary becomes it, whether it exists or not.
    case replace
    /// It becomes the temporary, if it exists.
    case remove
  }

  /// How to go back to the names from before a step.
  enum Reversal: Sendable {
    /// There is no way back, or nothing to do.
    case none
    /// The target gets the temporary path again.
    case toTemporary
    /// The temporary gets the target's path again.
    case toTarget
    /// Both swap their names again.
    case exchange
  }

  let kind: Kind
  /// Whether the temporary is a folder.
  var isFolder = false
  /// The output that the step belongs to.
  let output: TargetPath
  /// The name of the output's temporary, which is in the same folder.
  let temporaryName: String
  /// The path inside the temporary, with a slash before it; empty for the temporary itself.
  var temporaryRest = ""
  /// The path inside the output, with a slash before it; empty for the output itself.
  var rest = ""
  /// The target for messages.
  let shown: String

  /// The temporary path.
  var temporary: String { output.sibling(temporaryName) + temporaryRest }
  /// The path whose entry changes.
  var target: String { output.path + rest }

  /// Whether there is nothing to do: no file to remove.
  var isIdle: Bool {
    var status = stat()
    return unsafe kind == .remove && lstat(target, &status) != 0 && SystemError.isAbsence(errno)
  }

  /// Changes the names. If this throws, they are unchanged.
  func perform() throws(BytesError) -> Reversal {
    switch kind {
    case .create:
      if isFolder {
        try Renaming.moveFolder(temporary, to: target, as: shown)
      } else {
        try Renaming.move(temporary, to: target, overwrite: false, as: shown)
      }
      return .toTemporary
    case .replace: return try replace()
    case .remove:
      if unsafe rename(target, temporary) == 0 { return .toTarget }
      guard errno == ENOENT else { throw SystemError.writing(shown, errno) }
      return .none
    }
  }

  /// Makes the temporary the target when nothing else depends on it: the old file is not kept.
  func performAlone() throws(BytesError) {
    guard kind == .replace, !isFolder else {
      _ = try perform()
      return
    }
    try Renaming.move(temporary, to: target, overwrite: true, as: shown)
  }

  /// Goes back to the names from before ``perform()``, as far as the system lets us.
  func reverse(_ reversal: Reversal) {
    switch reversal {
    case .none: break
    case .toTemporary: _ = unsafe rename(target, temporary)
    case .toTarget: _ = unsafe rename(temporary, target)
    case .exchange: _ = Renaming.exchange(temporary, target)
    }
  }

  private func replace() throws(BytesError) -> Reversal {
    var status = stat()
    if unsafe lstat(target, &status) == 0 {
      let isOldFolder = status.st_mode & S_IFMT == S_IFDIR
      guard isOldFolder == isFolder else {
        throw isFolder ? .notAFolder(path: shown) : .isFolder(path: shown)
      }
    }
    let code = Renaming.exchange(temporary, target)
    switch code {
    case 0: return .exchange
    case ENOENT:
      if unsafe rename(temporary, target) == 0 { return .toTemporary }
      throw SystemError.writing(shown, errno)
    case EINVAL, ENOSYS, ENOTSUP, EPERM:
      if isFolder { return try replaceFolderInTwoSteps() }
      try Renaming.move(temporary, to: target, overwrite: true, as: shown)
      return .none
    case let code: throw SystemError.writing(shown, code)
    }
  }

  /// Moves the old folder aside and the new one to its name, where a file system can't exchange
  /// them. If the process is killed between the two, ``CommitRecord`` lets the next run go on.
  private func replaceFolderInTwoSteps() throws(BytesError) -> Reversal {
    // The name of a temporary, too. No run counts that far.
    let aside = temporary + "000000000"
    let isOldMoved = unsafe rename(target, aside) == 0
    guard isOldMoved || errno == ENOENT else { throw SystemError.writing(shown, errno) }
    guard unsafe rename(temporary, target) == 0 else {
      let code = errno
      if isOldMoved { _ = unsafe rename(aside, target) }
      throw SystemError.writing(shown, code)
    }
    _ = unsafe rename(aside, temporary)
    return .none
  }
}
