import Commands
import Foundation
import Packages
import TestSupport
import Testing

/// The page of all codes, and the scheme that the codes follow.
@Suite struct FindingsPageTests {
  @Test func `the committed page is the page of the codes`() throws {
    try Snapshot.expect(FindingsPage.text(), isFile: "Sources/Commands/findings.md")
  }

  @Test func `a code is the family and what is wrong, in capital words`() throws {
    let pattern = try Regex("[A-Z]+(_[A-Z0-9]+)+")
    for entry in FindingsPage.entries() {
      #expect(entry.code.wholeMatch(of: pattern) != nil, "\(entry.code)")
      #expect(CodeFamily(of: entry.code) != nil, "\(entry.code)")
    }
  }

  @Test func `every code has a meaning and a fix, each in whole sentences`() {
    for entry in FindingsPage.entries() {
      #expect(entry.title.hasSuffix(".") && entry.title.dropLast().allSatisfy { $0 != "\n" })
      #expect(entry.fix.hasSuffix("."), "\(entry.code)")
      #expect(!entry.kinds.isEmpty && Set(entry.kinds).count == entry.kinds.count)
    }
  }

  @Test func `a code means the same wherever it appears`() {
    for code in ErrorCode.allCases {
      guard let finding = FindingID(rawValue: code.rawValue) else { continue }
      #expect(code.title == finding.title, "\(code.rawValue)")
    }
  }

  @Test func `no line is wider than 80 columns`() {
    for line in FindingsPage.text().split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }
}
