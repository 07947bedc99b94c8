import Bytes
import Console
import ZIPArchive

extension Explanation {
  /// Explains why an archive was refused.
  init(_ error: ZIPArchiveError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .file(let error): self.init(error, context)
    case .notAnArchive(let path):
      self.init(
        .packageNotOne, about: path, "is not a package: neither an archive nor a GeoPackage",
        fix: Self.namePackage)
    case .cutShort(let path, let size):
      self.init(
        .fileCutShort, about: path,
        "was cut short: it has the start of an archive, but not its end (\(NumberText.bytes(size)))",
        fix: Self.copyAgain)
    case .endRecordDamaged, .directoryDamaged, .overlappingEntries, .localHeaderDiffers,
      .dataOutside, .sizeMismatch, .checksumMismatch, .damagedData:
      self.init(
        .zipDamaged, about: subject, "the package is damaged: \(error)", fix: Self.copyAgain)
    case .severalDisks:
      self.init(
        .zipSplit, about: subject, "\(error)",
        fix: "Collect all parts and join them: zip -s 0 PARTS.zip --out WHOLE.zip.")
    case .duplicateName:
      self.init(
        .zipNameDuplicate, about: subject, "\(error) if upper and lower case are the same",
        fix: "Unpack it, delete one of the two files, and name the folder.")
    case .refusedName, .specialFile, .nameTooLong:
      self.init(
        .zipEntryUnsafe, about: subject, "\(error)",
        fix: "Don't unpack it. Fieldpack did not make this package, or someone changed it.")
    case .encrypted:
      self.init(
        .zipEncrypted, about: subject, "\(error)", fix: "Zip the files again without a password.")
    case .unknownMethod:
      self.init(
        .zipMethodUnsupported, about: subject, "\(error)",
        fix: "Zip the files again with the usual compression (deflate).")
    case .tooManyEntries, .directoryTooLarge, .entryTooLarge, .totalTooLarge, .ratioTooHigh:
      self.init(
        .zipTooLarge, about: subject, "is larger than a package may be: \(error)",
        fix: "Check where this file came from.")
    case .notStored:
      self.init(
        .zipEntryCompressed, about: subject, "\(error)",
        fix: "Unpack the package to a folder, and name the folder.")
    case .memberTooLarge, .memberOutOfOrder:
      self.init(.bugZIPWriting, about: subject, "\(error)", fix: Self.reportFix)
    }
  }

  static let namePackage =
    "Name an .mmpk, a .zip, a .gpkg or the folder of an unpacked package that Fieldpack made."
}
