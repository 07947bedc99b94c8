import Bytes
import MapModel
import Packages

extension [MapNotice] {
  /// Notices about the map as findings: one for all template texts, one for each other notice.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    var templates: [MapNotice] = []
    for notice in self {
      switch notice.problem {
      case .placeholder: templates.append(notice)
      case .layerAlone:
        findings.append(
          Finding(
            .mapMemberIgnored, subject: "", notice.description,
            fix: "You can ignore this if you only want this layer. Otherwise save the whole map."))
      case .wrongKind, .missing, .unknownValue, .unknownVersion, .tooDeep, .duplicateID, .wrapped,
        .notDrawn:
        findings.append(Finding(.mapMemberIgnored, subject: "", notice.description))
      }
    }
    if !templates.isEmpty {
      findings.append(
        Finding(
          .mapMemberIgnored, subject: "",
          NumberText.plural(
            templates.count, one: "template text was", many: "template texts were")
            + " never filled in, so Fieldpack can find data only by the layers' titles.",
          count: templates.count, samples: templates.map(\.path),
          fix: "Save the map from the deployed solution, or name the data files like the layers."))
    }
    return findings
  }
}
