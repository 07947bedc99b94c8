import CLinux
import Glibc

/// Renames finished temporaries to their final names.
enum Renaming {
  /// `RENAME_EXCHANGE` of renameat2(2).
  private static let exchangeFlag: UInt32 = 2

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
      // Files on FAT can't have two names. So check first, then rename.
      guard code == EPERM || code == ENOTSUP || code == ENOSYS || code == EMLINK else {
        throw SystemError.writing(shown, code)
      }
      var status = stat()
      if unsafe lstat(target, &status) == 0 { throw .outputExists(path: shown) }
    }
    if unsafe rename(source, target) != 0 { throw SystemError.writing(shown, errno) }
  }

  /// Renames a folder. Throws `outputExists` if the target is a folder that isn't empty.
  static func moveFolder(_ source: String, to target: String, as shown: String) throws(BytesError) {
    guard unsafe rename(source, target) != 0 else { return }
    let code = errno
    throw [ENOTEMPTY, EEXIST, ENOTDIR].contains(code)
      ? .outputExists(path: shown) : SystemError.writing(shown, code)
  }

  /// Swaps the names of two entries of one folder in one step. Returns 0 or the `errno`: `EINVAL`
  /// or `ENOSYS` if the file system or the kernel can't.
  static func exchange(_ first: String, _ second: String) -> Int32 {
    unsafe renameat2(AT_FDCWD, first, AT_FDCWD, second, exchangeFlag) == 0 ? 0 : errno
  }
}
