import Bytes
import Foundation
import Geometry
import OrderedJSON
import Services
import Synchronization

/// A feature service in this process that takes edits: trees with photos, and their inspections.
final class EditedService: Transport {
  /// What a server does with edits, and what a client has to bear.
  enum Manner: Sendable, Equatable {
    /// Refuses the edit of a record with a code.
    case refuses(Int, code: Int)
    /// Answers some calls with an error in a document with status 200, and does nothing.
    case errorInside(times: Int, code: Int)
    /// Answers some calls with a web page, after or without effect.
    case webPage(times: Int, hasEffect: Bool)
    /// Cuts the connection, after or without effect.
    case losesAnswer(times: Int, hasEffect: Bool)
    /// Loses the answers of some calls in the middle, after or without effect.
    case losesAnswers(from: Int, times: Int, hasEffect: Bool)
    /// Takes back a whole call if a record is in it, and says so for each record.
    case rollsBack(Int)
    /// Refuses a whole call if a record is in it.
    case refusesCall(with: Int)
    /// Wants another token after some calls.
    case expires(after: Int)
    /// Is busy for some calls.
    case isBusy(times: Int, status: Int, retryAfter: Int?)
    /// Leaves out the last result.
    case shortensResults
    /// Answers in another order, with results for records that weren't sent.
    case shufflesResults
    /// Names no records in results.
    case namesNoRecords
    /// Finds GlobalIDs only in small letters without braces.
    case wantsPlainIDs
    /// Doesn't support GlobalIDs in edits.
    case wantsObjectIDs
    /// Redirects edits.
    case redirects(to: String)
    /// Sends at most so many records.
    case cutsShort(at: Int)
    /// Gives photos other names.
    case renamesPhotos
    /// Allows only updates.
    case allowsOnlyUpdates
    /// Has a table in place of the layer.
    case hasNoShapes
    /// Has its coordinates in UTM zone 31. It converts others by a shift of its own.
    case isProjected
  }

  struct Row: Equatable {
    var id: Int
    var values: [String: JSON]
    var point: [Double]?
    var photos: [Photo] = []
  }

  struct Photo: Equatable {
    var number: Int
    var name: String
    var bytes: [UInt8]
  }

  struct State {
    var rows: [Int: [String: Row]] = [0: [:], 1: [:]]
    var next = 1_000
    var calls = 0
    var spoiled = 0
    var log: [WebRequest] = []
  }

  static let root = "https://gis.example.gov/arcgis/rest/services/Trees/FeatureServer"

  private let manners: [Manner]
  private let state = Mutex(State())

  /// A service with trees 1 to 6, each with a photo, and an inspection of each.
  init(_ manners: [Manner] = []) {
    self.manners = manners
    state.withLock { state in
      for number in 1...6 {
        state.rows[0]?[Self.id(number)] = Row(
          id: number, values: ["Name": .string("Tree \(number)"), "Height": .number(number)],
          point: [Double(number), 45],
          photos: [Photo(number: number, name: "a.jpg", bytes: Array("photo \(number)".utf8))])
        state.rows[1]?[Self.id(100 + number)] = Row(
          id: number,
          values: ["TreeGUID": .string(Self.id(number)), "Note": .string("Visit \(number)")])
      }
    }
  }

  /// The place of some degrees in UTM zone 31, as Fieldpack has it.
  static func projected(_ degrees: [Double]) -> [Double]? {
    transform(4_326, 25_831)?.forward(x: degrees[0], y: degrees[1]).map { [$0.x, $0.y] }
  }

  private static func transform(_ from: Int, _ to: Int) -> CoordinateTransform? {
    try? CoordinateTransform(from: SpatialReference(epsg: from), to: SpatialReference(epsg: to))
  }

  /// Converts coordinates as no other program does.
  private static func convert(_ point: [Double], from: Int, to: Int) -> [Double] {
    guard from != to, let place = transform(from, to)?.forward(x: point[0], y: point[1]) else {
      return point
    }
    return [place.x + (to == 4_326 ? 0.000_01 : 1.2), place.y]
  }

  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16).uppercased()
    return "{00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
      + "}"
  }

  /// Changes the data, as somebody else does.
  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func set(_ field: String, of number: Int, in layer: Int = 0, to value: JSON) {
    change { $0.rows[layer]?[Self.id(number)]?.values[field] = value }
  }

  var log: [WebRequest] { state.withLock { $0.log } }

  /// The edits that were sent.
  var calls: [WebRequest] { log.filter { $0.upload != nil } }

  /// All records and photos, without the numbers that the service gave them.
  var content: [String] {
    state.withLock { state in
      state.rows.flatMap { layer, rows in
        rows.map { id, row in
          let values = row.values.filter { !$0.value.isNull }.sorted { $0.key < $1.key }.map {
            "\($0.key)=\(String(decoding: JSONWriter.write($0.value), as: UTF8.self))"
          }
          let photos = row.photos.map { "\($0.name):\(String(decoding: $0.bytes, as: UTF8.self))" }
          return "\(layer) \(id) \(values) \(row.point ?? []) \(photos.sorted())"
        }
      }.sorted()
    }
  }

  // MARK: Answering

  private typealias Answer = (Result<WebAnswer, WebFailure>, [UInt8])

  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    try requests.map { request in
      let (result, bytes) = try state.withLock { state in
        state.log.append(request)
        return try answer(request, &state)
      }
      try? FileManager.default.removeItem(atPath: request.output)
      if !bytes.isEmpty { try Data(bytes).write(to: URL(fileURLWithPath: request.output)) }
      return result
    }
  }

  private func ok(_ json: JSON) -> Answer {
    (.success(WebAnswer(status: 200)), JSONWriter.write(json))
  }

  private func answer(_ request: WebRequest, _ state: inout State) throws -> Answer {
    let path = request.address.path
    guard let upload = request.upload else { return question(request, path, state) }
    let body = [UInt8](try Data(contentsOf: URL(fileURLWithPath: upload.path)))
    state.calls += 1
    for manner in manners {
      switch manner {
      case .expires(let calls) where state.calls > calls:
        return ok(["error": ["code": 498, "message": "Invalid token.", "details": []]])
      case .redirects(let address):
        return (.success(WebAnswer(status: 307, redirection: address)), [])
      case .isBusy(let times, let status, let seconds) where state.spoiled < times:
        state.spoiled += 1
        return (.success(WebAnswer(status: status, retryAfter: seconds)), [])
      case .errorInside(let times, let code) where state.spoiled < times:
        state.spoiled += 1
        return ok(["error": ["code": .number(code), "message": "failed", "details": []]])
      case .webPage(let times, let hasEffect) where state.spoiled < times:
        state.spoiled += 1
        if hasEffect { _ = take(body, upload, path, &state) }
        return (.success(WebAnswer(status: 200)), Array("<html>Welcome</html>".utf8))
      case .losesAnswer(let times, let hasEffect) where state.spoiled < times:
        state.spoiled += 1
        if hasEffect { _ = take(body, upload, path, &state) }
        return (.failure(.passing("the connection broke")), [])
      case .losesAnswers(let first, let times, let hasEffect)
      where state.calls > first && state.spoiled < times:
        state.spoiled += 1
        if hasEffect { _ = take(body, upload, path, &state) }
        return (.failure(.passing("the connection broke")), [])
      default: break
      }
    }
    return take(body, upload, path, &state)
  }

  private func take(
    _ body: [UInt8], _ upload: WebRequest.Upload, _ path: String, _ state: inout State
  ) -> Answer {
    if path.hasSuffix("/applyEdits") {
      return applyEdits(parameters(String(decoding: body, as: UTF8.self)), path, &state)
    }
    return attachment(body, upload, path, &state)
  }

  // MARK: Questions

  private func question(_ request: WebRequest, _ path: String, _ state: State) -> Answer {
    let parts = path.split(separator: "/").map(String.init)
    if path.hasSuffix("/FeatureServer") {
      return ok([
        "layers": [["id": 0, "name": "Trees"]], "tables": [["id": 1, "name": "Visits"]],
      ])
    }
    if path.hasSuffix("/FeatureServer/0") || path.hasSuffix("/FeatureServer/1") {
      return ok(definition(path.hasSuffix("0") ? 0 : 1))
    }
    let text =
      request.form ?? request.address.text.split(separator: "?").last.map(String.init) ?? ""
    let values = parameters(text)
    let layer = path.contains("/FeatureServer/0/") ? 0 : 1
    let rows = state.rows[layer] ?? [:]
    if path.hasSuffix("/query") { return query(values, layer, rows) }
    if path.hasSuffix("/queryAttachments") {
      let ids = (values["objectIds"] ?? "").split(separator: ",").compactMap { Int($0) }
      return ok([
        "attachmentGroups": .array(
          rows.values.filter { ids.contains($0.id) && !$0.photos.isEmpty }.map { row in
            [
              "parentObjectId": .number(row.id),
              "attachmentInfos": .array(
                row.photos.map {
                  [
                    "id": .number($0.number), "name": .string($0.name),
                    "size": .number($0.bytes.count), "contentType": "image/jpeg",
                  ]
                }),
            ]
          })
      ])
    }
    let photo = rows.values.flatMap(\.photos).first { $0.number == Int(parts.last ?? "") }
    return photo.map { (.success(WebAnswer(status: 200)), $0.bytes) }
      ?? ok(["error": ["code": 404, "message": "not found"]])
  }

  private func definition(_ layer: Int) -> JSON {
    let trees: [JSON] = [
      ["name": "Name", "type": "esriFieldTypeString"],
      ["name": "Height", "type": "esriFieldTypeSingle"],
      ["name": "Area", "type": "esriFieldTypeDouble", "editable": false],
    ]
    let visits: [JSON] = [
      ["name": "TreeGUID", "type": "esriFieldTypeGUID"],
      ["name": "Note", "type": "esriFieldTypeString"],
    ]
    let fields: [JSON] =
      [
        ["name": "OBJECTID", "type": "esriFieldTypeOID"],
        ["name": "GlobalID", "type": "esriFieldTypeGlobalID"],
      ] + (layer == 0 ? trees : visits)
    var members: JSONObject = [
      "id": .number(layer), "name": layer == 0 ? "Trees" : "Visits", "fields": .array(fields),
      "objectIdField": "OBJECTID", "globalIdField": "GlobalID", "maxRecordCount": 50,
      "hasAttachments": .bool(layer == 0),
      "capabilities": manners.contains(.allowsOnlyUpdates) ? "Query,Update" : "Query,Editing",
      "supportsApplyEditsWithGlobalIds": .bool(!manners.contains(.wantsObjectIDs)),
      "advancedQueryCapabilities": ["supportsQueryAttachments": true],
      "relationships": [
        [
          "id": 0, "name": "Visits", "cardinality": "esriRelCardinalityOneToMany",
          "relatedTableId": .number(1 - layer), "keyField": layer == 0 ? "GlobalID" : "TreeGUID",
          "role": .string(layer == 0 ? "esriRelRoleOrigin" : "esriRelRoleDestination"),
        ]
      ],
    ]
    if layer == 0, !manners.contains(.hasNoShapes) {
      members.append("geometryType", "esriGeometryPoint")
      members.append(
        "extent",
        manners.contains(.isProjected)
          ? ["spatialReference": ["wkid": 25_831, "xyUnits": 10_000]]
          : ["spatialReference": ["wkid": 4326, "xyUnits": 1_000_000_000]])
    } else {
      members.append("type", "Table")
    }
    return .object(members)
  }

  private func query(
    _ values: [String: String], _ layer: Int, _ rows: [String: Row]
  ) -> Answer {
    let clause = values["where"] ?? ""
    let field = clause.split(separator: " ").first.map(String.init) ?? ""
    let literals = clause.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
    let wantsPlain = manners.contains(.wantsPlainIDs)
    let wanted = Set(
      literals.filter { $0.hasPrefix("{") != wantsPlain }.map { text in
        text.hasPrefix("{") ? text : "{\(text.uppercased())}"
      })
    var found = rows.filter { id, row in
      wanted.contains(field == "GlobalID" ? id : row.values[field]?.string ?? "")
    }.sorted { $0.key < $1.key }
    var answer: JSONObject = ["objectIdFieldName": "OBJECTID"]
    for case .cutsShort(let count) in manners where found.count > count {
      found = Array(found.prefix(count))
      answer.append("exceededTransferLimit", true)
    }
    answer.append(
      "features",
      .array(
        found.map { id, row in
          var attributes: JSONObject = ["OBJECTID": .number(row.id), "GlobalID": .string(id)]
          for (name, value) in row.values.sorted(by: { $0.key < $1.key }) {
            attributes.append(name, value)
          }
          var feature: JSONObject = ["attributes": .object(attributes)]
          if var point = row.point, values["returnGeometry"] == "true" {
            if manners.contains(.isProjected), let wanted = Int(values["outSR"] ?? "") {
              point = Self.convert(point, from: 25_831, to: wanted)
            }
            feature.append("geometry", ["x": .number(point[0]), "y": .number(point[1])])
          }
          return .object(feature)
        }))
    return ok(.object(answer))
  }

  private func parameters(_ text: String) -> [String: String] {
    var values: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      values[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : ""
    }
    return values
  }

  // MARK: Edits

  private func applyEdits(
    _ values: [String: String], _ path: String, _ state: inout State
  ) -> Answer {
    let layer = path.contains("/FeatureServer/0/") ? 0 : 1
    let rows = state.rows[layer] ?? [:]
    var changed = state
    var answer = JSONObject()
    for action in ["add", "update", "delete"] {
      guard let text = values[action + "s"],
        let list = (try? JSONParser.parse(Array(text.utf8)))?.array
      else { continue }
      let ids = list.map { edit -> String in
        let attributes = edit["attributes"]
        let number = attributes?["OBJECTID"]?.int ?? edit.int
        return number.flatMap { number in rows.first { $0.value.id == number }?.key }
          ?? attributes?["GlobalID"]?.string ?? edit.string ?? ""
      }
      for manner in manners {
        switch manner {
        case .refusesCall(let number) where ids.contains(Self.id(number)):
          return ok([
            "error": ["code": 400, "message": "Unable to complete operation.", "details": []]
          ])
        case .rollsBack(let number) where ids.contains(Self.id(number)):
          let results = ids.map { id -> JSON in
            let code = id == Self.id(number) ? 1_016 : 1_003
            return result(id, 0, error: code)
          }
          return ok([action + "Results": .array(results)])
        default: break
        }
      }
      var results: [JSON] = []
      for (edit, id) in zip(list, ids) {
        let code = apply(edit, id, action, layer, &changed)
        results.append(result(id, changed.rows[layer]?[id]?.id ?? 0, error: code))
      }
      if manners.contains(.shortensResults) { results = results.dropLast() }
      if manners.contains(.shufflesResults) {
        results = [result(Self.id(0xFFFF), 4_711, error: nil)] + results.reversed()
      }
      answer.append(action + "Results", .array(results))
    }
    state = changed
    return ok(.object(answer))
  }

  private func result(_ id: String, _ number: Int, error: Int?) -> JSON {
    var members = JSONObject()
    if !manners.contains(.namesNoRecords) {
      members = ["objectId": .number(number), "globalId": .string(id)]
    }
    members.append("success", .bool(error == nil))
    if let error {
      members.append(
        "error", ["code": .number(error), "description": .string("Because \(error).")])
    }
    return .object(members)
  }

  /// Applies an edit. Returns an error code, or nil.
  private func apply(
    _ edit: JSON, _ id: String, _ action: String, _ layer: Int, _ state: inout State
  ) -> Int? {
    for case .refuses(let number, let code) in manners where id == Self.id(number) { return code }
    // With `useGlobalIds`, the client makes the GlobalIDs (ArcGIS REST API, Apply Edits).
    guard !id.isEmpty else { return 1_000 }
    guard action == "add" || state.rows[layer]?[id] != nil else { return 1_011 }
    if action == "delete" {
      state.rows[layer]?[id] = nil
      // The relationship is composite.
      if layer == 0 {
        state.rows[1] = state.rows[1]?.filter { $0.value.values["TreeGUID"]?.string != id }
      }
      return nil
    }
    if action == "add" {
      guard state.rows[layer]?[id] == nil else { return 1_022 }
      state.next += 1
      state.rows[layer]?[id] = Row(id: state.next, values: [:])
    }
    for member in edit["attributes"]?.object?.members ?? []
    where !["GlobalID", "OBJECTID"].contains(member.key) {
      state.rows[layer]?[id]?.values[member.key] = member.value
    }
    if let x = edit["geometry"]?["x"]?.double, let y = edit["geometry"]?["y"]?.double {
      let wkid = edit["geometry"]?["spatialReference"]?["wkid"]?.int
      let isForeign = manners.contains(.isProjected) && wkid != 25_831
      state.rows[layer]?[id]?.point =
        isForeign ? Self.convert([x, y], from: wkid ?? 25_831, to: 25_831) : [x, y]
    }
    return nil
  }

  private func attachment(
    _ body: [UInt8], _ upload: WebRequest.Upload, _ path: String, _ state: inout State
  ) -> Answer {
    let parts = path.split(separator: "/").map(String.init)
    guard let number = Int(parts[parts.count - 2]),
      let id = state.rows[0]?.first(where: { $0.value.id == number })?.key
    else { return ok(["error": ["code": 404, "message": "no such record"]]) }
    let text = String(decoding: body, as: UTF8.self)
    if parts.last == "deleteAttachments" {
      let photo = Int(parameters(text)["attachmentIds"] ?? "") ?? 0
      state.rows[0]?[id]?.photos.removeAll { $0.number == photo }
      return ok(["deleteAttachmentResults": [["objectId": .number(photo), "success": true]]])
    }
    var fields = Multipart(text, boundary: upload.contentType)
    if manners.contains(.renamesPhotos) { fields.fileName = "1_" + fields.fileName }
    state.next += 1
    if parts.last == "addAttachment" {
      state.rows[0]?[id]?.photos.append(
        Photo(number: state.next, name: fields.fileName, bytes: Array(fields.content.utf8)))
      return ok(["addAttachmentResult": ["objectId": .number(state.next), "success": true]])
    }
    let target = Int(fields.values["attachmentId"] ?? "") ?? 0
    guard let index = state.rows[0]?[id]?.photos.firstIndex(where: { $0.number == target }) else {
      return ok(["updateAttachmentResult": ["success": false, "error": ["code": 1_009]]])
    }
    state.rows[0]?[id]?.photos[index] = Photo(
      number: target, name: fields.fileName, bytes: Array(fields.content.utf8))
    return ok(["updateAttachmentResult": ["objectId": .number(target), "success": true]])
  }
}

/// The parts of a form with a file.
private struct Multipart {
  var values: [String: String] = [:]
  var fileName = ""
  var content = ""

  init(_ text: String, boundary type: String) {
    let boundary = "--" + (type.components(separatedBy: "boundary=").last ?? "")
    for part in text.components(separatedBy: boundary) {
      let halves = part.components(separatedBy: "\r\n\r\n")
      guard halves.count == 2 else { continue }
      let names = halves[0].components(separatedBy: "\"")
      // The end of the line before the boundary is one character.
      let value = String(halves[1].dropLast())
      if names.count > 4 {
        (fileName, content) = (names[3], value)
      } else if names.count > 1 {
        values[names[1]] = value
      }
    }
  }
}
