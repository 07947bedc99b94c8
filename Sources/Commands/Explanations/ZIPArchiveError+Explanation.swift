import Bytes
import Console
import ZIPArchive

extension ZIPArchiveError: ExplainedError {
  /// Explains why an archive was refused.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .notAnArchive(let path):
      Explanation(
        .packageNotOne, about: path, "is not a package: neither an archive nor a GeoPackage",
        fix: UsualFix.namePackage)
    case .cutShort(let path, let size):
      Explanation(
        .fileCutShort, about: path,
        "was cut short: it has the start of an archive, but not its end (\(NumberText.bytes(size)))",
        fix: UsualFix.copyAgain)
    case .endRecordDamaged, .directoryDamaged, .overlappingEntries, .localHeaderDiffers,
      .dataOutside, .sizeMismatch, .checksumMismatch, .damagedData:
      Explanation(
        .zipDamaged, about: subject, "the package is damaged: \(self)", fix: UsualFix.copyAgain)
    case .severalDisks:
      Explanation(
        .zipSplit, about: subject, "\(self)",
        fix: "Collect all parts and join them: zip -s 0 PARTS.zip --out WHOLE.zip.")
    case .duplicateName:
      Explanation(
        .zipNameDuplicate, about: subject, "\(self) if upper and lower case are the same",
        fix: "Unpack it, delete one of the two files, and name the folder.")
    case .refusedName, .specialFile, .nameTooLong:
      Explanation(
        .zipEntryUnsafe, about: subject, "\(self)",
        fix: "Don't unpack it. Fieldpack did not make this package, or someone changed it.")
    case .encrypted:
      Explanation(
        .zipEncrypted, about: subject, "\(self)", fix: "Zip the files again without a password.")
    case .unknownMethod:
      Explanation(
        .zipMethodUnsupported, about: subject, "\(self)",
        fix: "Zip the files again with the usual compression (deflate).")
    case .tooManyEntries, .directoryTooLarge, .entryTooLarge, .totalTooLarge, .ratioTooHigh:
      Explanation(
        .zipTooLarge, about: subject, "is larger than a package may be: \(self)",
        fix: "Check where this file came from.")
    case .notStored:
      Explanation(
        .zipEntryCompressed, about: subject, "\(self)",
        fix: "Unpack the package to a folder, and name the folder.")
    case .memberTooLarge, .memberOutOfOrder:
      Explanation(.bugZIPWriting, about: subject, "\(self)", fix: UsualFix.report)
    }
  }
}
