import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// Databases of killed writers, compared with libsqlite3.
struct KilledWriterTests {
  @Test(.needs(.python3))
  func `files of killed writers are sound and read as libsqlite3 reads them`() async throws {
    let python = try #require(Tool.python3)
    let folder = try TemporaryFolder()
    let count = DatabaseWriterTests.isExhaustive ? 400 : 14
    let seed = DatabaseWriterTests.isExhaustive ? Int.random(in: 0...1_000_000) : 4
    let judge = Fixture.repository + "/Tests/Judges/sqlite_states.py"
    let made = try await python.run([judge, "make", folder.path, "\(seed)", "\(count)"])
    #expect(made.errorText == "")
    let text = String(decoding: try folder.read("expected.jsonl"), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count >= count / 2)
    var states: Set<String> = []
    for line in lines {
      let expected = try JSONDecoder().decode(OddFilesTests.Expected.self, from: Data(line.utf8))
      let reader: DatabaseReader
      do {
        reader = try DatabaseReader(path: folder.path(expected.file))
      } catch {
        // A writer killed before its first commit leaves no database.
        #expect(expected.tables?.isEmpty ?? true, "seed \(seed), \(expected.file): \(error)")
        continue
      }
      states.insert("\(reader.sidecar)".prefix { $0 != "(" }.description)
      let names = Set(reader.tableNames.filter { !$0.hasPrefix("sqlite_") })
      #expect(names == Set((expected.tables ?? [:]).keys), "seed \(seed), \(expected.file)")
      for (name, table) in expected.tables ?? [:] {
        let found = try OddFilesTests.hash(try reader.table(named: name), in: reader)
        #expect(found.0 == table.rows, "seed \(seed), \(expected.file) \(name)")
        #expect(found.1 == table.sha256, "seed \(seed), \(expected.file) \(name)")
      }
      #expect(try IntegrityCheck.run(reader) == [], "seed \(seed), \(expected.file)")
    }
    #expect(states.isSuperset(of: ["wal", "journal"]))
  }
}
