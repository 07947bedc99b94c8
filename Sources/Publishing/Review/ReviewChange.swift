extension ReviewContent {
  /// What a package did to a record.
  package struct Change: Sendable, Equatable {
    /// The record's GlobalID, as decisions name it.
    package var id: String
    /// Places in ``ReviewContent/layers`` and ``ReviewContent/packages``.
    package var layer: Int
    package var package: Int
    package var action: Action
    /// "Tree 104482, Oregon white oak".
    package var title: String
    /// What changed, in a few words: "Conflict: DBH, Condition".
    package var subtitle = ""
    /// What happened, in a sentence.
    package var story = ""
    /// Whether someone has to decide; the others are accepted unless someone decides otherwise.
    package var isOpen = false
    /// What stands in the merge's result where nobody decides.
    package var resolution: Resolution = .returned
    /// The fields that were touched.
    package var values: [Value] = []
    /// Where the record is, and where it was when it moved; nil for what has no place.
    package var place: Place?
    package var formerPlace: Place?
    /// Whether the place is that of the record it belongs to, as of an inspection its tree's.
    package var isPlacedByParent = false
    /// The lines or rings of a line or area, and those it had; empty for points.
    package var outline: [[Place]] = []
    package var formerOutline: [[Place]] = []
    package var photos: Photos?
    /// Sentences about this record: values that were refused, and the like.
    package var notes: [String] = []

    package init(id: String, layer: Int, package: Int, action: Action, title: String) {
      self.id = id
      self.layer = layer
      self.package = package
      self.action = action
      self.title = title
    }

    /// The fields both sides changed, by their places; nil for the record as a whole.
    package var conflicts: [Int?] { values.filter { $0.state == .conflict }.map(\.field) }
  }

  package enum Action: String, Sendable { case added, updated, deleted }

  /// Whose values stand in the result.
  package enum Resolution: String, Sendable { case returned, current, restored }

  /// A field at three times.
  package struct Value: Sendable, Equatable {
    /// Its place in ``Layer/fields``; nil for the record as a whole.
    package var field: Int?
    /// As it is shown; nil where there is no value.
    package var base: String?
    package var current: String?
    package var returned: String?
    package var state: State
    /// Who wrote a value, and when: "crew-03, 20 March".
    package var currentBy: String?
    package var returnedBy: String?
    /// Why a value was not taken.
    package var message: String?
    /// What each of several packages has, in the order in which they were merged; empty for one.
    package var sides: [Side] = []

    /// The value of a package.
    package struct Side: Sendable, Equatable {
      /// Its place in ``ReviewContent/packages``.
      package var package: Int
      package var value: String?
      /// Who wrote it, and when.
      package var by: String?
    }

    package init(
      field: Int?, base: String?, current: String?, returned: String?, state: State,
      currentBy: String? = nil, returnedBy: String? = nil, message: String? = nil
    ) {
      self.field = field
      self.base = base
      self.current = current
      self.returned = returned
      self.state = state
      self.currentBy = currentBy
      self.returnedBy = returnedBy
      self.message = message
    }

    /// What the merge made of the field.
    package enum State: String, Sendable {
      /// Only the crew changed it.
      case taken
      /// Only the office changed it.
      case kept
      /// Both did, to different values.
      case conflict
      /// The crew's value breaks a rule of the map.
      case refused
      /// Both wrote the same.
      case same
    }
  }

  /// The photos and files of a record.
  package struct Photos: Sendable, Equatable {
    /// How many there were: "1".
    package var base: String?
    /// What the office and the crew did: "+2, −1"; nil for nothing.
    package var current: String?
    package var returned: String?
    package var items: [Photo]

    package init(base: String?, current: String?, returned: String?, items: [Photo]) {
      self.base = base
      self.current = current
      self.returned = returned
      self.items = items
    }
  }

  /// A photo or file that came, went or changed.
  package struct Photo: Sendable, Equatable {
    /// The table of attachments and the GlobalID of its row, as decisions name them.
    package var table: String
    package var id: String
    package var name: String
    /// "2.6 MB", "deleted", "did not arrive".
    package var note: String?
    /// The package that is behind it, by its place in ``ReviewContent/packages``.
    package var package: Int

    package init(table: String, id: String, name: String, note: String? = nil, package: Int = 0) {
      self.table = table
      self.id = id
      self.name = name
      self.note = note
      self.package = package
    }
  }
}
