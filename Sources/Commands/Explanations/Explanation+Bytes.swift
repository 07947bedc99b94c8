import Bytes
import Console

extension Explanation {
  /// What is wrong with a file or with bytes of it.
  init(_ error: BytesError, _ context: ErrorContext) {
    switch error {
    case .fileNotFound, .notReadable, .isFolder, .notRegular, .fileTruncated:
      self.init(input: error, context)
    case .outputExists, .cannotWrite, .noSpace, .badRelativePath:
      self.init(output: error)
    case .truncated(let offset, let needed, let available):
      self.init(
        "FILE006", .inputRefused, context.subject,
        "it ends too soon: \(needed) bytes needed at byte \(offset), \(available) left",
        fix: Self.copyAgain)
    case .badUTF8(let offset):
      self.init(
        "FILE007", .inputRefused, context.subject, "byte \(offset) is not UTF-8 text",
        fix: "Save the file as UTF-8.")
    case .badDeflate(let offset, _):
      self.init(
        "FILE008", .inputRefused, context.subject,
        "its compressed data is damaged near byte \(offset)", fix: Self.copyAgain)
    case .inflatedTooLarge(let limit):
      self.init(
        "FILE009", .inputRefused, context.subject,
        "it holds more than \(limit) bytes when unpacked", fix: "Split the data into several files."
      )
    case .checksumMismatch:
      self.init(
        "FILE010", .inputRefused, context.subject, "its content does not match its checksum",
        fix: Self.copyAgain)
    }
  }

  static let copyAgain = "Copy or export the file again; the transfer may have been cut short."

  private init(input error: BytesError, _ context: ErrorContext) {
    switch error {
    case .fileNotFound(let path):
      self.init(
        "FILE001", .inputMissing, path, "there is no such file or folder",
        fix: "Check the spelling and the folder you are in.")
    case .notReadable(let path, let errno):
      self.init(
        "FILE002", .inputRefused, path, "cannot be read: \(Self.reason(errno))",
        fix: "Check who may read it, and that its disk is there.")
    case .isFolder(let path) where path == context.output:
      self.init(
        "FILE013", .outputFailed, path, "a folder has the name of the output",
        fix: "Give the output another name.")
    case .isFolder(let path):
      self.init(
        "FILE003", .inputRefused, path, "is a folder where a file is needed",
        fix: "Name the file in it.")
    case .notRegular(let path) where path == context.output:
      self.init(
        "FILE013", .outputFailed, path, "the output's name belongs to something that is no file",
        fix: "Give the output another name.")
    case .notRegular(let path):
      self.init(
        "FILE004", .inputRefused, path, "is no regular file", fix: "Copy its content to a file.")
    case .fileTruncated(let path, let offset, let needed, let available):
      self.init(
        "FILE005", .inputRefused, path,
        "it ends too soon: \(needed) bytes needed at byte \(offset), \(available) there",
        fix: Self.copyAgain)
    default:
      self.init(output: error)
    }
  }

  private init(output error: BytesError) {
    switch error {
    case .outputExists(let path):
      self.init(
        "FILE011", .outputFailed, path, "exists already",
        fix: "Give another name, or --force to replace it.")
    case .cannotWrite(let path, let errno):
      self.init(
        "FILE012", .outputFailed, path, "cannot be written: \(Self.reason(errno))",
        fix: "Check that its folder exists and that you may write there.")
    case .noSpace(let path):
      self.init(
        "FILE014", .noRoom, path, "the disk or your share of it is full",
        fix: "Make room, or write to another disk.")
    case .badRelativePath(let path):
      self.init(
        "FILE015", .inputRefused, path, "is no path inside a package",
        fix: "Rename the file without \"..\" or a slash at its start.")
    default:
      self.init(
        "BUG002", .bug, "fieldpack", "a file error was told in the wrong place", fix: Self.reportFix
      )
    }
  }

  /// The reasons of the system that people meet.
  private static func reason(_ errno: Int32) -> String {
    switch errno {
    case 1, 13: "permission denied"
    case 2: "its folder does not exist"
    case 5: "the disk or network reports an error"
    case 9: "it is closed"
    case 20: "a part of its path is a file, not a folder"
    case 22: "this is no file name"
    case 24: "too many files are open"
    case 26: "a program is using it"
    case 30: "its disk can only be read"
    case 36: "its name is too long"
    case 40: "its links lead in a circle"
    default: "system error \(errno)"
    }
  }
}
