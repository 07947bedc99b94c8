import Foundation
import PackagePlugin

/// Embeds `Fixtures/TreesOfPortland` into the module DemoMap.
@main struct EmbedFilesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Fixtures/TreesOfPortland")
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
