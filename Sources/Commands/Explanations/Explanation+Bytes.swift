import Bytes
import Console

extension Explanation {
  /// Explains what is wrong with a file or its bytes.
  init(_ error: BytesError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .truncated(let offset, let needed, let available):
      self.init(
        .fileCutShort, about: subject,
        "ends too soon: \(Self.bytes(needed)) needed at byte \(offset), but only \(available) left",
        fix: Self.copyAgain)
    case .badUTF8(let offset):
      self.init(
        .fileNotUTF8, about: subject, "byte \(offset) is not UTF-8 text",
        fix: "Save the file as UTF-8.")
    case .badDeflate(let offset, _):
      self.init(
        .fileCompressionDamaged, about: subject,
        "the compressed data is damaged near byte \(offset)", fix: Self.copyAgain)
    case .inflatedTooLarge(let limit):
      self.init(
        .fileTooLarge, about: subject, "has more than \(Self.bytes(limit)) when unpacked",
        fix: "Split the data into several files.")
    case .checksumMismatch:
      self.init(
        .fileChecksumWrong, about: subject, "the content doesn't match its checksum",
        fix: Self.copyAgain)
    case .fileNotFound(let path):
      self.init(
        .fileNotFound, about: path, "no such file or folder",
        fix: "Check the spelling, and the folder you are in.")
    case .notReadable(let path, let errno):
      self.init(
        .fileNotReadable, about: path, "can't be read: \(Self.reason(errno))",
        fix: "Check the file's permissions, and that its disk is connected.")
    case .isFolder(let path) where path == context.output:
      self.init(
        .fileOutputIsFolder, about: path, "a folder has the name of the output",
        fix: "Choose another name for the output.")
    case .isFolder(let path):
      self.init(
        .fileIsFolder, about: path, "is a folder, but a file is needed",
        fix: "Name the file in the folder.")
    case .notRegular(let path) where path == context.output:
      self.init(
        .fileOutputIsFolder, about: path, "a device or pipe has the name of the output",
        fix: "Choose another name for the output.")
    case .notRegular(let path):
      self.init(
        .fileNotRegular, about: path, "is a device or pipe, but a file is needed",
        fix: "Copy its content to a file.")
    case .fileTruncated(let path, let offset, let needed, let available):
      self.init(
        .fileCutShort, about: path,
        "ends too soon: \(Self.bytes(needed)) needed at byte \(offset), but only \(available) left",
        fix: Self.copyAgain)
    case .outputExists(let path):
      self.init(
        .fileExists, about: path, "exists already",
        fix: "Choose another name, or replace it with --force.")
    case .cannotWrite(let path, let errno):
      self.init(
        .fileNotWritable, about: path, "can't be written: \(Self.reason(errno))",
        fix: "Check that the folder exists and that you may write to it.")
    case .noSpace(let path):
      self.init(
        .fileNoRoom, about: path, "the disk is full, or your quota is used up",
        fix: "Make room, or write to another disk.")
    case .badRelativePath(let path):
      self.init(
        .filePathUnsafe, about: path, "is not a path inside a package",
        fix: "Rename the file without \"..\" and without a slash at the start.")
    }
  }

  static let copyAgain = "Copy or export the file again. The transfer may have been cut short."

  private static func bytes(_ count: Int) -> String {
    NumberText.plural(count, one: "byte", many: "bytes")
  }

  /// What a system error means, for those that users meet.
  private static func reason(_ errno: Int32) -> String {
    switch errno {
    case 1, 13: "permission denied"
    case 2: "its folder does not exist"
    case 5: "the disk or network reports an error"
    case 9: "it is closed"
    case 20: "a part of its path is a file, not a folder"
    case 22: "the file name is not valid"
    case 24: "too many files are open"
    case 26: "a program is using it"
    case 30: "the disk is read-only"
    case 36: "the name is too long"
    case 40: "its links lead in a circle"
    default: "system error \(errno)"
    }
  }
}
