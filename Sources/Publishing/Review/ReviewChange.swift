extension ReviewContent {
  /// What a package changed in a record.
  package struct Change: Sendable, Equatable {
    /// The record's GlobalID, as in decision files.
    package var id: String
    /// The indices in ``ReviewContent/layers`` and ``ReviewContent/packages``.
    package var layer: Int
    package var package: Int
    package var action: Action
    /// The title, such as "Tree 104482, Oregon white oak".
    package var title: String
    /// What changed, in a few words, such as "Conflict: DBH, Condition".
    package var subtitle = ""
    /// What happened, in one sentence.
    package var story = ""
    /// Whether someone has to decide. Other changes are accepted unless someone decides otherwise.
    package var isOpen = false
    /// What the merge's result contains if nobody decides.
    package var resolution: Resolution = .returned
    /// Whether several packages changed the record.
    package var isShared = false
    /// The affected fields.
    package var values: [Value] = []
    /// Where the record is, and where it was before a move; nil without a location.
    package var point: Point?
    package var formerPoint: Point?
    /// Whether the point is that of the parent record, such as the tree of an inspection.
    package var usesParentPoint = false
    /// The current and former parts or rings of a line or area; empty for points.
    package var outline: [[Point]] = []
    package var formerOutline: [[Point]] = []
    package var attachments: Attachments?
    /// Sentences about this record, such as refused values.
    package var notes: [String] = []

    package init(id: String, layer: Int, package: Int, action: Action, title: String) {
      self.id = id
      self.layer = layer
      self.package = package
      self.action = action
      self.title = title
    }

    /// The indices of the fields that both sides changed; nil for the record as a whole.
    package var conflicts: [Int?] { values.filter { $0.state == .conflict }.map(\.field) }
  }

  package enum Action: String, Sendable { case added, updated, deleted }

  /// Whose values are in the result.
  package enum Resolution: String, Sendable { case returned, current, restored }

  /// A field in the base, in the office data and in the package.
  package struct Value: Sendable, Equatable {
    /// The index in ``Layer/fields``; nil for the record as a whole.
    package var field: Int?
    /// The value as shown; nil if there is none.
    package var base: String?
    package var current: String?
    package var returned: String?
    package var state: State
    /// Who entered a value, and when, such as "crew-03, 20 March".
    package var currentBy: String?
    package var returnedBy: String?
    /// Why a value was refused.
    package var message: String?
    /// The value in each of several packages, in the order of the merge; empty for a single
    /// package.
    package var sides: [Side] = []

    /// The value in a package.
    package struct Side: Sendable, Equatable {
      /// The index in ``ReviewContent/packages``.
      package var package: Int
      package var value: String?
      /// Who entered it, and when.
      package var by: String?

      /// Joins a package, its value, and who entered that.
      package init(package: Int, value: String?, by: String?) {
        self.package = package
        self.value = value
        self.by = by
      }
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

    /// What the merge did with the field.
    package enum State: String, Sendable {
      /// Only the crew changed it.
      case taken
      /// Only the office changed it.
      case kept
      /// Both changed it, to different values.
      case conflict
      /// The crew's value breaks a rule of the map.
      case refused
      /// Both entered the same value.
      case same
    }
  }

  /// The attachments of a record.
  package struct Attachments: Sendable, Equatable {
    /// The number of attachments before, such as "1".
    package var base: String?
    /// What the office and the crew changed, such as "+2, −1"; nil if nothing.
    package var current: String?
    package var returned: String?
    package var items: [Attachment]

    package init(base: String?, current: String?, returned: String?, items: [Attachment]) {
      self.base = base
      self.current = current
      self.returned = returned
      self.items = items
    }
  }

  /// An attachment that was added, deleted or changed.
  package struct Attachment: Sendable, Equatable {
    /// The attachment table and the GlobalID of its row, as in decision files.
    package var table: String
    package var id: String
    package var name: String
    /// A note, such as "2.6 MB", "deleted" or "did not arrive".
    package var note: String?
    /// What the package did with it.
    package var action: Action
    /// The package with this change, as an index in ``ReviewContent/packages``.
    package var package: Int

    package init(
      table: String, id: String, name: String, note: String? = nil, action: Action = .added,
      package: Int = 0
    ) {
      self.table = table
      self.id = id
      self.name = name
      self.note = note
      self.action = action
      self.package = package
    }
  }
}
