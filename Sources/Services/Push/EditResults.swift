import FeatureData
import OrderedJSON

/// What a service says became of an edit.
enum EditResult: Sendable, Equatable {
  case done
  /// The edit was right, but another one wasn't, so the service took back all of them.
  case rolledBack
  case refused(code: Int, message: String)

  /// A result of applyEdits, or of a call about one attachment.
  init(_ json: JSON) {
    if json["success"]?.bool == true {
      self = .done
      return
    }
    let error = json["error"]
    let code = error?["code"]?.int ?? 1_000
    let message = error?["description"]?.string ?? error?["message"]?.string ?? ""
    self =
      [1_003, 1_012, 2_000].contains(code) ? .rolledBack : .refused(code: code, message: message)
  }
}

/// The results of an applyEdits call, by record.
struct EditResults: Sendable {
  private(set) var results: [GlobalID: EditResult] = [:]

  /// Matches results with what was sent. A record without a result, or with two different ones, has
  /// none here. Results for records that weren't sent are ignored.
  ///
  /// - Parameter sent: the records, in the order of the call.
  init(_ json: JSON, of action: EditAction, sent: [OpenEdit]) {
    let list = json["\(action.rawValue)Results"]?.array ?? []
    let ids = Set(sent.map(\.edit.id))
    var byNumber: [Int64: GlobalID] = [:]
    for edit in sent { if let number = edit.objectID { byNumber[number] = edit.edit.id } }
    var unclear: Set<GlobalID> = []
    for (index, json) in list.enumerated() {
      let named = json["globalId"]?.string.flatMap { GlobalID($0) }
      let numbered = json["objectId"]?.int.flatMap { byNumber[Int64($0)] }
      // Services that name no record keep the order.
      let isBare = (named?.isNone ?? true) && numbered == nil && list.count == sent.count
      let known = named.flatMap { ids.contains($0) ? $0 : nil } ?? numbered
      guard let id = known ?? (isBare ? sent[index].edit.id : nil) else { continue }
      let result = EditResult(json)
      if let other = results[id], other != result { unclear.insert(id) }
      results[id] = result
    }
    for id in unclear { results[id] = nil }
  }
}
