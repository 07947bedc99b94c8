package import OrderedJSON

/// What a portal item says about the layers of its service: the item's data,
/// `{layers: [{id, popupInfo, layerDefinition, …}], tables: […]}`.
package struct ItemData: Sendable, Equatable {
  /// One layer's or table's part.
  package struct Part: Sendable, Equatable {
    /// The number within the service.
    package var id: Int
    /// `{popupInfo, layerDefinition, …}`, whole.
    package var json: JSON
  }

  /// The parts in order of the document.
  package private(set) var parts: [Part] = []

  /// No parts.
  package init() {}

  /// Takes the parts from a document; other documents give none.
  package init(json: JSON) {
    for key in ["layers", "tables"] {
      for element in json[key]?.array ?? [] { add(element) }
    }
  }

  /// The part of a layer.
  package subscript(id: Int) -> JSON? {
    parts.first { $0.id == id }?.json
  }

  /// Adds a part, unless that layer has one or the element is a whole definition.
  mutating func add(_ element: JSON) {
    guard let id = element["id"]?.int, element["fields"] == nil,
      element["popupInfo"]?.object != nil || element["layerDefinition"]?.object != nil,
      self[id] == nil
    else { return }
    parts.append(Part(id: id, json: element))
  }
}
