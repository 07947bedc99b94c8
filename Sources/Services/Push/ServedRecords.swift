import FeatureData
import MapModel
import OrderedJSON

/// A record as the service has it.
struct ServedRecord: Sendable {
  let objectID: Int64
  let attributes: JSONObject
  let geometry: JSON?

  /// The value of a field, whatever its case.
  func value(of field: Field) -> JSON? { attributes.value(of: field) }
}

extension JSONObject {
  /// The value of a field, whatever its case.
  func value(of field: Field) -> JSON? {
    self[field.name] ?? members.first { $0.key.isSameName(as: field.name) }?.value
  }
}

/// Reads single records of a layer by their GlobalIDs.
struct ServedRecords: Sendable {
  let client: ServiceClient
  let layer: ServedLayer
  /// The field of GlobalIDs.
  let idField: Field
  /// The well-known ID of the coordinate system to read shapes in; nil for that of the layer.
  let wkid: Int?
  /// Whether only their object IDs are wanted.
  var isBrief = false

  /// How many records one question is about.
  private static let most = 200
  /// How often a question about one record is asked if its answers can't be read.
  private static let tries = 4

  /// The records that exist. Missing ones are asked for a second time, because a service can leave
  /// out records or read GlobalIDs only in another spelling.
  ///
  /// - Throws: `ServicesError`.
  func read(_ ids: [GlobalID]) async throws -> [GlobalID: ServedRecord] {
    var found = try await read(ids) { $0.text }
    let missing = ids.filter { found[$0] == nil }
    guard !missing.isEmpty else { return found }
    let others = try await read(missing) { id in
      id.text.lowercased().filter { $0 != "{" && $0 != "}" }
    }
    found.merge(others) { first, _ in first }
    return found
  }

  private func read(
    _ ids: [GlobalID], spelled: (GlobalID) -> String
  ) async throws -> [GlobalID: ServedRecord] {
    let size = min(Self.most, layer.pageSize)
    var waiting = stride(from: 0, to: ids.count, by: size).reversed().map {
      Array(ids[$0..<min(ids.count, $0 + size)])
    }
    var found: [GlobalID: ServedRecord] = [:]
    var unreadable = 0
    while let part = waiting.popLast() {
      let question = question(part.map(spelled))
      let isLast = part.count == 1 && unreadable + 1 == Self.tries
      let (page, isWhole) = try page(
        try await client.ask([question])[0], of: question, isLast: isLast)
      let wanted = Set(part)
      for (id, record) in page where wanted.contains(id) { found[id] = record }
      if isWhole || part.count == 1 && !page.isEmpty {
        unreadable = 0
        continue
      }
      if part.count == 1 {
        try await client.wait(1 << unreadable)
        unreadable += 1
        waiting.append(part)
        continue
      }
      let rest = part.filter { found[$0] == nil }
      let middle = (rest.count + 1) / 2
      waiting += [Array(rest[middle...]), Array(rest[..<middle])].filter { !$0.isEmpty }
    }
    return found
  }

  private func question(_ ids: [String]) -> Question {
    let list = ids.map { "'\($0)'" }.joined(separator: ",")
    var parameters = [("where", "\(idField.name) IN (\(list))")]
    let hasShape = layer.definition.kind != .table && !isBrief
    let brief = [layer.definition.objectIDField ?? "", idField.name].joined(separator: ",")
    parameters.append(("outFields", isBrief ? brief : "*"))
    parameters.append(("returnGeometry", hasShape ? "true" : "false"))
    if hasShape {
      if let wkid { parameters.append(("outSR", "\(wkid)")) }
      if layer.definition.hasZ { parameters.append(("returnZ", "true")) }
      if layer.definition.hasM { parameters.append(("returnM", "true")) }
    }
    var question = Question.json(layer.url + "/query", parameters)
    question.isDivisible = ids.count > 1
    return question
  }

  /// The records of an answer, and whether the answer has all that were asked for.
  private func page(
    _ reply: ServiceClient.Reply, of question: Question, isLast: Bool
  ) throws -> ([GlobalID: ServedRecord], isWhole: Bool) {
    switch reply {
    case .tooLarge(let limit):
      guard !isLast else {
        throw ServicesError.answerTooLarge(address: question.address, limit: limit)
      }
      return ([:], false)
    case .refused(let refusal):
      guard refusal.isOverload, !isLast else { throw refusal.error(of: question) }
      return ([:], false)
    case .body(let path, let size):
      let json = try? JSONParser.parse(size == 0 ? [] : ServiceClient.read(path))
      guard let json, let features = json["features"]?.array else {
        guard isLast else { return ([:], false) }
        throw ServicesError.answerUnusable(address: question.address, expected: "records")
      }
      var records: [GlobalID: ServedRecord] = [:]
      for feature in features {
        guard let (id, record) = record(feature) else {
          throw ServicesError.answerUnusable(
            address: question.address, expected: "records with object IDs and GlobalIDs")
        }
        records[id] = record
      }
      let isWhole = json["exceededTransferLimit"]?.bool != true
      // Nobody could say whether the last record is there.
      guard isWhole || !records.isEmpty || !isLast else {
        throw ServicesError.answerUnusable(address: question.address, expected: "all records")
      }
      return (records, isWhole)
    }
  }

  private func record(_ feature: JSON) -> (GlobalID, ServedRecord)? {
    guard let attributes = feature["attributes"]?.object,
      let id = attributes.value(of: idField)?.string.flatMap({ GlobalID($0) }),
      let field = layer.definition.objectIDField.flatMap({ layer.definition.fields.named($0) }),
      let objectID = attributes.value(of: field)?.int
    else { return nil }
    return (
      id,
      ServedRecord(
        objectID: Int64(objectID), attributes: attributes, geometry: feature["geometry"])
    )
  }
}
