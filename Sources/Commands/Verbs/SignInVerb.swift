import Bytes
import Console
import OrderedJSON
import Packages
import Services

/// `fieldpack sign-in`: signs a user in to a portal with a browser.
enum SignInVerb {
  static let verb = Verb(
    command: Command(
      "sign-in", summary: "sign in to a portal with a browser",
      discussion: [
        "Prints the address of a page. Open it in a browser and sign in. The page shows a code: "
          + "paste it here. Then `fetch` and `push` have your rights at this portal for two weeks.",
        "This works with any way in which people sign in to the portal, also with a second factor. "
          + "Fieldpack never sees your password. It stores a secret that only you can read, in "
          + "XDG_CONFIG_HOME or ~/.config. To sign out, delete that file.",
      ],
      arguments: [PositionalArgument("PORTAL", help: "the address of the portal")],
      options: [
        Option(
          "client-id", valueName: "ID", isRequired: true,
          help: "the app that your administrator has registered in the portal")
      ],
      examples: [
        Example(
          "sign-in https://city.maps.arcgis.com --client-id K8fYw2mRt6Qz0aBc",
          "sign in to ArcGIS Online")
      ],
      topics: ["fetching"]),
    run: run)

  /// The longest line to read, in bytes.
  private static let longestCode = 4_096

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let arguments = call.arguments
    guard let stored = SignInArguments.stored(call) else {
      throw ConsoleError.badValue(
        option: "HOME", value: "", expected: "a folder to store the sign-in in")
    }
    let portal = try FetchSource.portal(arguments.positionals.first ?? "")
    let job = SignInJob(
      portal: portal, clientID: arguments.value("client-id") ?? "", storing: stored,
      over: try CurlTransport(agent: "fieldpack/\(ToolVersion.text)"),
      wait: { try await Task.sleep(for: .seconds($0)) })
    call.terminal.prompt(
      "Open this page in a browser and sign in:\n\n  \(job.page)\n\nPaste the code that it shows: ")
    let code = String((readLine() ?? "").filter { !$0.isWhitespace })
    guard !code.isEmpty, code.utf8.count <= longestCode else {
      throw ConsoleError.badValue(
        option: "the code", value: "", expected: "the code that the page shows, in one line")
    }
    let (user, path) = try await job.finish(code: code)
    if call.terminal.options.json {
      try call.terminal.print(
        .object([
          "schema": "fieldpack.sign-in/1", "ok": true, "portal": .string(portal.server),
          "user": .string(user), "file": .string(path),
        ]))
    } else if !call.terminal.options.quiet {
      let name = user.isEmpty ? "You are" : "\(PrintableText.of(user)) is"
      try call.terminal.print("\(name) signed in to \(portal.server).")
    }
    return .done
  }
}
