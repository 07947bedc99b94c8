import MapModel

extension [MapNotice] {
  /// What was passed over in the map, as findings: template texts in one, the others one by one.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    var templates: [MapNotice] = []
    for notice in self {
      switch notice.problem {
      case .placeholder: templates.append(notice)
      case .layerAlone:
        findings.append(
          Finding(
            .mapMember, subject: "", notice.description,
            fix: "Nothing to do if only this layer is to be packed; else save the whole map."))
      default: findings.append(Finding(.mapMember, subject: "", notice.description))
      }
    }
    if !templates.isEmpty {
      findings.append(
        Finding(
          .mapMember, subject: "",
          "Texts of a solution template were never filled in; its layers are known by their "
            + "titles only.",
          count: templates.count, samples: templates.map(\.path),
          fix: "Save the map of the deployed solution, or name the data by the layers' titles."))
    }
    return findings
  }
}
