package import OrderedJSON

/// The domain of one field in a feature type.
package struct TypeDomain: Sendable, Equatable {
  /// The field's name.
  package var field: String
  /// The domain. `inherited` means the field's own domain.
  package var domain: Domain
}

/// A template for new features.
package struct FeatureTemplate: Sendable, Equatable {
  /// The name that people choose.
  package var name: String
  /// What the template is for.
  package var description: String
  /// The initial attributes of a new feature.
  package var attributes: JSONObject

  init(_ members: Members, _ notices: inout MapNotices) {
    name = members.string("name", &notices) ?? ""
    description = members.string("description", &notices) ?? ""
    let prototype = members.members("prototype", &notices)
    attributes = prototype?.object("attributes", &notices) ?? JSONObject()
  }
}

/// A feature type (also called subtype) of a layer: rows with `id` in the type field.
package struct FeatureType: Sendable, Equatable {
  /// The value of the type field: a number or a string.
  package var id: JSON
  /// The name that people read.
  package var name: String
  /// Domains that replace those of the fields.
  package var domains: [TypeDomain]
  /// Templates for new features of this type.
  package var templates: [FeatureTemplate]

  /// Reads an element of `types`, or of `subtypes`, where the id is called `code`.
  init?(_ members: Members, _ notices: inout MapNotices) {
    guard let id = members.value("id") ?? members.value("code") else {
      notices.note(members.path("id"), .missing(used: ""))
      return nil
    }
    self.id = id
    name = members.string("name", &notices) ?? id.scalarText
    domains = []
    if let list = members.members("domains", &notices) {
      for field in list.object.keys {
        guard let entry = list.members(field, &notices), let domain = Domain(entry, &notices)
        else { continue }
        domains.append(TypeDomain(field: field, domain: domain))
      }
    }
    templates = members.elements("templates", &notices).map { FeatureTemplate($0, &notices) }
    if templates.isEmpty, let defaults = members.object("defaultValues", &notices) {
      templates = [FeatureTemplate(name: name, description: "", attributes: defaults)]
    }
  }
}

extension FeatureTemplate {
  /// Creates a template.
  package init(name: String, description: String, attributes: JSONObject) {
    self.name = name
    self.description = description
    self.attributes = attributes
  }
}
