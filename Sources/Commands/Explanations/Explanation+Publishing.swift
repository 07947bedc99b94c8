import Console
import Publishing

extension Explanation {
  /// Why a site cannot be made.
  init(_ error: PublishingError, _ context: ErrorContext) {
    switch error {
    case .file(let error): self.init(error, context)
    case .package(let error): self.init(error, context)
    case .store(let error): self.init(error, context)
    case .damagedRow(let table, let row, let error):
      self.init(error, context.about("\(table), row \(row)"))
    case .damagedGeometry(let table, let row, let error):
      self.init(error, context.about("\(table), row \(row)"))
    case .timeZone(let error):
      self.init(
        "SITE008", .usage, "--time-zone", "\(error)",
        fix: "Give a name of the time zone database, such as America/Los_Angeles.")
    case .template(let error):
      self.init(
        "SITE001", .inputRefused, context.subject, "\(error)", fix: "Correct the template.")
    case .unknownTemplate(let path):
      self.init(
        "SITE002", .inputRefused, path, "no page uses a template of this name",
        fix: "Name it like a built-in one, or put what you add below assets/.")
    case .noMap(let path):
      self.init(
        "SITE003", .inputRefused, path,
        "was made by a version of Fieldpack that did not keep the map in the package",
        fix: "Build it again, or give the map: fieldpack site MAP --data DIR.")
    case .notASiteFolder(let path, let holds):
      self.init(
        "SITE004", .outputFailed, path, "holds \(holds), and no site that Fieldpack made",
        fix: "Give an empty folder, or one that is not there yet.")
    case .changedByHand(let path, let files):
      self.init(
        "SITE005", .outputFailed, path,
        "files were changed since the site was made: "
          + files.prefix(5).joined(separator: ", ") + (files.count > 5 ? ", …" : ""),
        fix: "Keep the changes as --templates, or replace the files with --force.")
    case .noSuchLayer(let name, let layers):
      let nearest = NearestName.find(name, among: layers)
      self.init(
        "SITE006", .usage, name,
        "is no layer or table; there are " + layers.joined(separator: ", "),
        fix: nearest.map { "Did you mean \($0)?" } ?? "Give a title of the map.")
    case .noSuchField(let layer, let name, let fields):
      let nearest = NearestName.find(name, among: fields)
      self.init(
        "SITE007", .usage, name,
        "is no field of \(layer); it has " + fields.joined(separator: ", "),
        fix: nearest.map { "Did you mean \($0)?" } ?? "Give a field's name.")
    }
  }
}
