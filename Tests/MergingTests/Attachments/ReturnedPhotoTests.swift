import Merging
import TestSupport
import Testing

/// Attachments as rows and as files, and rows or files without their counterpart.
@Suite struct ReturnedPhotoTests {
  /// A returned package and the expected attachments.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var office = "tree 1 -\ntree 2 -"
    var base = "tree 1 -\ntree 2 -"
    var returned: String
    var files: [String] = []
    var result: String
    var counts: String
    var issues = ""

    var testDescription: String { name }

    static let all = [
      Case(
        name: "a file named by a changed row becomes its attachment",
        returned: "tree 1 DCIM/a.jpg\ntree 2 -", files: ["DCIM/a.jpg=one"],
        result: "1 a.jpg one", counts: "1 taken, 1 arrived, 1 linked, 0 missing, 0 duplicate"),
      Case(
        name: "a file named by a new row, with any spelling of the path",
        returned: #"tree 1 ./DCIM/a.jpg"# + "\n" + #"tree 2 DCIM\b.jpg"# + "\ntree 3 c.jpg",
        files: ["DCIM/a.jpg=one", "DCIM/b.jpg=two", "c.jpg=three"],
        result: "1 a.jpg one\n2 b.jpg two\n3 c.jpg three",
        counts: "3 taken, 3 arrived, 3 linked, 0 missing, 0 duplicate"),
      Case(
        name: "the office lacks the attachments table",
        office: "tree 1 -\ntree 2 -\nno photos", base: "tree 1 -\ntree 2 -\nno photos",
        returned: "tree 1 DCIM/a.jpg\ntree 2 -\nno photos", files: ["DCIM/a.jpg=one"],
        result: "1 a.jpg one", counts: "1 taken, 1 arrived, 1 linked, 0 missing, 0 duplicate"),
      Case(
        name: "only the package has the attachments table",
        office: "tree 1 -\ntree 2 -\nno photos", base: "tree 1 -\ntree 2 -\nno photos",
        returned: "tree 1 -\ntree 2 -\nphoto 5 of 1 a.jpg one\nphoto 6 of 2 b.jpg two",
        result: "1 a.jpg one\n2 b.jpg two",
        counts: "2 taken, 2 arrived, 2 linked, 0 missing, 0 duplicate"),
      Case(
        name: "the office has the same photo without a digest",
        office: "tree 1 -\nphoto 9 of 1 a.jpg one -",
        base: "tree 1 -", returned: "tree 1 -\nphoto 5 of 1 a.jpg one",
        result: "1 a.jpg one", counts: "1 taken, 1 arrived, 1 linked, 0 missing, 1 duplicate",
        issues: "photoDuplicate a.jpg"),
      Case(
        name: "a row with a missing file",
        returned: "tree 1 DCIM/a.jpg\ntree 2 DCIM/b.jpg", files: ["DCIM/b.jpg=two"],
        result: "2 b.jpg two", counts: "2 taken, 1 arrived, 1 linked, 1 missing, 0 duplicate",
        issues: "photoMissing photo=DCIM/a.jpg"),
      Case(
        name: "a file that no row names",
        returned: "tree 1 DCIM/a.jpg\ntree 2 -", files: ["DCIM/a.jpg=one", "DCIM/b.jpg=two"],
        result: "1 a.jpg one", counts: "2 taken, 2 arrived, 1 linked, 0 missing, 0 duplicate",
        issues: "photoWithoutRow DCIM/b.jpg"),
      Case(
        name: "a truncated image is merged and reported; an empty one is only reported",
        returned: "tree 1 DCIM/a.jpg\ntree 2 DCIM/b.jpg",
        files: ["DCIM/a.jpg=cut", "DCIM/b.jpg=empty"], result: "1 a.jpg cut",
        counts: "2 taken, 1 arrived, 1 linked, 1 missing, 0 duplicate",
        issues: "photoDamaged DCIM/a.jpg\nphotoDamaged DCIM/b.jpg"),
      Case(
        name: "paths outside the folder are ignored",
        returned: "tree 1 ../office.jpg\ntree 2 /DCIM/a.jpg", files: ["DCIM/a.jpg=one"],
        result: "", counts: "3 taken, 1 arrived, 0 linked, 2 missing, 0 duplicate",
        issues: """
          photoMissing photo=../office.jpg
          photoMissing photo=/DCIM/a.jpg
          photoWithoutRow DCIM/a.jpg
          """),
      Case(
        name: "text that only looks like a path",
        returned: "tree 1 https://example.org/a.jpg\ntree 2 n/a", result: "",
        counts: "0 taken, 0 arrived, 0 linked, 0 missing, 0 duplicate"),
      Case(
        name: "the office already has the photo",
        office: "tree 1 -\ntree 2 -\nphoto 5 of 1 a.jpg one",
        returned: "tree 1 DCIM/a.jpg\ntree 2 -", files: ["DCIM/a.jpg=one"],
        result: "1 a.jpg one", counts: "1 taken, 1 arrived, 1 linked, 0 missing, 1 duplicate",
        issues: "photoDuplicate a.jpg"),
      Case(
        name: "the office has another photo with this name",
        office: "tree 1 -\ntree 2 -\nphoto 5 of 1 a.jpg one",
        returned: "tree 1 DCIM/a.jpg\ntree 2 -", files: ["DCIM/a.jpg=two"],
        result: "1 a (2).jpg two\n1 a.jpg one",
        counts: "1 taken, 1 arrived, 1 linked, 0 missing, 0 duplicate",
        issues: "photoRenamed name=a.jpg"),
      Case(
        name: "rows of the attachments table name their files",
        returned: "tree 1 -\ntree 2 -\nphoto 5 of 1 a.jpg @DCIM/x.jpg"
          + "\nphoto 6 of 2 b.jpg @DCIM/y.jpg",
        files: ["DCIM/x.jpg=one"], result: "1 a.jpg one\n2 b.jpg empty",
        counts: "2 taken, 1 arrived, 1 linked, 1 missing, 0 duplicate",
        issues: "photoMissing path=DCIM/y.jpg"),
      Case(
        name: "a replaced photo and a renamed photo keep their bytes",
        office: "tree 1 -\ntree 2 -\nphoto 5 of 1 a.jpg one\nphoto 6 of 2 b.jpg two",
        base: "tree 1 -\ntree 2 -\nphoto 5 of 1 a.jpg one\nphoto 6 of 2 b.jpg two",
        returned: "tree 1 -\ntree 2 -\nphoto 5 of 1 a.jpg three\nphoto 6 of 2 c.jpg two",
        result: "1 a.jpg three\n2 c.jpg two",
        counts: "1 taken, 1 arrived, 1 linked, 0 missing, 0 duplicate"),
      Case(
        name: "a renamed photo keeps its bytes",
        office: "tree 1 -\nphoto 5 of 1 a.jpg one\nphoto 6 of 1 b.jpg two",
        base: "tree 1 -\nphoto 5 of 1 a.jpg one\nphoto 6 of 1 b.jpg two",
        returned: "tree 1 -\nphoto 5 of 1 a.jpg one\nphoto 6 of 1 c.jpg two",
        result: "1 a.jpg one\n1 c.jpg two",
        counts: "0 taken, 0 arrived, 0 linked, 0 missing, 0 duplicate"),
      Case(
        name: "photos that existed before are not counted",
        office: "tree 1 DCIM/a.jpg\ntree 2 -\nphoto 5 of 1 z.jpg z",
        base: "tree 1 DCIM/a.jpg\ntree 2 -\nphoto 5 of 1 z.jpg z",
        returned: "tree 1 DCIM/a.jpg\ntree 2 DCIM/b.jpg\nphoto 5 of 1 z.jpg z",
        files: ["DCIM/a.jpg=one", "DCIM/b.jpg=two"], result: "1 z.jpg z\n2 b.jpg two",
        counts: "1 taken, 1 arrived, 1 linked, 0 missing, 0 duplicate"),
    ]
  }

  @Test(arguments: Case.all) func `attachments of a crew are merged`(_ given: Case) async throws {
    let merge = try PhotoMerge(office: given.office, base: given.base)
    let crew = try merge.crew("crew", given.returned, files: given.files)
    let result = try await merge.run([crew])
    #expect(try merge.attachments() == given.result)
    #expect(result.attachmentCounts == given.counts)
    #expect(result.issueLines == given.issues)
  }

  private static let trees = "tree 1 -\ntree 2 -"

  @Test func `a photo that is returned later is merged then`() async throws {
    let merge = try PhotoMerge(office: Self.trees, base: Self.trees)
    let rows = "tree 1 DCIM/a.jpg\ntree 2 -\nphoto 5 of 2 b.jpg @DCIM/b.jpg"
    let first = try await merge.run([try merge.crew("crew", rows, files: [])])
    #expect(first.attachmentCounts == "2 taken, 0 arrived, 0 linked, 2 missing, 0 duplicate")
    #expect(try merge.attachments() == "2 b.jpg empty")

    let same = try await merge.run(
      [merge.folder.path("crew")], into: "merged.gpkg", to: "same.gpkg")
    #expect(same.report.packages.map(\.outcome) == [.merged])
    #expect(try merge.folder.read("same.gpkg") == merge.folder.read("merged.gpkg"))

    let whole = try merge.crew("crew", rows, files: ["DCIM/a.jpg=one", "DCIM/b.jpg=two"])
    let second = try await merge.run([whole], into: "merged.gpkg", to: "second.gpkg")
    #expect(second.attachmentCounts == "2 taken, 2 arrived, 2 linked, 0 missing, 0 duplicate")
    #expect(try merge.attachments(of: "second.gpkg") == "1 a.jpg one\n2 b.jpg two")

    let third = try await merge.run([whole], into: "second.gpkg", to: "third.gpkg")
    #expect(third.report.packages.map(\.outcome) == [.alreadyMerged])
  }

  @Test func `the same photo from two crews is added once, in any order`() async throws {
    let merge = try PhotoMerge(office: Self.trees, base: Self.trees)
    let one = try merge.crew(
      "one", "tree 1 DCIM/a.jpg\ntree 2 -", files: ["DCIM/a.jpg=one"])
    let two = try merge.crew(
      "two", "tree 1 DCIM/a.jpg\ntree 2 DCIM/b.jpg",
      files: ["DCIM/a.jpg=one", "DCIM/b.jpg=two"])
    let result = try await merge.run([one, two])
    #expect(try merge.attachments() == "1 a.jpg one\n2 b.jpg two")
    #expect(
      result.attachmentCounts == """
        1 taken, 1 arrived, 1 linked, 0 missing, 0 duplicate
        2 taken, 2 arrived, 2 linked, 0 missing, 1 duplicate
        """)
    _ = try await merge.run([two, one], to: "other.gpkg")
    #expect(try merge.folder.read("other.gpkg") == merge.folder.read("merged.gpkg"))
  }
}
