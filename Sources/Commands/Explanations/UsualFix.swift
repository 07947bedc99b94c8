import Console

/// What to do about errors of several kinds.
enum UsualFix {
  static let copyAgain = "Copy or export the file again. The transfer may have been cut short."

  static let namePackage =
    "Name an .mmpk, a .zip, a .gpkg or the folder of an unpacked package that Fieldpack made."

  static let report = "Please report this, with the command line and, if you can, the files."

  /// The known name that is most like a name, else another answer.
  static func nearest(to name: String, among known: [String], otherwise: String) -> String {
    NearestName.find(name, among: known).map { "Did you mean \($0)?" } ?? otherwise
  }
}
