package import OrderedJSON

/// The parts of a portal item that describe the layers of its service. The item's data is `{layers:
/// [{id, popupInfo, layerDefinition, …}], tables: […]}`.
package struct ItemData: Sendable, Equatable {
  /// The part for one layer or table.
  package struct Part: Sendable, Equatable {
    /// The number within the service.
    package var id: Int
    /// The whole part, `{popupInfo, layerDefinition, …}`.
    package var json: JSON
  }

  /// The parts in document order.
  package private(set) var parts: [Part] = []

  /// Creates an empty list.
  package init() {}

  /// Reads the parts from a document. Other documents have none.
  package init(json: JSON) {
    for key in ["layers", "tables"] {
      for element in json[key]?.array ?? [] { add(element) }
    }
  }

  /// The part of a layer.
  package subscript(id: Int) -> JSON? {
    parts.first { $0.id == id }?.json
  }

  /// Adds a part, unless that layer already has one or the element is a whole definition.
  mutating func add(_ element: JSON) {
    guard let id = element["id"]?.int, element["fields"] == nil,
      element["popupInfo"]?.object != nil || element["layerDefinition"]?.object != nil,
      self[id] == nil
    else { return }
    parts.append(Part(id: id, json: element))
  }
}
