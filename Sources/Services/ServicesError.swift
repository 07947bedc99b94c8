/// Why data can't be fetched from services.
package enum ServicesError: Error, Equatable, Sendable {
  /// The source is not an item, a service or a layer.
  case sourceUnknown(String)
  /// The program curl isn't installed.
  case noCurl
  /// The installed curl is older than 7.75.
  case curlUnusable
  /// A portal's item is of a type without layers, such as a dashboard.
  case itemUnusable(id: String, type: String)
  /// The server can't be reached, or asks to wait for too long.
  case unreachable(address: String, reason: String)
  /// The server can't be trusted, or its address can't be used.
  case untrusted(address: String, reason: String)
  /// The proxy before the server refuses, with a status of HTTP.
  case proxyRefused(address: String, status: Int)
  /// The server wants a token, or rejects the one it got.
  case signInNeeded(address: String, hasToken: Bool)
  /// The server rejects a user, an app or a code, in its own words.
  case signInFailed(address: String, message: String)
  /// A server names another host for signing in, which the user didn't name.
  case signInElsewhere(server: String, portal: String)
  /// What `sign-in` stored has expired, or is damaged.
  case signInEnded(portal: String)
  /// Others can read what `sign-in` stored.
  case signInShared(path: String)
  /// A token can't be used, because it has blanks or control characters, or is missing in its file.
  case tokenUnusable(String)
  /// The server answered with an error.
  case refused(address: String, code: Int, message: String)
  /// The server rejects a filter or an area, in its own words.
  case filterRefused(layer: String, filter: String, code: Int, message: String)
  /// The server's answer isn't what was asked for.
  case answerUnusable(address: String, expected: String)
  /// The answer is larger than its limit, in bytes.
  case answerTooLarge(address: String, limit: Int)
  /// The source has no such layers.
  case noSuchLayer(name: String, layers: [String])
  /// Nothing that the source shows can be fetched.
  case noLayers(String)
  /// The layer has no object IDs, so nobody could say whether all its rows came.
  case noIDs(layer: String, address: String)
  /// The server lists rows that it doesn't send.
  case rowsMissing(layer: String, address: String, ids: [Int64])
  /// The server sends a row twice, or one that it doesn't list.
  case rowsWrong(layer: String, address: String, ids: [Int64])
  /// Rows or attachments changed each time the layer was read.
  case changedWhileReading(layer: String, address: String)
  /// The layer has attachments, but no GlobalIDs that say which row they belong to.
  case attachmentsUnusable(layer: String, reason: String)
  /// An attachment has another size than the server lists.
  case attachmentWrong(layer: String, address: String, listed: Int, received: Int)
  /// The output is a folder that `fetch` didn't make.
  case folderInUse(path: String)
  /// The folder has another part of the data. Each part is nil for everything.
  case otherPart(path: String, has: String?, wants: String?)
  /// Another run works in the same folder.
  case isRunning(path: String)
}

extension ServicesError {
  /// Whether the server answered, but not with what was asked for.
  var isAboutAnswer: Bool {
    switch self {
    case .refused, .attachmentWrong: true
    case .sourceUnknown, .noCurl, .curlUnusable, .itemUnusable, .unreachable, .untrusted,
      .proxyRefused, .signInNeeded, .signInFailed, .signInElsewhere, .signInEnded, .signInShared,
      .tokenUnusable, .filterRefused, .answerUnusable, .answerTooLarge, .noSuchLayer, .noLayers,
      .noIDs, .rowsMissing, .rowsWrong, .changedWhileReading, .attachmentsUnusable, .folderInUse,
      .otherPart, .isRunning:
      false
    }
  }
}
