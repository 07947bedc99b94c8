import Bytes
import Console
import DemoMap
import Merging
import OrderedJSON
import Packaging
import Publishing

/// `fieldpack demo`: the other verbs on the map the program carries.
enum DemoVerb {
  static let verb = Verb(
    command: Command(
      "demo", summary: "build a package of a demo map, and merge what two crews did",
      discussion: [
        "Writes the web map Trees of Portland with its data and photos into a folder, checks it, "
          + "builds a package of it, takes the package's store out, so that it can be opened at "
          + "once, and renders its site.",
        "Then two crews edit copies of the package while the office edits its own data, by the "
          + "small documents in the folder edits, and what came back is merged by the rules of "
          + "the map, with a page to review it.",
        "What an earlier demo wrote is replaced; a folder that holds anything else is not touched.",
      ],
      arguments: [
        PositionalArgument(
          "DIR", isOptional: true, completion: .folder,
          help: "the folder to make (default: fieldpack-demo)")
      ],
      examples: [
        Example("demo", "makes fieldpack-demo in the current folder"),
        Example("demo /tmp/trees", "makes it there"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = folderPath(call.arguments.positionals.first)
    let isOwn = try DemoFolder.isOwn(path)
    let folder = try AtomicFolder(replacing: path, overwrite: isOwn)
    var request = BuildRequest(map: "", data: "", now: try call.surroundings.now(option: nil))
    request.title = "Trees of Portland"
    for file in DemoMap.files() {
      try DemoFolder.write(
        file.content, to: folder.path(for: DemoFolder.place(of: file.path)))
    }
    request.data = "\(folder.temporaryPath)/\(DemoFolder.mapFolder)"
    request.map = request.data + "/map.json"
    let checked = try await CheckVerb.report(request, call.terminal)
    let package = try folder.path(for: DemoFolder.package)
    request.review = PackageReview.maker(when: nil, output: package, now: request.now)
    let built = try await BuildVerb.build(
      request, to: package, overwrite: false, call.terminal)
    try DemoFolder.unpack(package, into: folder)
    var site = SiteRequest(
      output: try folder.path(for: DemoFolder.site), now: request.now)
    site.title = request.title
    _ = try await SiteVerb.render(OpenPackage(path: package), site, call.terminal)
    let returned = try DemoFolder.crews.map { (crew) throws(BytesError) in
      try folder.path(for: DemoFolder.returned(by: crew))
    }
    let merged = try await DemoReturn(
      folder: folder.temporaryPath, returned: returned, request: request, terminal: call.terminal
    ).play()
    try DemoFolder.sign(folder)
    try folder.commit()
    let answer = DemoAnswer(
      path: path, program: call.surroundings.program, checked: checked.findings,
      built: PlanAnswer(built, request), merged: merged.report)
    try answer.tell(on: call.terminal)
    return .done
  }

  /// The folder without slashes at its end.
  private static func folderPath(_ given: String?) -> String {
    var path = given ?? "fieldpack-demo"
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
