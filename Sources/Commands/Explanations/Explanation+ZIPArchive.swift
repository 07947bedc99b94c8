import Bytes
import Console
import ZIPArchive

extension Explanation {
  /// Why an archive was refused.
  init(_ error: ZIPArchiveError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .file(let error): self.init(error, context)
    case .notAnArchive(let path):
      self.init(
        "ZIP001", .inputRefused, path, "is no package: neither an archive nor a GeoPackage",
        fix: "Give an .mmpk, a .zip, a .gpkg or an unpacked folder that Fieldpack made.")
    case .cutShort(let path, let size):
      self.init(
        "ZIP009", .inputRefused, path,
        "was cut short: its \(NumberText.bytes(size)) begin as an archive and have no end",
        fix: Self.copyAgain)
    case .endRecordDamaged, .directoryDamaged, .overlappingEntries, .localHeaderDiffers,
      .dataOutside, .sizeMismatch, .checksumMismatch, .damagedData:
      self.init(
        "ZIP002", .inputRefused, subject, "the package is damaged: \(error)",
        fix: Self.copyAgain)
    case .severalDisks:
      self.init(
        "ZIP003", .inputRefused, subject, "\(error)",
        fix: "Collect all its parts and join them: zip -s 0 PARTS.zip --out WHOLE.zip.")
    case .duplicateName:
      self.init(
        "ZIP010", .inputRefused, subject,
        "\(error), upper and lower case not counted: which of them is meant cannot be told",
        fix: "Unpack it, keep one of the two files, and give the folder.")
    case .refusedName, .specialFile, .nameTooLong:
      self.init(
        "ZIP004", .inputRefused, subject, "\(error)",
        fix: "This package was not made by Fieldpack or was changed; do not unpack it.")
    case .encrypted:
      self.init(
        "ZIP005", .inputRefused, subject, "\(error)", fix: "Pack it again without a password.")
    case .unknownMethod:
      self.init(
        "ZIP006", .inputRefused, subject, "\(error)",
        fix: "Pack it again with the usual compression (deflate).")
    case .tooManyEntries, .directoryTooLarge, .entryTooLarge, .totalTooLarge, .ratioTooHigh:
      self.init(
        "ZIP007", .inputRefused, subject, "it is larger than a package may be: \(error)",
        fix: "Check where this file came from.")
    case .notStored:
      self.init(
        "ZIP008", .inputRefused, subject, "\(error)",
        fix: "Unpack the package to a folder and give the folder.")
    case .memberTooLarge, .memberOutOfOrder:
      self.init("BUG006", .bug, subject, "\(error)", fix: Self.reportFix)
    }
  }
}
