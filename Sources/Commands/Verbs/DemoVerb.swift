import Bytes
import Console
import DemoMap
import Merging
import OrderedJSON
import Packages
import Packaging
import Publishing

/// `fieldpack demo`: runs the other commands on a map in the program.
enum DemoVerb {
  static let verb = Verb(
    command: Command(
      "demo", summary: "build a package of a demo map, and merge the edits of two crews",
      discussion: [
        "Writes the web map Trees of Portland with its data and photos into a folder, checks it, "
          + "builds a package, unpacks the package's GeoPackage so that you can open it, and "
          + "publishes the package as web pages.",
        "Then two crews edit copies of the package while the office edits its own data. The edits "
          + "are small documents in the folder edits. The demo merges the returned packages by the "
          + "rules of the map, and writes a page to review the merge.",
        "The demo replaces the files of an earlier demo. It does not touch a folder that has other "
          + "files.",
      ],
      arguments: [
        PositionalArgument(
          "DIR", isOptional: true, completion: .folder,
          help: "the folder to write (default: fieldpack-demo)")
      ],
      examples: [
        Example("demo", "write fieldpack-demo in the current folder"),
        Example("demo /tmp/trees", "write the demo into /tmp/trees"),
      ],
      topics: ["packages", "merging"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = folderPath(call.arguments.positionals.first)
    let isOwn = try DemoFolder.isOwn(path)
    let folder = try AtomicFolder(replacing: path, overwrite: isOwn)
    var request = BuildRequest(map: "", data: "", now: try call.surroundings.now(option: nil))
    request.title = "Trees of Portland"
    request.baseMap = BaseMapOptions()
    for file in DemoMap.files() {
      try DemoFolder.write(
        file.content, to: folder.path(for: DemoFolder.path(of: file.path)))
    }
    request.data = "\(folder.temporaryPath)/\(DemoFolder.mapFolder)"
    request.map = request.data + "/map.json"
    let checked = try await CheckVerb.report(request, call.terminal)
    let package = try folder.path(for: DemoFolder.package)
    PackageReview.set(nil, in: &request, output: package)
    let built = try await BuildVerb.build(
      request, to: package, overwrite: false, call.terminal)
    try DemoFolder.unpack(package, into: folder)
    var site = SiteRequest(
      output: try folder.path(for: DemoFolder.site), now: request.now)
    site.title = request.title
    let packed = try OpenPackage(path: package)
    site.baseMap = PageBaseMap(try packed.baseMap())
    _ = try await SiteVerb.render(packed, as: site, call.terminal)
    let returned = try DemoFolder.crews.map { (crew) throws(BytesError) in
      try folder.path(for: DemoFolder.returned(by: crew))
    }
    let merged = try await DemoReturn(
      folder: folder.temporaryPath, returned: returned, request: request, terminal: call.terminal
    ).run()
    try DemoFolder.sign(folder)
    try folder.commit()
    let answer = DemoAnswer(
      path: path, program: call.surroundings.program, checked: checked.findings,
      built: PlanAnswer(built, request), merged: merged.report)
    try answer.report(on: call.terminal)
    return .done
  }

  /// The folder without slashes at its end.
  private static func folderPath(_ given: String?) -> String {
    var path = given ?? "fieldpack-demo"
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
