import Bytes
import Console
import Services

extension ServicesError: ExplainedError {
  /// Explains why data can't be fetched.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .sourceUnknown(let text):
      explain(
        .serviceSourceUnknown, about: text.isEmpty ? "SOURCE" : text,
        "is not an item ID, nor the address of an item, a service or a layer")
    case .noCurl:
      explain(
        .serviceCurlMissing, about: "curl",
        "is not installed, and Fieldpack reaches services with it")
    case .curlUnusable:
      explain(.serviceCurlMissing, about: "curl", "is older than version 7.75")
    case .itemUnusable(let id, let type):
      explain(
        .serviceItemUnusable, about: "item \(id)",
        "is of type \(type.isEmpty ? "unknown" : type), which has no layers")
    case .unreachable(let address, let reason):
      explain(.serviceUnreachable, about: address, "did not answer: \(reason)")
    case .untrusted(let address, let reason):
      explain(.serviceUntrusted, about: address, "can't be used: \(reason)")
    case .proxyRefused(let address, let status):
      explain(
        .serviceProxyRefused, about: address,
        status == 407
          ? "can't be reached, because the proxy wants a user name and a password"
          : "can't be reached, because the proxy answers with status \(status)")
    case .signInNeeded(let address, let hasToken):
      explain(
        .serviceSignInNeeded, about: address,
        hasToken ? "rejects the token, or it is for another server" : "needs a token")
    case .signInFailed(let address, let message):
      explain(.serviceSignInFailed, about: address, "rejects the sign-in: \(message)")
    case .signInElsewhere(let server, let portal):
      explain(.serviceSignInElsewhere, about: server, "wants you to sign in at \(portal)")
    case .signInEnded(let portal):
      explain(
        .serviceSignInEnded, about: portal, "doesn't accept the stored sign-in any more")
    case .signInShared(let path):
      explain(
        .serviceSignInShared, about: path,
        "has your sign-in, and other users of this machine can read it")
    case .tokenUnusable(let reason):
      explain(.serviceTokenUnusable, about: "the token", "can't be used: \(reason)")
    case .refused(let address, let code, let message):
      explain(
        .serviceRefused, about: address,
        "answers with error \(code)\(message.isEmpty ? "" : ": \(message)")")
    case .filterRefused(let layer, let filter, let code, let message):
      explain(
        .serviceFilterRefused, about: layer,
        "the service rejects \(filter.isEmpty ? "the area" : "the filter \(filter)") with error "
          + "\(code)\(message.isEmpty ? "" : ": \(message)")")
    case .otherPart(let path, let has, let wants):
      explain(
        .serviceOtherPart, about: path,
        "has \(has.map { "the part \($0)" } ?? "all data"), and not "
          + (wants.map { "the part \($0)" } ?? "all data"))
    case .answerUnusable(let address, let expected):
      explain(.serviceAnswerUnusable, about: address, "expected \(expected)")
    case .answerTooLarge(let address, let limit):
      explain(
        .serviceAnswerUnusable, about: address,
        "answers with more than \(NumberText.bytes(limit))")
    case .noSuchLayer(let name, let layers):
      Explanation(noLayer: name, layers: layers)
    case .noLayers(let title):
      explain(.serviceItemUnusable, about: title, "has no layers from a service to fetch")
    case .rowsMissing(let layer, let address, let ids):
      explain(
        .serviceRowsMissing, about: layer,
        "\(address) lists records that it doesn't send: object IDs \(Self.list(ids))")
    case .rowsWrong(let layer, let address, let ids):
      explain(
        .serviceRowsWrong, about: layer,
        "\(address) sends records that it doesn't list, or some twice: object IDs "
          + Self.list(ids))
    case .changedWhileReading(let layer, let address):
      explain(
        .serviceChanging, about: layer, "\(address) changed each time that Fieldpack read it")
    case .noIDs(let layer, let address):
      explain(
        .serviceNoIDs, about: layer,
        "\(address) doesn't list object IDs, so nobody can say whether all records came")
    case .attachmentsUnusable(let layer, let reason):
      explain(.serviceAttachmentsUnusable, about: layer, reason)
    case .attachmentWrong(let layer, let address, let listed, let received):
      explain(
        .serviceAttachmentWrong, about: layer,
        "\(address) has \(Self.bytes(received)), but the service lists \(Self.bytes(listed))")
    case .folderInUse(let path):
      explain(.serviceFolderInUse, about: path, "has files, and they are not from fetch")
    case .isRunning(let path):
      explain(.serviceRunning, about: path, "is in use by another run of Fieldpack")
    }
  }

  private func explain(
    _ code: ErrorCode, about subject: String, _ summary: String
  ) -> Explanation {
    Explanation(code, about: subject, summary, fix: code.generalFix)
  }

  private static func list(_ ids: [Int64]) -> String {
    ids.isEmpty ? "unknown" : ids.map { "\($0)" }.joined(separator: ", ")
  }

  private static func bytes(_ count: Int) -> String {
    NumberText.plural(count, one: "byte", many: "bytes")
  }
}
