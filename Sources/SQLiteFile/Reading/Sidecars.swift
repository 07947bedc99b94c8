// What may lie beside a database (SQLite File Format §3, §4):
//
//   NAME-journal   the pages as they were before a transaction that did not end
//   NAME-wal       the pages as they are after transactions that are not copied back yet
//
// Reading NAME alone would miss the newest rows, or see half of a transaction. libsqlite3 applies
// either without asking whose it is; here one that evidently belongs to another file is refused.

import Bytes

/// What lay beside a database and was read with it.
package enum SidecarState: Equatable, Sendable {
  /// Nothing that counts.
  case none
  /// A write-ahead log: frames of committed pages, and frames behind them that do not count
  /// because their transaction did not end or they are damaged.
  case wal(frames: Int, ignored: Int)
  /// A hot rollback journal: the pages that were given back the state before a transaction that
  /// did not end.
  case journal(pages: Int)
}

/// The pages of a database with its sidecar laid over them.
struct Sidecars {
  let pages: PageSource
  let header: DatabaseHeader
  let state: SidecarState
  /// Whether finished transactions are in a log and cannot be read from it.
  let hasBrokenLog: Bool

  /// The database in its newest committed state.
  ///
  /// - Parameter nameExists: whether the file that a journal names is still there.
  /// - Throws: `SQLiteFileError.notADatabase`, `.badHeader`, `.fileTooShort`,
  ///   `.sidecarOfAnother`, `.unknownLogVersion`, `.file`.
  init(
    _ region: FileRegion, wal: FileRegion?, journal: FileRegion?, nameExists: (String) -> Bool
  ) throws(SQLiteFileError) {
    let start = try Self.start(of: region)
    let own = Result { () throws(SQLiteFileError) in
      try DatabaseHeader(parsing: start.span, path: region.path)
    }
    var log: WriteAheadLog?
    var undo: RollbackJournal?
    var isBroken = false
    // SQLite looks at no sidecar of an empty file.
    if region.count > 0 {
      if let wal {
        log = try WriteAheadLog(wal)
        if let log { isBroken = log.isBroken } else { isBroken = try WriteAheadLog.isDamaged(wal) }
      }
      if let journal {
        undo = try RollbackJournal(
          journal, pageSizeOtherwise: (try? own.get())?.pageSize ?? 4_096, nameExists: nameExists)
      }
    }
    hasBrokenLog = isBroken
    if let log, log.committed > 0 {
      // SQLite never keeps both; one of them came from elsewhere.
      guard undo == nil else {
        throw .sidecarOfAnother(path: log.overlay.region.path, .otherSidecar)
      }
      (pages, header) = try Sidecar(log).laid(over: region, own)
      state = .wal(frames: log.committed, ignored: log.ignored)
    } else if let undo {
      (pages, header) = try Sidecar(undo).laid(over: region, own)
      state = .journal(pages: undo.overlay.offsets.count)
    } else {
      header = try own.get()
      let held = region.count / header.pageSize
      pages = try PageSource(region, overlay: nil, header, held: held)
      state = Self.unread(wal, log: log, header: header)
    }
  }

  /// The state where no frame counts: frames that are there nevertheless are told.
  private static func unread(
    _ wal: FileRegion?, log: WriteAheadLog?, header: DatabaseHeader
  ) -> SidecarState {
    // The header of a log that is none says nothing; its length tells of frames.
    let ignored = log?.ignored ?? max(0, (wal?.count ?? 0) - 32) / (24 + header.pageSize)
    return ignored > 0 ? .wal(frames: 0, ignored: ignored) : .none
  }

  private static func start(of region: FileRegion) throws(SQLiteFileError) -> [UInt8] {
    var start: [UInt8] = []
    try region.readBytes(at: 0, count: min(region.count, DatabaseHeader.length), into: &start)
    return start
  }

  /// A sidecar by its path; a missing file is the usual case.
  ///
  /// - Throws: `SQLiteFileError.file` where something is there and cannot be read.
  static func open(_ path: String) throws(SQLiteFileError) -> FileRegion? {
    do {
      return FileRegion(try InputFile(path: path))
    } catch .fileNotFound {
      return nil
    } catch {
      throw .file(error)
    }
  }
}
