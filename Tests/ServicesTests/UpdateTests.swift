import Foundation
import OrderedJSON
import Services
import Testing

/// A folder that is brought up to date is that of a fresh fetch.
@Suite struct UpdateTests {
  static let manners: [[FakeService.Manner]] = [
    [], [.cutsShort(at: 5)], [.cutsShortSilently(at: 3)], [.shuffles], [.hidesEdits],
    [.failsAbove(2, status: 500)], [.changes(afterPages: 2)], [.ignoresRanges],
  ]

  @Test(arguments: manners, [1, 5, 30])
  func `an update gives the bytes of a fresh fetch`(
    manners: [FakeService.Manner], edits: Int
  ) async throws {
    let fetched = try Fetched(FakeService(rows: 90, photos: 4, manners))
    try await fetched.run()
    for _ in 0..<3 {
      for _ in 0..<edits { fetched.service.edit() }
      let report = try await fetched.run(overwrite: true)
      let fresh = try Fetched(fetched.service)
      try await fresh.run()
      #expect(try fetched.files() == fresh.files())
      #expect(try fetched.rows() == fetched.service.rows.map(FakeService.feature))
      let change = report.tables[0].change
      if manners.isEmpty { #expect(change?.came == edits && change?.went == edits) }
    }
  }

  @Test func `an update asks only for rows that are new or changed`() async throws {
    let fetched = try Fetched(FakeService(rows: 800, photos: 2))
    try await fetched.run()
    for _ in 0..<20 { fetched.service.edit() }
    let before = fetched.service.log.count
    try await fetched.run(overwrite: true)
    let pages = fetched.service.log[before...].filter {
      $0.address.text.contains("outFields") || $0.form?.contains("outFields") == true
    }
    // 20 new rows and the rows that changed and are still there, 8 at once.
    #expect(pages.count <= 5)
  }

  @Test func `pages are the same however the server divides them`() async throws {
    let plain = try Fetched(FakeService(rows: 90))
    try await plain.run()
    for manners in Self.manners where manners != [.hidesEdits] {
      let other = try Fetched(
        FakeService(rows: 90, manners.filter { $0 != .changes(afterPages: 2) }))
      try await other.run()
      #expect(try other.files() == plain.files())
    }
  }
}
