import FoundationEssentials
import PackagePlugin

/// Embeds the files of a folder into the module that is named after it below.
@main struct EmbedFilesPlugin: BuildToolPlugin {
  /// By module: the folder whose files it carries.
  private static let folders = [
    "DemoMap": "Fixtures/TreesOfPortland",
    "SiteTemplates": "Templates",
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let path = Self.folders[target.name] else { return [] }
    let folder = context.package.directoryURL.appending(path: path)
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    let inputs = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .map { folder.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Embed \(folder.lastPathComponent)",
        executable: try context.tool(named: "EmbedFiles").url,
        arguments: [folder.path, output.path],
        inputFiles: inputs,
        outputFiles: [output])
    ]
  }
}
