import Glibc

/// Giving a finished temporary its name.
enum Renaming {
  /// Renames, atomically. Without `overwrite` an entry that appeared meanwhile is kept and
  /// `outputExists` thrown. `shown` is the path in messages.
  static func move(
    _ source: String, to target: String, overwrite: Bool, as shown: String
  ) throws(BytesError) {
    if !overwrite {
      // A second name fails where one exists already, which a rename would replace.
      if unsafe link(source, target) == 0 {
        _ = unsafe unlink(source)
        return
      }
      let code = errno
      if code == EEXIST { throw .outputExists(path: shown) }
      // Folders, and files on FAT, cannot have two names: look, then rename.
      guard code == EPERM || code == ENOTSUP || code == ENOSYS || code == EMLINK else {
        throw SystemError.writing(shown, code)
      }
      var status = stat()
      if unsafe lstat(target, &status) == 0 { throw .outputExists(path: shown) }
    }
    if unsafe rename(source, target) != 0 { throw SystemError.writing(shown, errno) }
  }
}
