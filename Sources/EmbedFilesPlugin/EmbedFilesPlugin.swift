import FoundationEssentials
import PackagePlugin

/// Embeds files of the package into the modules that carry them.
@main struct EmbedFilesPlugin: BuildToolPlugin {
  /// A file, and the name that the module knows it by.
  private typealias EmbeddedFile = (name: String, url: URL)

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let files: [EmbeddedFile]
    switch target.name {
    case "DemoMap": files = try Self.files(in: root.appending(path: "Fixtures/TreesOfPortland"))
    case "SiteTemplates": files = try Self.files(in: root.appending(path: "Templates"))
    case "Manual": files = try Self.topics(in: root)
    default: return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embed the files of \(target.name)",
        executable: try context.tool(named: "EmbedFiles").url,
        arguments: [output.path] + files.map { "\($0.name)=\($0.url.path)" },
        inputFiles: files.map(\.url),
        outputFiles: [output])
    ]
  }

  /// Every file below a folder, by its path there.
  private static func files(in folder: URL) throws -> [EmbeddedFile] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap { path in
      let url = folder.appending(path: path)
      var isFolder = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder
      else { return nil }
      return (path, url)
    }
  }

  /// The topics of the manual: Markdown files in `Sources` whose names start with a small letter,
  /// and the page on templates.
  private static func topics(in root: URL) throws -> [EmbeddedFile] {
    let topics = try files(in: root.appending(path: "Sources")).filter { file in
      let name = file.url.lastPathComponent
      return name.hasSuffix(".md") && name.first?.isLowercase == true
    }
    return topics.map { ($0.url.deletingPathExtension().lastPathComponent, $0.url) }
      + [("templates", root.appending(path: "Templates/README.md"))]
  }
}
