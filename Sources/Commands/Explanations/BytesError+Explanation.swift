import Bytes
import Console

extension BytesError: ExplainedError {
  /// Explains what is wrong with a file or its bytes.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .truncated(let offset, let needed, let available):
      Explanation(
        .fileCutShort, about: subject,
        "ends too soon: \(Self.bytes(needed)) needed at byte \(offset), but only \(available) left",
        fix: UsualFix.copyAgain)
    case .badUTF8(let offset):
      Explanation(
        .fileNotUTF8, about: subject, "byte \(offset) is not UTF-8 text",
        fix: "Save the file as UTF-8.")
    case .badDeflate(let offset, _):
      Explanation(
        .fileCompressionDamaged, about: subject,
        "the compressed data is damaged near byte \(offset)", fix: UsualFix.copyAgain)
    case .inflatedTooLarge(let limit):
      Explanation(
        .fileTooLarge, about: subject,
        "holds more than \(Self.bytes(limit)), the most that is read",
        fix: "Check that it is the right file, or split its data into several files.")
    case .checksumMismatch:
      Explanation(
        .fileChecksumWrong, about: subject, "the content doesn't match its checksum",
        fix: UsualFix.copyAgain)
    case .fileNotFound(let path):
      Explanation(
        .fileNotFound, about: path, "no such file or folder",
        fix: "Check the spelling, and the folder you are in.")
    case .notReadable(let path, let errno) where isFromMachine:
      Explanation(
        .fileReadFailed, about: path, "can't be read now: \(Self.reason(errno))",
        fix: Self.fix(errno)
          ?? "Check that its disk or network is connected, and try again. The file may be sound.")
    case .notReadable(let path, let errno):
      Explanation(
        .fileNotReadable, about: path, "can't be read: \(Self.reason(errno))",
        fix: "Check the file's permissions, and that its disk is connected.")
    case .isFolder(let path) where path == context.output:
      Explanation(
        .fileOutputIsFolder, about: path, "a folder has the name of the output",
        fix: "Choose another name for the output.")
    case .isFolder(let path):
      Explanation(
        .fileIsFolder, about: path, "is a folder, but a file is needed",
        fix: "Name the file in the folder.")
    case .notRegular(let path) where path == context.output:
      Explanation(
        .fileOutputIsFolder, about: path, "a device or pipe has the name of the output",
        fix: "Choose another name for the output.")
    case .notAFolder(let path):
      Explanation(
        .fileExists, about: path, "is a file, but the output is a folder",
        fix: "Choose another name for the output.")
    case .notRegular(let path):
      Explanation(
        .fileNotRegular, about: path, "is a device or pipe, but a file is needed",
        fix: "Copy its content to a file.")
    case .fileTruncated(let path, let offset, let needed, let available):
      Explanation(
        .fileCutShort, about: path,
        "ends too soon: \(Self.bytes(needed)) needed at byte \(offset), but only \(available) left",
        fix: UsualFix.copyAgain)
    case .outputExists(let path):
      Explanation(
        .fileExists, about: path, "exists already",
        fix: "Choose another name, or replace it with --force.")
    case .cannotWrite(let path, let errno):
      Explanation(
        .fileNotWritable, about: path, "can't be written: \(Self.reason(errno))",
        fix: Self.fixOfWriting(errno)
          ?? "Check that the folder exists and that you may write to it.")
    case .noSpace(let path):
      Explanation(
        .fileNoRoom, about: path, "the disk is full, or your quota is used up",
        fix: "Make room, or write to another disk.")
    case .nameNotUTF8(let folder, let name):
      Explanation(
        .fileNameNotUTF8, about: folder, "the name of the file \(name) is not UTF-8",
        fix: "Rename it, for example with `convmv -f latin1 -t utf8 --notest`.")
    case .badRelativePath(let path):
      Explanation(
        .filePathUnsafe, about: path, "is not a path inside a package",
        fix: "Rename the file without \"..\" and without a slash at the start.")
    }
  }

  private static func bytes(_ count: Int) -> String {
    NumberText.plural(count, one: "byte", many: "bytes")
  }

  /// What a system error means, for those that users meet.
  private static func reason(_ errno: Int32) -> String {
    switch errno {
    case 1, 13: "permission denied"
    case 2: "the folder does not exist"
    case 5: "the disk or network reports an error"
    case 9: "it is closed"
    case 12: "there is too little memory"
    case 20: "a part of its path is a file, not a folder"
    case 22: "the file name is not valid"
    case 23: "too many files are open on this computer"
    case 24: "too many files are open"
    case 26: "a program is using it"
    case 27: "it would be larger than a file may be here"
    case 30: "the disk is read-only"
    case 36: "the name is too long"
    case 37: "nothing can be locked there"
    case 40: "its links lead in a circle"
    default: "system error \(errno)"
    }
  }

  /// What helps when a limit of the system is used up.
  private static func fix(_ errno: Int32) -> String? {
    switch errno {
    case 12, 23: "Close other programs, and try again."
    case 24: "Raise the limit, for example with `ulimit -n 1024`, and try again."
    case 27: "Raise the limit with `ulimit -f unlimited`, or write to another disk."
    default: nil
    }
  }

  private static func fixOfWriting(_ errno: Int32) -> String? {
    switch errno {
    case 5: "Check that its disk or network is connected, and try again."
    case 9: "Send the output to a file or to another program."
    case 30, 37: "Write to another disk."
    case 36: "Choose a shorter name."
    default: fix(errno)
    }
  }
}
