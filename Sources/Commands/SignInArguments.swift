import Bytes
import Console
import Services

/// The options of commands that sign in to a portal or server.
enum SignInArguments {
  static let portal = Option(
    "portal", valueName: "ADDRESS",
    help: "the portal of the item (default: that of the page, or www.arcgis.com)")

  static let options = [
    Option(
      "token-file", valueName: "FILE", completion: .file,
      help: "a file with a token or API key (default: FIELDPACK_TOKEN)"),
    Option("user", valueName: "NAME", help: "sign in as a user of the portal or server"),
    Option(
      "password-file", valueName: "FILE", completion: .file,
      help: "a file with the user's password (default: FIELDPACK_PASSWORD)"),
    Option("client-id", valueName: "ID", help: "sign in as an app of the portal"),
    Option(
      "client-secret-file", valueName: "FILE", completion: .file,
      help: "a file with the app's secret (default: FIELDPACK_CLIENT_SECRET)"),
  ]

  /// The largest file with a secret, in bytes.
  private static let longestSecret = 16_384

  /// What to sign in with: what the options name, or else what the environment or `sign-in` has.
  ///
  /// - Throws: `ConsoleError`, and `ServicesError` for a file without a secret.
  static func credential(_ call: Call, of command: Command) throws -> Credential? {
    let arguments = call.arguments
    try checkTogether(arguments)
    if let name = arguments.value("user") {
      return .user(
        name: name,
        password: try secret("password-file", or: call.surroundings.password, call, of: command))
    }
    if let id = arguments.value("client-id") {
      return .app(
        clientID: id,
        secret: try secret(
          "client-secret-file", or: call.surroundings.clientSecret, call, of: command))
    }
    if let path = arguments.value("token-file") { return .token(try read(path)) }
    if let token = call.surroundings.token, !token.isEmpty { return .token(token) }
    return stored(call).map { .stored($0) }
  }

  /// The folder where `sign-in` stores; nil if the user has no home.
  static func stored(_ call: Call) -> StoredSignIns? {
    call.surroundings.settings.map { StoredSignIns(folder: $0 + "/fieldpack") }
  }

  /// There is one way to sign in.
  private static func checkTogether(_ arguments: ParsedArguments) throws(ConsoleError) {
    let given = ["user", "client-id", "token-file"].filter { arguments.value($0) != nil }
    if given.count > 1 {
      throw .badValue(
        option: "--\(given[0])", value: arguments.value(given[0]) ?? "",
        expected: "no --\(given[1]) beside it")
    }
    let pairs = [("password-file", "user"), ("client-secret-file", "client-id")]
    for (file, name) in pairs where arguments.value(file) != nil && arguments.value(name) == nil {
      throw .badValue(
        option: "--\(file)", value: arguments.value(file) ?? "", expected: "--\(name) beside it")
    }
  }

  private static func secret(
    _ option: String, or variable: String?, _ call: Call, of command: Command
  ) throws -> String {
    let secret = try call.arguments.value(option).map(read) ?? variable ?? ""
    guard !secret.isEmpty else {
      throw ConsoleError.missingOption("--\(option) FILE", command: command.name)
    }
    return secret
  }

  /// The first line of a file.
  private static func read(_ path: String) throws -> String {
    let file = try InputFile(path: path)
    guard file.size <= longestSecret else {
      throw ServicesError.tokenUnusable("the file is too large to have one")
    }
    let text = String(decoding: try file.read(at: 0, count: file.size), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.first.map(String.init) ?? ""
  }
}
