// Files that can be beside a database (SQLite File Format §3, §4):
//
//   NAME-journal   the pages as they were before an unfinished transaction
//   NAME-wal       the pages after committed transactions that are not copied back yet
//
// Reading NAME alone would miss the newest rows, or show half of a transaction. libsqlite3 applies
// either without checking its origin; this module refuses one that clearly belongs to another
// database.

import Bytes

/// What was found beside a database and read with it.
package enum SidecarState: Equatable, Sendable {
  /// No sidecar, or none that is used.
  case none
  /// A write-ahead log: frames of committed pages, and ignored frames after them. Those belong to
  /// an unfinished transaction or are damaged.
  case wal(frames: Int, ignored: Int)
  /// A hot rollback journal: the number of pages restored to the state before an unfinished
  /// transaction.
  case journal(pages: Int)
}

/// The pages of a database, with those of its sidecar over them.
struct Sidecars {
  let pages: PageSource
  let header: DatabaseHeader
  let state: SidecarState
  /// Whether a log has finished transactions that cannot be read.
  let hasBrokenLog: Bool

  /// Reads the database in its newest committed state.
  ///
  /// - Parameter nameExists: whether the file that a journal names still exists.
  /// - Throws: `SQLiteFileError.notADatabase`, `.badHeader`, `.fileTooShort`, `.sidecarOfAnother`,
  ///   `.unknownLogVersion`, `.file`.
  init(
    _ region: FileRegion, wal: FileRegion?, journal: FileRegion?,
    nameExists: (String) throws(SQLiteFileError) -> Bool
  ) throws(SQLiteFileError) {
    let start = try Self.start(of: region)
    let own = Result { () throws(SQLiteFileError) in
      try DatabaseHeader(parsing: start.span, path: region.path)
    }
    var log: WriteAheadLog?
    var undo: RollbackJournal?
    var isBroken = false
    // SQLite ignores sidecars of an empty file.
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
      // SQLite never keeps both, so one of them came from elsewhere.
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

  /// The state if no frame is used. Frames that exist anyway are counted as ignored.
  private static func unread(
    _ wal: FileRegion?, log: WriteAheadLog?, header: DatabaseHeader
  ) -> SidecarState {
    // An invalid log header says nothing, but the file size gives the number of frames.
    let ignored = log?.ignored ?? max(0, (wal?.count ?? 0) - 32) / (24 + header.pageSize)
    return ignored > 0 ? .wal(frames: 0, ignored: ignored) : .none
  }

  private static func start(of region: FileRegion) throws(SQLiteFileError) -> [UInt8] {
    var start: [UInt8] = []
    try region.readBytes(at: 0, count: min(region.count, DatabaseHeader.length), into: &start)
    return start
  }

  /// Opens a sidecar by its path. Usually the file does not exist.
  ///
  /// - Throws: `SQLiteFileError.file` if the file exists but cannot be read.
  static func open(_ path: String) throws(SQLiteFileError) -> FileRegion? {
    try reading { () throws(BytesError) in try InputFile.ifThere(path).map { FileRegion($0) } }
  }

  /// Whether there is a file of a name that a journal has. As in SQLite, there is none where this
  /// user may not look.
  ///
  /// - Throws: `SQLiteFileError.file` for faults of the machine.
  static func exists(_ path: String) throws(SQLiteFileError) -> Bool {
    try reading { () throws(BytesError) in
      do throws(BytesError) {
        return try PathKind(of: path) != nil
      } catch {
        guard !error.isFromMachine else { throw error }
        return false
      }
    }
  }

  private static func reading<Result>(
    _ work: () throws(BytesError) -> Result
  ) throws(SQLiteFileError) -> Result {
    do { return try work() } catch { throw .file(error) }
  }
}
