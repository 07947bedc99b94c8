import Bytes
import GeoPackage
import Records
import SQLiteFile

/// Looks for the newest edits of a store, which may be in a log beside it.
package struct LogCheck {
  private let package: OpenPackage

  /// A check of the logs of a package.
  package init(_ package: OpenPackage) { self.package = package }

  private var storePath: String { package.storePath }

  /// Findings about the store's `-wal` and `-journal`: that they were read, or that one seems to be
  /// missing with the newest records.
  ///
  /// - Throws: `BytesError`; `LocatedError` if the store is damaged.
  package func findings() throws -> [Finding] {
    switch package.sidecar {
    case .wal(let frames, let ignored): return [logFinding(frames: frames, ignored: ignored)]
    case .journal(let pages):
      return [
        Finding(
          .journalRolledBack, subject: storePath + "-journal",
          "The app's last change was unfinished, so Fieldpack rolled back "
            + NumberText.plural(pages, one: "page", many: "pages") + " of the store.", count: pages)
      ]
    case .none: return try missingLog().map { [$0] } ?? []
    }
  }

  private func logFinding(frames: Int, ignored: Int) -> Finding {
    let rest =
      ignored > 0
      ? " Fieldpack ignored "
        + NumberText.plural(ignored, one: "page", many: "pages") + " of an unfinished change." : ""
    guard frames > 0 else {
      return Finding(
        .logRead, subject: storePath + "-wal", "The file has no finished change." + rest)
    }
    return Finding(
      .logRead, subject: storePath + "-wal",
      "The newest edits were read from the file beside the store ("
        + NumberText.plural(frames, one: "page", many: "pages") + ")." + rest, count: frames)
  }

  /// Reports a store in WAL mode without its log. It may have been copied while the app had it
  /// open, or closed normally. Other files decide which is more likely.
  private func missingLog() throws -> Finding? {
    guard try isInWALMode(), try package.members.size(of: storePath + "-wal") == nil else {
      return nil
    }
    let message = "The file with the newest edits is missing, and the store was in use"
    if try package.members.size(of: storePath + "-shm") != nil {
      return Finding(
        .logMissing, subject: storePath + "-wal", message + ": its -shm file is here.")
    }
    let strays = try package.looseFilesWithoutRow()
    guard strays.isEmpty else {
      return Finding(
        .logMissing, subject: storePath + "-wal",
        message + ": "
          + NumberText.plural(strays.count, one: "file belongs", many: "files belong")
          + " to no record.",
        count: strays.count, samples: strays.map(\.path))
    }
    return Finding(
      .logMissing, .information, subject: storePath + "-wal",
      "The store keeps its newest edits in a separate file, which is missing. This is normal after "
        + "an app has closed the store.")
  }

  /// Whether the header says that changes go to a log first (File Format §1.3, byte 19).
  private func isInWALMode() throws -> Bool {
    try package.store.database.region.read(at: 18, count: 2) == [2, 2]
  }
}
