import Glibc

/// Renames finished temporaries to their final names.
enum Renaming {
  /// Renames atomically. Without `overwrite`, an entry that has appeared meanwhile is kept and
  /// `outputExists` is thrown. `shown` is the path for messages.
  static func move(
    _ source: String, to target: String, overwrite: Bool, as shown: String
  ) throws(BytesError) {
    if !overwrite {
      // Creating a second name (a hard link) fails if the target exists. A rename would replace it.
      if unsafe link(source, target) == 0 {
        _ = unsafe unlink(source)
        return
      }
      let code = errno
      if code == EEXIST { throw .outputExists(path: shown) }
      // Folders, and files on FAT, can't have two names. So check first, then rename.
      guard code == EPERM || code == ENOTSUP || code == ENOSYS || code == EMLINK else {
        throw SystemError.writing(shown, code)
      }
      var status = stat()
      if unsafe lstat(target, &status) == 0 { throw .outputExists(path: shown) }
    }
    if unsafe rename(source, target) != 0 { throw SystemError.writing(shown, errno) }
  }
}
