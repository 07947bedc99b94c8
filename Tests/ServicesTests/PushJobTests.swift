import Bytes
import Foundation
import OrderedJSON
import Services
import TestSupport
import Testing

/// A push brings all edits into the service, each once, and overwrites nothing that others edited.
@Suite struct PushJobTests {
  @Test(
    arguments: [
      [], [.errorInside(times: 2, code: 500)], [.errorInside(times: 1, code: 400)],
      [.webPage(times: 3, hasEffect: true)], [.webPage(times: 3, hasEffect: false)],
      [.losesAnswer(times: 1, hasEffect: true)], [.losesAnswer(times: 1, hasEffect: false)],
      [.losesAnswer(times: 3, hasEffect: true)], [.losesAnswer(times: 4, hasEffect: false)],
      [.isBusy(times: 2, status: 429, retryAfter: 7)],
      [.isBusy(times: 2, status: 503, retryAfter: nil)], [.shortensResults], [.shufflesResults],
      [.namesNoRecords], [.wantsPlainIDs], [.cutsShort(at: 1)],
      [.shufflesResults, .losesAnswer(times: 2, hasEffect: true), .wantsPlainIDs],
    ] as [[EditedService.Manner]])
  func `the service has all edits, whatever its manners, and a second run sends nothing`(
    manners: [EditedService.Manner]
  ) async throws {
    let pushed = try Pushed(EditedService(manners))
    let report = try await pushed.run()
    #expect(report.isComplete, "\(report)")
    #expect(pushed.service.content == Pushed.wanted)
    let calls = pushed.service.calls.count
    let again = try await pushed.run()
    #expect(again.isComplete, "\(again)")
    #expect(pushed.service.calls.count == calls)
    #expect(again.layers.allSatisfy { $0.added + $0.updated + $0.deleted + $0.attachments == 0 })
    let left = try FileManager.default.contentsOfDirectory(
      atPath: pushed.folder.path("review/edits.push"))
    #expect(left == ["ledger.jsonl"])
  }

  @Test func `a photo that the service renamed is known again, also if the answer was lost`()
    async throws
  {
    let manners: [EditedService.Manner] = [.renamesPhotos]
    let pushed = try Pushed(EditedService(manners))
    #expect(try await pushed.run().isComplete)
    let calls = pushed.service.calls.count
    let again = try await pushed.run()
    #expect(again.isComplete && pushed.service.calls.count == calls, "\(again)")
    for cut in 0..<calls {
      let cutOff = try Pushed(EditedService(manners))
      let request = try PushRequest(
        edits: cutOff.folder.path("review"), target: EditedService.root)
      await #expect(throws: ServicesError.self) {
        try await PushJob(request, over: CutTransport(cutOff.service, after: cut)) { _ in }.run()
      }
      #expect(try await cutOff.run().isComplete)
      #expect(cutOff.service.content == pushed.service.content, "cut after \(cut)")
    }
  }

  @Test func `a record that a service always leaves out, saying that more follow, stops the push`()
    async throws
  {
    let pushed = try Pushed(EditedService([.cutsShort(at: 0)]))
    await #expect(throws: ServicesError.self) { try await pushed.run() }
    #expect(pushed.service.calls.isEmpty)
  }

  @Test func `the report counts what was sent`() async throws {
    let report = try await Pushed(EditedService()).run()
    #expect(report.layers.map(\.name) == ["Trees", "Visits"])
    #expect(report.layers.map(\.added) == [2, 1])
    #expect(report.layers.map(\.updated) == [2, 0])
    #expect(report.layers.map(\.deleted) == [1, 1])
    #expect(report.layers.map(\.attachments) == [3, 0])
  }

  @Test func `parents are added before children, and deleted after them`() async throws {
    let pushed = try Pushed(EditedService())
    try await pushed.run()
    let layers = pushed.service.calls.map { $0.address.path }
      .filter { $0.hasSuffix("applyEdits") }.map { $0.contains("/0/") ? 0 : 1 }
    #expect(layers == [0, 1, 0, 1, 0])
  }

  @Test func `a dry run sends nothing, says the same, and leaves no ledger`() async throws {
    let pushed = try Pushed(EditedService())
    let before = pushed.service.content
    let dry = try await pushed.run(isDryRun: true)
    #expect(pushed.service.calls.isEmpty && pushed.service.content == before)
    #expect(!FileManager.default.fileExists(atPath: pushed.folder.path("review/edits.push")))
    let report = try await pushed.run()
    #expect(dry.layers.map(\.added) == report.layers.map(\.added))
    #expect(dry.layers.map(\.updated) == report.layers.map(\.updated))
    #expect(dry.layers.map(\.deleted) == report.layers.map(\.deleted))
    #expect(dry.layers.map(\.attachments) == report.layers.map(\.attachments))
  }

  struct Meanwhile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (EditedService) -> Void
    var conflicts: [String]
  }

  static let meanwhile: [Meanwhile] = [
    Meanwhile(
      testDescription: "the same field", change: { $0.set("Name", of: 2, to: "Lime") },
      conflicts: ["changed 2 Name"]),
    Meanwhile(
      testDescription: "another field", change: { $0.set("Height", of: 2, to: 20) }, conflicts: []),
    Meanwhile(
      testDescription: "our value", change: { $0.set("Name", of: 2, to: "Oak") }, conflicts: []),
    Meanwhile(
      testDescription: "the shape",
      change: { $0.change { $0.rows[0]?[EditedService.id(4)]?.point = [4.1, 45] } },
      conflicts: ["changed 4 geometry"]),
    Meanwhile(
      testDescription: "the shape by less than the grid",
      change: { $0.change { $0.rows[0]?[EditedService.id(4)]?.point = [4.000_000_000_4, 45] } },
      conflicts: []),
    Meanwhile(
      testDescription: "a record to update is gone",
      change: { $0.change { $0.rows[0]?[EditedService.id(2)] = nil } },
      conflicts: ["gone 2 -"]),
    Meanwhile(
      testDescription: "a record to delete is gone",
      change: {
        $0.change { state in
          state.rows[0]?[EditedService.id(3)] = nil
          state.rows[1]?[EditedService.id(103)] = nil
        }
      }, conflicts: []),
    Meanwhile(
      testDescription: "a record to delete",
      change: { $0.set("Height", of: 3, to: 33) }, conflicts: ["changed 3 Height"]),
    Meanwhile(
      testDescription: "a child of a record to delete",
      change: { $0.set("Note", of: 103, in: 1, to: "sick") },
      conflicts: ["changed 103 Note", "hasChildren 3 -"]),
    Meanwhile(
      testDescription: "a new child of a record to delete",
      change: {
        $0.change { state in
          state.rows[1]?[EditedService.id(150)] = EditedService.Row(
            id: 150, values: ["TreeGUID": .string(EditedService.id(3)), "Note": "new"])
        }
      }, conflicts: ["hasChildren 3 -"]),
    Meanwhile(
      testDescription: "a GlobalID is taken",
      change: {
        $0.change { state in
          state.rows[0]?[EditedService.id(10)] = EditedService.Row(
            id: 77, values: ["Name": "Yew"], point: [10, 45])
        }
      }, conflicts: ["taken 10 Name"]),
    Meanwhile(
      testDescription: "an attachment to replace",
      change: { $0.change { $0.rows[0]?[EditedService.id(5)]?.photos[0].bytes = [1, 2] } },
      conflicts: ["changed 5 lean.jpg"]),
    Meanwhile(
      testDescription: "an attachment to delete",
      change: { $0.change { $0.rows[0]?[EditedService.id(6)]?.photos[0].bytes = [1, 2] } },
      conflicts: ["changed 6 a.jpg"]),
    Meanwhile(
      testDescription: "an attachment to delete is gone",
      change: { $0.change { $0.rows[0]?[EditedService.id(6)]?.photos = [] } }, conflicts: []),
  ]

  @Test(arguments: meanwhile)
  func `what others edited meanwhile is kept and shown`(_ meanwhile: Meanwhile) async throws {
    let pushed = try Pushed(EditedService())
    meanwhile.change(pushed.service)
    let before = pushed.service.content
    let dry = try await pushed.run(isDryRun: true)
    let report = try await pushed.run()
    #expect(dry.conflicts == report.conflicts)
    let found = report.conflicts.map { conflict in
      let number = Int(conflict.globalID.dropLast().suffix(12), radix: 16) ?? 0
      return "\(conflict.kind) \(number) \(conflict.attachment ?? conflict.field ?? "-")"
    }
    #expect(found.sorted() == meanwhile.conflicts.sorted())
    let after = pushed.service.content
    for conflict in report.conflicts {
      func lines(_ content: [String]) -> [String] {
        content.filter {
          $0.hasPrefix("0 \(conflict.globalID)") || $0.hasPrefix("1 \(conflict.globalID)")
        }
      }
      #expect(lines(before) == lines(after), "\(conflict)")
    }
    // Whatever isn't in conflict was sent.
    #expect(after.contains { $0.contains("planted") })
  }

  static let refusing: [([EditedService.Manner], [Int])] = [
    ([.refuses(2, code: 1_016)], [2]), ([.refuses(9, code: 1_007)], [9]),
    ([.rollsBack(2)], [2]), ([.rollsBack(10)], [10]), ([.refusesCall(with: 10)], [10]),
    ([.refuses(3, code: 1_019)], [3]),
  ]

  @Test(arguments: refusing)
  func `a refused record is reported with its code, and the others are sent`(
    manners: [EditedService.Manner], refused: [Int]
  ) async throws {
    let pushed = try Pushed(EditedService(manners))
    let report = try await pushed.run()
    #expect(report.refusals.map(\.globalID) == refused.map(EditedService.id))
    #expect(report.refusals.allSatisfy { $0.code >= 400 })
    let content = pushed.service.content
    #expect(content.contains { $0.contains("Elm") } == !refused.contains(10))
    #expect(content.contains { $0.contains("Oak") } == !refused.contains(2))
    // Without its tree, an inspection and a photo can't be added.
    #expect(content.contains { $0.contains("planted") } == !refused.contains(9))
    #expect(
      report.leftOut.map(\.part)
        == (refused == [9] ? ["record", "new.jpg"] : refused == [3] ? ["a.jpg"] : []))
  }

  @Test func `a push that was cut goes on, and no edit is sent twice`() async throws {
    let whole = try Pushed(EditedService())
    try await whole.run()
    for cut in whole.service.calls.indices {
      let pushed = try Pushed(EditedService())
      let broken = CutTransport(pushed.service, after: cut)
      let request = try PushRequest(edits: pushed.folder.path("review"), target: EditedService.root)
      await #expect(throws: ServicesError.self) {
        try await PushJob(request, over: broken) { _ in }.run()
      }
      let report = try await pushed.run()
      #expect(report.isComplete)
      #expect(pushed.service.content == Pushed.wanted, "cut after \(cut)")
    }
  }

  @Test func `an edit that somebody reversed after the push isn't sent again`() async throws {
    let pushed = try Pushed(EditedService())
    try await pushed.run()
    pushed.service.set("Name", of: 2, to: "Tree 2")
    pushed.service.set("Name", of: 9, to: "Rowan")
    let report = try await pushed.run()
    #expect(report.conflicts.map(\.kind) == [.reversed])
    #expect(pushed.service.content.contains { $0.contains("Tree 2") })
    #expect(pushed.service.content.contains { $0.contains("Rowan") })
  }

  @Test(arguments: [[], [.losesAnswer(times: 3, hasEffect: true)]] as [[EditedService.Manner]])
  func `shapes in another coordinate system are compared and sent in that of the layer`(
    manners: [EditedService.Manner]
  ) async throws {
    let pushed = try Pushed(EditedService([.isProjected] + manners))
    pushed.service.change { state in
      for (id, row) in state.rows[0] ?? [:] {
        // A service stores coordinates on its grid.
        state.rows[0]?[id]?.point = row.point.flatMap(EditedService.projected)?.map {
          ($0 * 10_000).rounded() / 10_000
        }
      }
    }
    let report = try await pushed.run()
    #expect(report.isComplete, "\(report.conflicts)")
    pushed.service.change { state in
      for (number, degrees) in [(4, 4.5), (9, 9.0), (10, 10.0)] {
        let point = state.rows[0]?[EditedService.id(number)]?.point ?? []
        let wanted = EditedService.projected([degrees, 45]) ?? []
        #expect(zip(point, wanted).allSatisfy { abs($0 - $1) < 0.001 } && point.count == 2)
      }
    }
    let calls = pushed.service.calls.count
    #expect(try await pushed.run().isComplete)
    #expect(pushed.service.calls.count == calls)
  }

  @Test func `updates send only fields that differ`() async throws {
    let pushed = try Pushed(EditedService())
    try await pushed.run()
    #expect(pushed.service.content.contains { $0.contains("Height=2") && $0.contains("Oak") })
  }

  @Test func `a token of the user's own that expires ends the push, and the next run goes on`()
    async throws
  {
    let pushed = try Pushed(EditedService([.expires(after: 2)]))
    await #expect(throws: ServicesError.self) { try await pushed.run(token: "abc") }
    let other = EditedService()
    #expect(pushed.service.content != other.content)
    #expect(pushed.service.content != Pushed.wanted)
  }

  @Test(arguments: [FakePortal.Setting.oneServer, .federated], [1, 2, 5])
  func `a token that expires between edits is renewed, and no edit is sent twice`(
    setting: FakePortal.Setting, uses: Int
  ) async throws {
    guard setting == .oneServer || uses > 1 else { return }
    let whole = try Pushed(EditedService())
    try await whole.run()
    let pushed = try Pushed(EditedService())
    let portal = FakePortal(pushed.service, setting, uses: uses)
    var request = try PushRequest(edits: pushed.folder.path("review"), target: EditedService.root)
    request.credential = SignInTests.user
    request.portal = try FetchSource.portal(FakePortal.portal)
    let report = try await PushJob(request, over: portal) { _ in }.run()
    #expect(report.isComplete)
    #expect(pushed.service.content == Pushed.wanted)
    #expect(pushed.service.calls.count == whole.service.calls.count)
    #expect(portal.made > 3 && portal.exposed == [])
  }

  /// The deletion of tree 3, and an inspection that moves from one tree to another.
  private static func moving(_ visit: Int, from old: Int, to new: Int) -> JSON {
    func id(_ number: Int) -> JSON { .string(EditedService.id(number)) }
    var list = Pushed.edits.array ?? []
    list[0] = [
      "id": 1, "url": .string(EditedService.root + "/1"), "globalIdField": "GlobalID",
      "updates": [["attributes": ["GlobalID": id(visit), "TreeGUID": id(new)]]],
      "before": [["attributes": ["GlobalID": id(visit), "TreeGUID": id(old)]]],
    ]
    return .array(list)
  }

  @Test(arguments: [(103, 3, 2, 0), (102, 2, 3, 1)])
  func `a dry run knows of children that the same edits move`(
    visit: Int, old: Int, new: Int, conflicts: Int
  ) async throws {
    let pushed = try Pushed(EditedService(), edits: Self.moving(visit, from: old, to: new))
    if conflicts > 0 { pushed.service.change { $0.rows[1]?[EditedService.id(103)] = nil } }
    let dry = try await pushed.run(isDryRun: true)
    let report = try await pushed.run()
    #expect(dry.conflicts == report.conflicts && dry.conflicts.count == conflicts)
    #expect(dry.layers.map(\.deleted) == report.layers.map(\.deleted))
  }

  @Test(arguments: [[], [.renamesPhotos]] as [[EditedService.Manner]], 0..<4)
  func `two copies of a photo under two names are both there, though answers are lost`(
    manners: [EditedService.Manner], lost: Int
  ) async throws {
    var list = Pushed.edits.array ?? []
    func photo(_ number: Int, _ name: String) -> JSON {
      let text = "a new photo"
      return [
        "globalId": .string(EditedService.id(number)),
        "parentGlobalId": .string(EditedService.id(2)), "name": .string(name),
        "contentType": "image/jpeg", "size": .number(text.utf8.count),
        "sha256": Pushed.digest(text), "file": "photos/new.jpg",
      ]
    }
    list[1] = [
      "id": 0, "url": .string(EditedService.root + "/0"), "globalIdField": "GlobalID",
      "attachments": ["adds": [photo(401, "one.jpg"), photo(402, "two.jpg")]],
    ]
    let edits = JSON.array([list[1]])
    let hasEffect = lost % 2 == 0
    let manners = manners + [.losesAnswers(from: lost / 2, times: 1, hasEffect: hasEffect)]
    let pushed = try Pushed(EditedService(manners), edits: edits)
    #expect(try await pushed.run().isComplete)
    #expect(try await pushed.run().isComplete)
    func copies(_ service: EditedService) -> Int {
      service.content.reduce(0) { $0 + $1.components(separatedBy: "a new photo").count - 1 }
    }
    #expect(copies(pushed.service) == 2)
    // A run that ends without knowing, and the next one.
    let cutOff = try Pushed(EditedService(manners), edits: edits)
    let request = try PushRequest(edits: cutOff.folder.path("review"), target: EditedService.root)
    await #expect(throws: ServicesError.self) {
      try await PushJob(request, over: CutTransport(cutOff.service, after: lost / 2)) { _ in }.run()
    }
    #expect(try await cutOff.run().isComplete)
    #expect(copies(cutOff.service) == 2)
  }

  @Test func `edits are never sent to another server`() async throws {
    let token = "S3CRET-TOKEN"
    let pushed = try Pushed(EditedService([.redirects(to: "https://thief.example.com/applyEdits")]))
    await #expect(throws: ServicesError.self) { try await pushed.run(token: token) }
    let log = pushed.service.log
    #expect(log.allSatisfy { $0.address.host == "gis.example.gov" })
    #expect(log.allSatisfy { $0.headers.map(\.value) == ["Bearer \(token)"] })
    for path in try FolderFiles(pushed.folder.path).paths() {
      #expect(!(try pushed.folder.read(path)).contains(Array(token.utf8)))
    }
  }

  @Test func `without GlobalIDs in edits, only updates and deletions can be sent`() async throws {
    let pushed = try Pushed(EditedService([.wantsObjectIDs]))
    await #expect(throws: PushError.self) { try await pushed.run() }
    #expect(pushed.service.calls.isEmpty)
    var edits = Pushed.edits.array ?? []
    edits[0]["adds"] = []
    edits[1]["adds"] = []
    edits[1]["attachments"] = .null
    let updates = try Pushed(EditedService([.wantsObjectIDs]), edits: .array(edits))
    #expect(try await updates.run().isComplete)
    #expect(updates.service.content.contains { $0.contains("Oak") })
    #expect(!updates.service.content.contains { $0.contains(EditedService.id(3)) })
  }

  @Test func `edits that the service can't take stop the push before anything is sent`()
    async throws
  {
    let other = EditedService.root.replacing("Trees", with: "Parks")
    func edits(_ change: (inout JSON) -> Void) -> JSON {
      var list = Pushed.edits.array ?? []
      change(&list[1])
      return .array(list)
    }
    let cases: [(JSON, [EditedService.Manner], String)] = [
      (Pushed.edits, [.allowsOnlyUpdates], EditedService.root),
      (edits { $0["before"] = [] }, [], EditedService.root),
      (edits { $0["updates"] = [["attributes": ["GlobalID": "x"]]] }, [], EditedService.root),
      (
        edits {
          $0["adds"] = [["attributes": ["GlobalID": .string(EditedService.id(9)), "No": 1]]]
        },
        [], EditedService.root
      ),
      (Pushed.edits, [], other), (["id": 0], [], EditedService.root),
    ]
    for (edits, manners, target) in cases {
      let pushed = try Pushed(EditedService(manners), edits: edits)
      await #expect(throws: PushError.self) { try await pushed.run(to: target) }
      #expect(pushed.service.calls.isEmpty)
    }
    // A layer that is no longer one has no place for shapes.
    let table = try Pushed(EditedService([.hasNoShapes]))
    await #expect(throws: PushError.fieldMissing(layer: "Trees", field: "geometry")) {
      try await table.run()
    }
    #expect(table.service.calls.isEmpty)
    let lost = try Pushed(EditedService())
    try lost.folder.write("cut", to: "review/photos/new.jpg")
    await #expect(throws: PushError.self) { try await lost.run() }
    #expect(lost.service.calls.isEmpty)
  }

  @Test func `layers with the same number in two services don't mix`() async throws {
    var list = Pushed.edits.array ?? []
    list[1]["url"] = .string(EditedService.root.replacing("Trees", with: "Parks") + "/0")
    let pushed = try Pushed(EditedService(), edits: .array(list))
    let report = try await pushed.run()
    #expect(report.elsewhere == [EditedService.root.replacing("Trees", with: "Parks") + "/0"])
    #expect(!report.isComplete && report.layers.map(\.name) == ["Visits"])
    #expect(!pushed.service.content.contains { $0.contains("Oak") })
  }

  @Test func `undecided conflicts stop the push of a review, but not of its edits`() async throws {
    let pushed = try Pushed(EditedService())
    func report(_ decided: Bool) -> String {
      """
      {"conflicts": [{"kind": "update/update", "decided": \(decided)}, {"kind": "orphan"}]}
      """
    }
    try pushed.folder.write(report(false), to: "review/report.json")
    await #expect(
      throws: PushError.undecided(path: pushed.folder.path("review"), conflicts: 1)
    ) {
      try await pushed.run()
    }
    try pushed.folder.write(report(true), to: "review/report.json")
    #expect(try await pushed.run(isDryRun: true).isComplete)
    try pushed.folder.write(report(false), to: "review/report.json")
    #expect(try await pushed.run("review/edits.json").isComplete)
  }

  @Test func `a ledger of something else is refused`() async throws {
    let pushed = try Pushed(EditedService())
    for text in ["{}\n", "{\"format\": \"fieldpack.push/1\"}\n{\"edits\": 7}\n"] {
      try pushed.folder.write(text, to: "review/edits.push/ledger.jsonl")
      await #expect(throws: PushError.self) { try await pushed.run() }
    }
    #expect(pushed.service.calls.isEmpty)
    // A line that was cut is no damage.
    try pushed.folder.write(
      "{\"format\": \"fieldpack.push/1\"}\n{\"edits\": \"ab", to: "review/edits.push/ledger.jsonl")
    #expect(try await pushed.run().isComplete)
    #expect(pushed.service.content == Pushed.wanted)
  }

  @Test(arguments: ["", "trees", "https://gis.example.gov/arcgis/rest/services/Trees/MapServer"])
  func `the target must be a feature service`(_ target: String) {
    #expect(throws: PushError.targetUnknown(target)) {
      try PushRequest(edits: "a", target: target)
    }
  }

  @Test func `a value that nobody may edit is left out and named`() async throws {
    var list = Pushed.edits.array ?? []
    list[1]["updates"] = [
      ["attributes": ["GlobalID": .string(EditedService.id(2)), "Name": "Oak", "Area": 7]]
    ]
    let pushed = try Pushed(EditedService(), edits: .array(list))
    let report = try await pushed.run()
    #expect(report.leftOut.map(\.part) == ["Area"] && !report.isComplete)
    #expect(pushed.service.content.contains { $0.contains("Oak") && !$0.contains("Area") })
  }
}
