import Bytes
import Foundation
import OrderedJSON
import Services
import Synchronization

/// A feature service and a portal in this process, with the manners of real ones.
final class FakeService: Transport {
  /// What a server does that it should not do, or that a client has to bear.
  enum Manner: Sendable, Equatable {
    /// Sends at most so many rows, and says that more follow.
    case cutsShort(at: Int)
    /// Sends at most so many rows, and doesn't say so.
    case cutsShortSilently(at: Int)
    /// Says that more rows follow, also on complete pages.
    case alwaysSaysMore
    /// Sends no rows the first time, but says that more follow.
    case beginsWithNothing
    /// Sends rows in another order.
    case shuffles
    /// Answers pages above so many rows with an error of HTTP.
    case failsAbove(Int, status: Int)
    /// Answers them with an error in a document with status 200.
    case errorInsideAbove(Int)
    /// Answers them with a web page.
    case webPageAbove(Int)
    /// Answers them with a document that was cut.
    case cutsDocumentAbove(Int)
    /// Can't send one row.
    case failsFor(row: Int)
    /// Doesn't understand ranges of IDs.
    case refusesRanges
    /// Ignores ranges of IDs.
    case ignoresRanges
    /// Sends other rows than those that were asked for.
    case sendsOthers
    /// Sends a row twice.
    case repeatsRow
    /// Lists a row that it never sends.
    case hidesRow(Int)
    /// Writes IDs in lists with a decimal point.
    case listsDecimals
    /// Doesn't list IDs.
    case listsNoIDs
    /// Is busy for so many answers, with a time to wait.
    case isBusy(times: Int, status: Int, retryAfter: Int?)
    /// Cuts so many connections.
    case breaks(times: Int)
    /// Wants a token.
    case wantsToken(String)
    /// Redirects pages to another address.
    case redirects(to: String)
    /// Changes the data after so many pages: one row comes, one goes, one changes.
    case changes(afterPages: Int)
    /// Changes the data after each page.
    case changesAlways
    /// Lists another size for attachments than they have.
    case liesAboutSize(by: Int)
    /// Sends a web page instead of so many attachments.
    case webPageForAttachments(times: Int)
    /// Sends an error inside status 200 instead of so many attachments.
    case errorForAttachments(times: Int, code: Int)
    /// Loses all attachments of the last row that has some, while they are read.
    case losesAttachments
    /// Answers each question with a web page first.
    case webPageFirst
    /// Sends half of each attachment the first time.
    case cutsAttachmentsOnce
    /// Tells no dates of edits.
    case hidesEdits
    /// Lists attachments one row at a time.
    case listsAttachmentsByRow
  }

  struct Row: Sendable, Equatable {
    var id: Int
    var name: String
    var edited: Int
    var photos: [(name: String, bytes: [UInt8])] = []

    static func == (first: Row, second: Row) -> Bool {
      first.id == second.id && first.name == second.name && first.edited == second.edited
    }
  }

  private struct State {
    var rows: [Row]
    var lastEdit = 1_700_000_000_000
    var pages = 0
    var busy = 0
    var broken = 0
    var seen: Set<String> = []
    var spoiledAttachments = 0
    var log: [WebRequest] = []
    var bytes: [[UInt8]] = []
  }

  static let root = "https://gis.example.gov/arcgis/rest/services/Trees/FeatureServer"
  static let item = "0123456789abcdef0123456789abcdef"

  private let manners: [Manner]
  private let state: Mutex<State>
  /// Changes the bytes of answers.
  private let damage: (@Sendable ([UInt8]) -> [UInt8])?

  init(
    rows: Int, photos: Int = 0, _ manners: [Manner] = [],
    damage: (@Sendable ([UInt8]) -> [UInt8])? = nil
  ) {
    self.manners = manners
    self.damage = damage
    state = Mutex(State(rows: (0..<rows).map { Self.row($0 * 3 + 1, photos: $0 < photos ? 2 : 0) }))
  }

  private static func row(_ id: Int, photos: Int = 0) -> Row {
    Row(
      id: id, name: "Tree \(id)", edited: 1_600_000_000_000 + id,
      photos: (0..<photos).map { ("photo.jpg", Array("bytes \($0) of \(id)".utf8)) })
  }

  var rows: [Row] { state.withLock { $0.rows } }
  var log: [WebRequest] { state.withLock { $0.log } }
  /// The bytes of all answers.
  var answers: [[UInt8]] { state.withLock { $0.bytes } }

  /// Changes a row, as somebody in the field does.
  func edit() {
    state.withLock { Self.edit(&$0) }
  }

  /// Removes the bytes of all photos.
  func emptyPhotos() {
    state.withLock { state in
      for row in state.rows.indices {
        for photo in state.rows[row].photos.indices { state.rows[row].photos[photo].bytes = [] }
      }
    }
  }

  private static func edit(_ state: inout State) {
    state.lastEdit += 10_000
    state.rows.removeFirst()
    state.rows[1].name += " again"
    state.rows[1].edited = state.lastEdit
    var new = row((state.rows.map(\.id).max() ?? 0) + 5)
    new.edited = state.lastEdit
    state.rows.append(new)
  }

  private var token: String? {
    for case .wantsToken(let token) in manners { return token }
    return nil
  }

  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    try requests.map { request in
      let (result, body) = state.withLock { answer(request, &$0) }
      let bytes = damage?(body) ?? body
      state.withLock { $0.bytes.append(bytes) }
      try Data(bytes).write(to: URL(fileURLWithPath: request.output))
      if bytes.isEmpty { try FileManager.default.removeItem(atPath: request.output) }
      if bytes.count > request.sizeLimit { return .failure(.tooLarge(limit: request.sizeLimit)) }
      return result
    }
  }

  private func answer(
    _ request: WebRequest, _ state: inout State
  ) -> (Result<WebAnswer, WebFailure>, [UInt8]) {
    state.log.append(request)
    for manner in manners {
      switch manner {
      case .isBusy(let times, let status, let retryAfter) where state.busy < times:
        state.busy += 1
        return (.success(WebAnswer(status: status, retryAfter: retryAfter)), [])
      case .breaks(let times) where state.broken < times:
        state.broken += 1
        return (.failure(.passing("the connection broke")), Array("{\"feat".utf8))
      case .wantsToken(let token)
      where !request.headers.contains { $0.value == "Bearer \(token)" }:
        return ok(["error": ["code": 499, "message": "Token Required", "details": []]])
      case .webPageFirst
      where state.seen.insert(request.address.text + (request.form ?? "")).inserted:
        return (.success(WebAnswer(status: 200)), Array("<html>Starting</html>".utf8))
      case .redirects(let address) where request.address.path.hasSuffix("/query"):
        if request.address.text.hasPrefix(address) { break }
        let query = request.address.text.drop { $0 != "?" }
        return (.success(WebAnswer(status: 302, redirection: address + query)), [])
      default: break
      }
    }
    let path = request.address.path
    if path.hasSuffix("/query") { return query(request, &state) }
    if path.hasSuffix("/queryAttachments") { return ok(attachments(request, state.rows)) }
    if path.contains("/attachments/") { return attachment(path, &state) }
    if path.hasSuffix("/attachments") { return ok(attachments(ofRow: path, state.rows)) }
    if path.hasSuffix("/FeatureServer/0") { return ok(definition(state)) }
    if path.hasSuffix("/FeatureServer") {
      return ok([
        "capabilities": "Query,Editing", "layers": [["id": 0, "name": "Trees"]], "tables": [],
        "spatialReference": ["wkid": 4326],
      ])
    }
    if path.hasSuffix("/portals/self") { return ok(["authorizedCrossOriginDomains": []]) }
    if path.hasSuffix("/items/\(Self.item)") {
      return ok(["id": .string(Self.item), "title": "Trees of Test", "type": "Web Map"])
    }
    if path.hasSuffix("/items/\(Self.item)/data") { return ok(Self.map) }
    return ok(["error": ["code": 404, "message": "not found"]])
  }

  static let map: JSON = [
    "version": "2.31",
    "operationalLayers": [
      [
        "id": "trees", "title": "City Trees", "layerType": "ArcGISFeatureLayer",
        "url": .string(root + "/0?token=SAVEDTOKEN"),
      ]
    ], "tables": [],
  ]

  private func ok(_ json: JSON) -> (Result<WebAnswer, WebFailure>, [UInt8]) {
    (.success(WebAnswer(status: 200)), JSONWriter.write(json))
  }

  private func definition(_ state: State) -> JSON {
    var members: JSONObject = [
      "id": 0, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
      "objectIdField": "OBJECTID", "globalIdField": "GlobalID", "hasAttachments": true,
      "maxRecordCount": 8,
      "advancedQueryCapabilities": [
        "supportsOrderBy": true,
        "supportsQueryAttachments": .bool(!manners.contains(.listsAttachmentsByRow)),
      ],
      "fields": [
        ["name": "OBJECTID", "type": "esriFieldTypeOID"],
        ["name": "GlobalID", "type": "esriFieldTypeGlobalID"],
        ["name": "Name", "type": "esriFieldTypeString", "length": 50],
        ["name": "EditDate", "type": "esriFieldTypeDate"],
      ],
    ]
    if !manners.contains(.hidesEdits) {
      members.append("editingInfo", ["lastEditDate": .number(state.lastEdit)])
      members.append("editFieldsInfo", ["editDateField": "EditDate"])
    }
    return .object(members)
  }

  private func parameters(_ request: WebRequest) -> [String: String] {
    let text =
      request.form ?? request.address.text.split(separator: "?").last.map(String.init) ?? ""
    var values: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      values[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : ""
    }
    return values
  }

  private func query(
    _ request: WebRequest, _ state: inout State
  ) -> (Result<WebAnswer, WebFailure>, [UInt8]) {
    let values = parameters(request)
    let clause = values["where"] ?? ""
    if values["returnIdsOnly"] == "true" {
      var inArea = state
      if let geometry = values["geometry"] {
        inArea.rows = Self.rows(state.rows, inBox: geometry, type: values["geometryType"])
      }
      return ids(clause, inArea)
    }
    defer {
      state.pages += 1
      for case .changes(let pages) in manners where state.pages == pages { Self.edit(&state) }
      if manners.contains(.changesAlways) { Self.edit(&state) }
    }
    if clause.contains(">="), manners.contains(.refusesRanges) {
      return ok(["error": ["code": 400, "message": "Invalid query", "details": "where"]])
    }
    return page(chosen(values, clause, state.rows), &state)
  }

  /// The rows in a box, as the service draws them.
  private static func rows(_ rows: [Row], inBox text: String, type: String?) -> [Row] {
    guard type == "esriGeometryEnvelope", let box = try? JSONParser.parse(Array(text.utf8)) else {
      return []
    }
    func side(_ name: String) -> Double { box[name]?.double ?? .nan }
    return rows.filter { row in
      let x = Double(row.id) / 100
      return x >= side("xmin") && x <= side("xmax") && side("ymin") <= 45.5 && side("ymax") >= 45.5
    }
  }

  private func ids(_ clause: String, _ state: State) -> (Result<WebAnswer, WebFailure>, [UInt8]) {
    if manners.contains(.listsNoIDs) { return ok(["count": .number(state.rows.count)]) }
    var rows = state.rows
    if clause.contains("NOSUCH") {
      return ok([
        "error": [
          "code": 400, "message": "Cannot perform query.",
          "details": ["'where' clause is invalid: no field NOSUCH"],
        ]
      ])
    }
    if clause.hasPrefix("(OBJECTID < ") {
      let limit = Int(clause.dropFirst("(OBJECTID < ".count).dropLast()) ?? 0
      rows = rows.filter { $0.id < limit }
    }
    if let start = clause.range(of: "timestamp '") {
      let format = DateFormatter()
      format.dateFormat = "yyyy-MM-dd HH:mm:ss"
      format.timeZone = TimeZone(identifier: "UTC")
      let date = format.date(from: String(clause[start.upperBound...].dropLast()))
      let time = Int((date?.timeIntervalSince1970 ?? 0) * 1_000)
      rows = rows.filter { $0.edited >= time }
    }
    if manners.contains(.listsDecimals) {
      let list = rows.map { "\($0.id).0" }.joined(separator: ",")
      return (.success(WebAnswer(status: 200)), Array("{\"objectIds\":[\(list)]}".utf8))
    }
    return ok([
      "objectIdFieldName": "OBJECTID", "objectIds": .array(rows.reversed().map { .number($0.id) }),
    ])
  }

  private func chosen(_ values: [String: String], _ clause: String, _ all: [Row]) -> [Row] {
    if manners.contains(.sendsOthers) { return Array(all.suffix(3)) }
    if let list = values["objectIds"] {
      let ids = Set(list.split(separator: ",").compactMap { Int($0) })
      return all.filter { ids.contains($0.id) }
    }
    if clause == "1=0" { return [] }
    let numbers = clause.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2, !manners.contains(.ignoresRanges) else { return all }
    return all.filter { $0.id >= numbers[0] && $0.id <= numbers[1] }
  }

  private func page(
    _ chosen: [Row], _ state: inout State
  ) -> (Result<WebAnswer, WebFailure>, [UInt8]) {
    var rows = Array(chosen.prefix(8))
    var more: Bool? = chosen.count > 8 ? true : nil
    for manner in manners {
      switch manner {
      case .cutsShort(let count) where rows.count > count:
        rows = Array(rows.prefix(count))
        more = true
      case .cutsShortSilently(let count): rows = Array(rows.prefix(count))
      case .alwaysSaysMore: more = true
      case .beginsWithNothing where state.pages == 0: (rows, more) = ([], true)
      case .shuffles: rows.reverse()
      case .failsAbove(let count, let status) where rows.count > count:
        return (.success(WebAnswer(status: status)), Array("<html>busy</html>".utf8))
      case .errorInsideAbove(let count) where rows.count > count:
        return ok(["error": ["code": 500, "message": "Error performing query operation"]])
      case .webPageAbove(let count) where rows.count > count:
        return (.success(WebAnswer(status: 200)), Array("<!DOCTYPE html><p>Sign in".utf8))
      case .cutsDocumentAbove(let count) where rows.count > count:
        let bytes = document(rows, more: nil)
        return (.success(WebAnswer(status: 200)), Array(bytes.prefix(bytes.count - 3)))
      case .failsFor(let row) where rows.contains { $0.id == row }:
        return (.success(WebAnswer(status: 500)), [])
      case .repeatsRow: if let first = rows.first { rows.append(first) }
      case .hidesRow(let id): rows.removeAll { $0.id == id }
      default: break
      }
    }
    return (.success(WebAnswer(status: 200)), document(rows, more: more))
  }

  private func document(_ rows: [Row], more: Bool?) -> [UInt8] {
    var members: JSONObject = [
      "objectIdFieldName": "OBJECTID", "globalIdFieldName": "GlobalID",
      "geometryType": "esriGeometryPoint", "spatialReference": ["wkid": 4326],
      "fields": definition(State(rows: []))["fields"] ?? .null,
    ]
    if let more { members.append("exceededTransferLimit", .bool(more)) }
    members.append("features", .array(rows.map(Self.feature)))
    return JSONWriter.write(.object(members))
  }

  static func feature(_ row: Row) -> JSON {
    [
      "attributes": [
        "OBJECTID": .number(row.id), "GlobalID": .string(globalID(row.id)),
        "Name": .string(row.name), "EditDate": .number(row.edited),
      ], "geometry": ["x": .number(Double(row.id) / 100), "y": .number(45.5)],
    ]
  }

  static func globalID(_ id: Int) -> String {
    let digits = String(id, radix: 16).uppercased()
    return "{00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
      + "}"
  }

  private func infos(_ row: Row) -> JSON {
    .array(
      row.photos.enumerated().map { index, photo in
        var size = photo.bytes.count
        for case .liesAboutSize(let difference) in manners { size = max(0, size + difference) }
        return [
          "id": .number(row.id * 10 + index), "name": .string(photo.name),
          "contentType": "image/jpeg", "size": .number(size),
        ]
      })
  }

  private func attachments(_ request: WebRequest, _ rows: [Row]) -> JSON {
    let ids = Set(
      (parameters(request)["objectIds"] ?? "").split(separator: ",").compactMap { Int($0) })
    let groups = rows.filter { ids.contains($0.id) && !$0.photos.isEmpty }
    return [
      "attachmentGroups": .array(
        groups.map { row in
          [
            "parentObjectId": .number(row.id), "parentGlobalId": .string(Self.globalID(row.id)),
            "attachmentInfos": infos(row),
          ]
        })
    ]
  }

  private func attachments(ofRow path: String, _ rows: [Row]) -> JSON {
    let id = Int(path.split(separator: "/").dropLast().last ?? "")
    return ["attachmentInfos": rows.first { $0.id == id }.map(infos) ?? []]
  }

  private func attachment(
    _ path: String, _ state: inout State
  ) -> (Result<WebAnswer, WebFailure>, [UInt8]) {
    let parts = path.split(separator: "/").map(String.init)
    let number = Int(parts.last ?? "") ?? 0
    guard let row = state.rows.first(where: { $0.id == number / 10 }),
      row.photos.indices.contains(number % 10)
    else { return ok(["error": ["code": 404, "message": "no attachment"]]) }
    let bytes = row.photos[number % 10].bytes
    for manner in manners {
      switch manner {
      case .cutsAttachmentsOnce where state.seen.insert(path).inserted:
        return (.success(WebAnswer(status: 200)), Array(bytes.prefix(bytes.count / 2)))
      case .webPageForAttachments(let times) where state.spoiledAttachments < times:
        state.spoiledAttachments += 1
        return (.success(WebAnswer(status: 200)), Array("<html>Sign in</html>".utf8))
      case .errorForAttachments(let times, let code) where state.spoiledAttachments < times:
        state.spoiledAttachments += 1
        return ok(["error": ["code": .number(code), "message": "failed", "details": []]])
      case .losesAttachments where state.spoiledAttachments == 0:
        state.spoiledAttachments = 1
        if let last = state.rows.lastIndex(where: { !$0.photos.isEmpty }) {
          state.rows[last].photos = []
        }
      default: break
      }
    }
    return (.success(WebAnswer(status: 200)), bytes)
  }
}
