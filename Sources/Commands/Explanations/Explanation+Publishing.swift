import Console
import Publishing

extension Explanation {
  /// Explains why a site can't be made.
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
        .usageTimeZoneUnknown, about: "--time-zone", "\(error)",
        fix: "Use a name of the time zone database, such as America/Los_Angeles.")
    case .template(let error):
      self.init(
        .siteTemplateInvalid, about: context.subject, "\(error)", fix: "Correct the template.")
    case .unknownTemplate(let path):
      self.init(
        .siteTemplateUnknown, about: path, "no page uses a template of this name",
        fix: "Use the name of a built-in template, or put the file in assets/.")
    case .noMap(let path):
      self.init(
        .packageMapMissing, about: path, "is of an old version of Fieldpack, without the map",
        fix: "Build it again, or name the map: fieldpack site MAP --data DIR.")
    case .notASiteFolder(let path, let found):
      self.init(
        .siteFolderInUse, about: path, "has \(found), which is not from a site",
        fix: "Choose an empty or a new folder.")
    case .changedByHand(let path, let files):
      self.init(
        .siteChangedByHand, about: path,
        "someone changed files after Fieldpack made the site: "
          + files.prefix(5).joined(separator: ", ") + (files.count > 5 ? ", …" : ""),
        fix: "Keep the changes as --templates, or replace the files with --force.")
    case .noSuchLayer(let name, let layers):
      self.init(noLayer: name, layers: layers)
    case .noSuchField(let layer, let name, let fields):
      let nearest = NearestName.find(name, among: fields)
      self.init(
        .fieldNotFound, about: name,
        "\(layer) has no such field; its fields are " + fields.joined(separator: ", "),
        fix: nearest.map { "Did you mean \($0)?" } ?? "Use a field from the list.")
    }
  }
}
