import Bytes
import OrderedJSON
import Services
import TestSupport

/// The edits of a merge, and a service to push them to.
struct Pushed {
  let folder: TemporaryFolder
  let service: EditedService

  init(_ service: EditedService, edits: JSON? = nil) throws {
    self.service = service
    folder = try TemporaryFolder()
    try folder.write(JSONWriter.write(edits ?? Self.edits), to: "review/edits.json")
    try folder.write("{\"conflicts\": []}", to: "review/report.json")
    try folder.write("a new photo", to: "review/photos/new.jpg")
    try folder.write("a leaner photo", to: "review/photos/lean.jpg")
  }

  static func digest(_ text: String) -> JSON {
    .string(SHA256.hex(SHA256.of(Array(text.utf8).span)))
  }

  private static func id(_ number: Int) -> JSON { .string(EditedService.id(number)) }

  private static func photo(_ number: Int, of tree: Int, _ file: String, _ text: String) -> JSON {
    [
      "globalId": id(number), "parentGlobalId": id(tree), "name": .string(file),
      "contentType": "image/jpeg", "size": .number(text.utf8.count), "sha256": digest(text),
      "file": .string("photos/" + file), "keywords": .null,
    ]
  }

  private static func former(_ number: Int, of tree: Int) -> JSON {
    let text = "photo \(tree)"
    return [
      "globalId": id(number), "parentGlobalId": id(tree), "name": "a.jpg",
      "size": .number(text.utf8.count), "sha256": digest(text),
    ]
  }

  static func point(_ x: Double) -> JSON {
    ["x": .number(x), "y": .number(45.0), "spatialReference": ["wkid": 4326]]
  }

  /// Two new trees and an inspection, an update of tree 2, a move of tree 4, the deletion of tree 3
  /// with its inspection, and a photo that is added, one that is replaced and one that is deleted.
  static var edits: JSON {
    [
      [
        "id": 1, "url": .string(EditedService.root + "/1"), "globalIdField": "GlobalID",
        "adds": [
          ["attributes": ["GlobalID": id(201), "TreeGUID": id(9), "Note": "planted"]]
        ],
        "updates": [], "deletes": [id(103)],
        "before": [
          ["attributes": ["GlobalID": id(103), "TreeGUID": id(3), "Note": "Visit 3"]]
        ],
      ],
      [
        "id": 0, "url": .string(EditedService.root + "/0"), "globalIdField": "GlobalID",
        "adds": [
          [
            "attributes": [
              "GlobalID": id(9), "Name": "Ash", "Height": .number(1.1), "Area": .null,
            ],
            "geometry": point(9),
          ],
          ["attributes": ["GlobalID": id(10), "Name": "Elm"], "geometry": point(10)],
        ],
        "updates": [
          ["attributes": ["GlobalID": id(2), "Name": "Oak"]],
          ["attributes": ["GlobalID": id(4)], "geometry": point(4.5)],
        ], "deletes": [id(3)],
        "before": [
          ["attributes": ["GlobalID": id(2), "Name": "Tree 2"]],
          ["attributes": ["GlobalID": id(4)], "geometry": point(4)],
          [
            "attributes": ["GlobalID": id(3), "Name": "Tree 3", "Height": 3], "geometry": point(3),
          ],
        ],
        "attachments": [
          "adds": [photo(301, of: 9, "new.jpg", "a new photo")],
          "updates": [photo(302, of: 5, "lean.jpg", "a leaner photo")],
          "deletes": [id(303), id(304)],
          "before": [former(302, of: 5), former(303, of: 6), former(304, of: 3)],
        ],
      ],
    ]
  }

  /// What the service has after all edits.
  static var wanted: [String] {
    let service = EditedService()
    service.change { state in
      func set(_ layer: Int, _ number: Int, _ row: EditedService.Row?) {
        state.rows[layer]?[EditedService.id(number)] = row
      }
      set(1, 103, nil)
      set(0, 3, nil)
      set(
        1, 201,
        EditedService.Row(id: 0, values: ["TreeGUID": id(9), "Note": "planted"]))
      set(
        0, 9,
        EditedService.Row(
          id: 0, values: ["Name": "Ash", "Height": .number(1.1)], point: [9, 45],
          photos: [
            EditedService.Photo(number: 0, name: "new.jpg", bytes: Array("a new photo".utf8))
          ]))
      set(0, 10, EditedService.Row(id: 0, values: ["Name": "Elm"], point: [10, 45]))
      state.rows[0]?[EditedService.id(2)]?.values["Name"] = "Oak"
      state.rows[0]?[EditedService.id(4)]?.point = [4.5, 45]
      state.rows[0]?[EditedService.id(5)]?.photos = [
        EditedService.Photo(number: 0, name: "lean.jpg", bytes: Array("a leaner photo".utf8))
      ]
      state.rows[0]?[EditedService.id(6)]?.photos = []
    }
    return service.content
  }

  @discardableResult
  func run(
    _ path: String = "review", to target: String = EditedService.root, token: String? = nil,
    isDryRun: Bool = false, waits: Waits = Waits()
  ) async throws -> PushReport {
    var request = try PushRequest(edits: folder.path(path), target: target)
    request.credential = token.map { .token($0) }
    request.isDryRun = isDryRun
    return try await PushJob(request, over: service) { waits.note($0) }.run()
  }
}

/// A network that breaks for good after some edits. The last one may still arrive.
final class CutTransport: Transport {
  private let inner: EditedService
  private let limit: Int

  init(_ inner: EditedService, after calls: Int) {
    self.inner = inner
    limit = calls
  }

  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    guard inner.calls.count >= limit, requests.contains(where: { $0.upload != nil }) else {
      return inner.calls.count > limit
        ? requests.map { _ in .failure(.passing("the connection broke")) }
        : try await inner.send(requests)
    }
    if inner.calls.count == limit { _ = try await inner.send(requests) }
    return requests.map { _ in .failure(.passing("the connection broke")) }
  }
}
