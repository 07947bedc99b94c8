import Packages

/// A file of the data folder whose records Fieldpack can't read.
struct UnreadFile {
  private let name: String
  private let stem: String
  private let format: ForeignFormat?

  /// Nil for a file that can be read, and for one that only describes a layer.
  init?(_ file: DataFile, in folder: DataFolder) {
    name = folder.name(of: file.path)
    stem = file.stem
    if case .foreign(let found) = file.kind {
      format = found
    } else if file.kind == .definitions, !name.lowercased().hasSuffix(".layer.json"),
      name != "service.json"
    {
      format = nil
    } else {
      return nil
    }
  }

  /// The error of a layer whose only file this is.
  func finding(for layer: String) -> Finding {
    guard let format else {
      return Finding(
        .dataUnreadable, subject: layer,
        "\(name) has the definition of the layer, but not its records.",
        fix: "Save its records, too: .../FeatureServer/0/query?where=1=1&outFields=*&f=geojson")
    }
    let isAnswer = format.weight != .records
    return Finding(
      isAnswer ? .dataUnreadable : .dataFormatUnsupported, .error, subject: layer,
      "\(name) is \(format.words)." + (isAnswer ? "" : " Fieldpack can't read it."),
      fix: format.remedy(name: name, stem: stem))
  }

  /// What is to be said if nothing uses the file.
  ///
  /// - Parameter owner: a layer with the name of the file that has its records from elsewhere.
  func unusedFinding(owner: String?) -> Finding? {
    guard let format, format != .webMap else { return nil }
    let matters = format.weight != .nothing && owner == nil
    let unused = "Fieldpack doesn't use it"
    return Finding(
      .dataFormatUnsupported, matters ? .warning : .information, subject: name,
      "The file is \(format.words). " + (owner.map { "\(unused): \($0)." } ?? "\(unused)."),
      fix: owner == nil
        ? format.remedy(name: name, stem: stem)
        : "You can ignore this, or remove the file.")
  }
}
