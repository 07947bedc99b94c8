import FeatureData
package import MapModel
package import OrderedJSON

/// What to push, and where to.
package struct PushRequest: Sendable {
  /// The folder of a review, or its `edits.json`.
  package var edits: String
  /// The service, or one layer of it.
  package var target: ServiceAddress
  /// The folder for the ledger; nil for the usual one beside the edits.
  package var ledger: String?
  /// Whether only to compare.
  package var isDryRun = false
  /// What to sign in with; nil without.
  package var credential: Credential?
  /// The portal that the user named; nil for that of the service.
  package var portal: WebAddress?

  /// A request from its parts.
  ///
  /// - Parameter target: the address of a feature service or of one of its layers.
  /// - Throws: `PushError.targetUnknown`.
  package init(edits: String, target: String) throws(PushError) {
    guard WebAddress(target) != nil, let address = ServiceAddress(parsing: target),
      address.root.lowercased().hasSuffix("featureserver")
    else { throw .targetUnknown(target) }
    (self.edits, self.target) = (edits, address)
  }
}

/// What became of the edits.
package struct PushReport: Sendable {
  /// A layer or table of the service.
  package struct Layer: Sendable, Equatable {
    /// Its number and name in the service.
    package let id: Int
    package let name: String
    /// Records and attachments that the service took. In a dry run, those to send.
    package var added = 0
    package var updated = 0
    package var deleted = 0
    package var attachments = 0
    /// Edits that the service already has.
    package var present = 0
  }

  /// An edit that wasn't sent, because somebody else edited the record since the merge.
  package struct Conflict: Sendable, Equatable {
    /// What happened in the service.
    package enum Kind: String, Sendable {
      /// A value that the edit changes has changed. Or a record that it deletes.
      case changed
      /// The record or attachment is gone.
      case gone
      /// Another record or attachment has the GlobalID or name.
      case taken
      /// The service had the edit, and somebody has reversed it.
      case reversed
      /// A record that the edit deletes still has related records.
      case hasChildren
    }

    package let layer: String
    package let globalID: String
    package let kind: Kind
    /// The name of the attachment; nil for records.
    package var attachment: String?
    /// The field, `geometry`, or nil for the record as a whole.
    package var field: String?
    /// The value that the merge found, ours, and the service's.
    package var base: JSON = .null
    package var ours: JSON = .null
    package var theirs: JSON = .null
  }

  /// An edit that the service refused.
  package struct Refusal: Sendable, Equatable {
    package let layer: String
    package let globalID: String
    /// The name of the attachment; nil for records.
    package let attachment: String?
    package let code: Int
    /// The service's own words.
    package let message: String
  }

  /// A value or an attachment that a service can't take, so it wasn't sent.
  package struct LeftOut: Sendable, Equatable {
    package let layer: String
    package let globalID: String
    /// The field or the attachment.
    package let part: String
    package let reason: String
  }

  package internal(set) var layers: [Layer] = []
  package internal(set) var conflicts: [Conflict] = []
  package internal(set) var refusals: [Refusal] = []
  package internal(set) var leftOut: [LeftOut] = []
  /// Layers of other services, with their addresses.
  package internal(set) var elsewhere: [String] = []

  /// Whether the service has all edits, or would have.
  package var isComplete: Bool {
    conflicts.isEmpty && refusals.isEmpty && leftOut.isEmpty && elsewhere.isEmpty
  }
}
