import Console

/// The argument that the verbs about packages share.
enum PackageArguments {
  static let positional = [
    PositionalArgument(
      "PACKAGE",
      help: "an .mmpk or .zip, also zipped again; the folder it was unpacked to; or its .gpkg alone"
    )
  ]
}
