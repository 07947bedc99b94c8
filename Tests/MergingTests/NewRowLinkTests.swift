import Testing

/// Children that refer to new records by row number, because the app gave these no GlobalIDs.
@Suite struct NewRowLinkTests {
  @Test(arguments: [
    ("Branches 4 treefid=2", "Branches 4#1 treefid=3"),
    ("Limbs 4 treeoid=2", "Limbs 4#1 treeoid=3"),
  ])
  func `a child keeps its new parent`(_ child: String, _ result: String) async throws {
    let merge = try await CityMerge(
      base: "Trees 1#1 oid=1 name=oak",
      returned: ["Trees 1#1 oid=1 name=oak\nTrees -#2 oid=2 name=elm\n" + child],
      current: "Trees 1#1 oid=1 name=oak\nTrees 2#2 oid=2 name=ash")
    let text = try merge.text(try merge.merge(), showsNumbers: true)
    let trees = [
      "Trees 1#1 oid=1 name=oak", "Trees 2#2 oid=2 name=ash", "Trees new#3 oid=3 name=elm",
    ]
    #expect(Set(text.result.split(separator: "\n").map(String.init)) == Set(trees + [result]))
    #expect(!text.issues.contains("orphanChild"))
  }

  @Test func `two crews can use the same numbers for new records`() async throws {
    let merge = try await CityMerge(
      base: "",
      returned: [
        "Trees -#1 name=oak\nBranches 4 treefid=1", "Trees -#1 name=elm\nBranches 5 treefid=1",
      ], current: nil)
    let text = try merge.text(try merge.merge(), showsNumbers: true).result
    for (tree, branch) in [("oak", 4), ("elm", 5)] {
      let line = try #require(text.split(separator: "\n").first { $0.hasSuffix("name=\(tree)") })
      let number = line.split(separator: " ")[1].split(separator: "#")[1]
      #expect(text.contains("Branches \(branch)#\(branch - 3) treefid=\(number)"))
    }
  }
}
