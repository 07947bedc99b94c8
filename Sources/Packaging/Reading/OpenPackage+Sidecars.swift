import Bytes
import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// What is to be told of the store's `-wal` and `-journal`: that they were read, or that one
  /// seems to be missing, and with it the newest rows.
  ///
  /// - Throws: `PackagingError.file`; `.reading` where the store is damaged.
  package func sidecarFindings() throws(PackagingError) -> [Finding] {
    switch sidecar {
    case .wal(let frames, let ignored): return [logFinding(frames, ignored)]
    case .journal(let pages):
      return [
        Finding(
          .journalRolledBack, subject: storePath + "-journal",
          "The last change of the store was not finished; it was taken back.", count: pages)
      ]
    case .none: return try missingLog().map { [$0] } ?? []
    }
  }

  private func logFinding(_ frames: Int, _ ignored: Int) -> Finding {
    let rest =
      ignored > 0
      ? " \(NumberText.plural(ignored, one: "page", many: "pages")) behind them belong to a change that was "
        + "not finished." : ""
    guard frames > 0 else {
      return Finding(
        .logRead, subject: storePath + "-wal", "It holds no finished change." + rest)
    }
    return Finding(
      .logRead, subject: storePath + "-wal",
      "The newest edits were read from the file beside the store." + rest, count: frames)
  }

  /// A store in WAL mode without its log was perhaps copied while the app had it open. It may also
  /// have been closed in order; what else is there decides how much it weighs.
  private func missingLog() throws(PackagingError) -> Finding? {
    guard isInWALMode, try members.size(of: storePath + "-wal") == nil else { return nil }
    let message = "The store was in use, and the file with its newest edits did not come along"
    if try members.size(of: storePath + "-shm") != nil {
      return Finding(
        .logMissing, subject: storePath + "-wal", message + ": its companion -shm did.")
    }
    let strays = try looseFilesWithoutRow()
    guard strays.isEmpty else {
      return Finding(
        .logMissing, subject: storePath + "-wal", message + ": photos came that no row names.",
        count: strays.count, samples: strays.map(\.path))
    }
    return Finding(
      .logMissing, .information, subject: storePath + "-wal",
      "The store is in the mode in which newest edits lie in a file beside it; there is none, as "
        + "after an app closed it in order.")
  }

  /// Whether the header says that changes go to a log first (File Format §1.3, byte 19).
  private var isInWALMode: Bool {
    let versions = try? store.database.region.read(at: 18, count: 2)
    return versions == [2, 2]
  }
}
