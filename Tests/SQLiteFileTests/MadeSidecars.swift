import Bytes

/// A write-ahead log built by the test.
struct MadeLog {
  var pageSize = 512
  var version: UInt32 = 3_007_000
  var isBigEndian = false
  var salt: UInt64 = 0x1234_5678_9abc_def0
  /// Pages, with the size of the database if a transaction ends.
  var frames: [(page: UInt32, commits: UInt32, bytes: ArraySlice<UInt8>)] = []

  /// Adds the pages of a whole database as one transaction.
  mutating func commit(_ database: [UInt8], from first: Int = 0) {
    append(database, from: first)
    frames[frames.count - 1].commits = UInt32(database.count / pageSize)
  }

  /// Adds the pages of a database without a commit.
  mutating func append(_ database: [UInt8], from first: Int = 0) {
    for page in first..<database.count / pageSize {
      let range = page * pageSize..<(page + 1) * pageSize
      frames.append((UInt32(page + 1), 0, database[range]))
    }
  }

  var bytes: [UInt8] {
    var log: [UInt8] = []
    var sums: (UInt32, UInt32) = (0, 0)
    func add(_ bytes: [UInt8]) {
      for at in stride(from: 0, to: bytes.count, by: 8) {
        let span = bytes.span
        let words =
          isBigEndian
          ? (span.bigEndianUInt32(at: at), span.bigEndianUInt32(at: at + 4))
          : (span.littleEndianUInt32(at: at), span.littleEndianUInt32(at: at + 4))
        sums.0 &+= words.0 &+ sums.1
        sums.1 &+= words.1 &+ sums.0
      }
    }
    log.append(bigEndian: UInt32(isBigEndian ? 0x377f_0683 : 0x377f_0682))
    for number in [version, UInt32(pageSize), 0] { log.append(bigEndian: number) }
    log.append(bigEndian: salt)
    add(log)
    log.append(bigEndian: sums.0)
    log.append(bigEndian: sums.1)
    for frame in frames {
      var head: [UInt8] = []
      head.append(bigEndian: frame.page)
      head.append(bigEndian: frame.commits)
      add(head + Array(frame.bytes))
      head.append(bigEndian: salt)
      head.append(bigEndian: sums.0)
      head.append(bigEndian: sums.1)
      log += head + Array(frame.bytes)
    }
    return log
  }
}

/// A rollback journal built by the test.
struct MadeJournal {
  var pageSize = 512
  var sector = 512
  var nonce: UInt32 = 77
  /// The database before the transaction.
  var database: [UInt8]
  /// The pages of each segment.
  var segments: [[UInt32]]
  /// The number of records in the header, if not the true one.
  var recordCount: UInt32?
  var superJournal: String?

  var bytes: [UInt8] {
    var journal: [UInt8] = []
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    for segment in segments {
      journal += [UInt8](repeating: 0, count: (sector - journal.count % sector) % sector)
      let end = journal.count + sector
      journal += magic
      let numbers = [
        recordCount ?? UInt32(segment.count), nonce, UInt32(database.count / pageSize),
        UInt32(sector),
        UInt32(pageSize),
      ]
      for number in numbers { journal.append(bigEndian: number) }
      journal += [UInt8](repeating: 0, count: end - journal.count)
      for page in segment {
        let start = (Int(page) - 1) * pageSize
        let bytes = Array(database[start..<start + pageSize])
        journal.append(bigEndian: page)
        journal += bytes
        var sum = nonce
        for at in stride(from: pageSize - 200, to: 0, by: -200) { sum &+= UInt32(bytes[at]) }
        journal.append(bigEndian: sum)
      }
    }
    if let name = superJournal.map({ Array($0.utf8) }) {
      journal.append(bigEndian: UInt32(0x4000_0000 / pageSize + 1))
      journal += name
      journal.append(bigEndian: UInt32(name.count))
      journal.append(bigEndian: name.reduce(UInt32(0)) { $0 &+ UInt32($1) })
      journal += magic
    }
    return journal
  }
}
