package import OrderedJSON

/// Something that a site shows otherwise than the map says, or not at all.
package struct SiteFinding: Sendable, Equatable {
  /// What kind of finding it is; stable.
  package enum ID: String, Sendable {
    /// An Arcade expression cannot run: it is misspelt, or calls what Fieldpack leaves out.
    case expressionNotEvaluated = "ARCADE_NOT_EVALUATED"
    /// An Arcade expression fails for some records.
    case expressionFailed = "ARCADE_FAILED"
    /// An Arcade expression asks for the time of the run.
    case expressionReadsClock = "ARCADE_READS_CLOCK"
    /// Something of a pop-up is left out or shown otherwise.
    case popupOtherwise = "POPUP_SHOWN_OTHERWISE"
    /// Pictures of pop-ups are on the web, and the site only leads to them.
    case onlinePictures = "POPUP_MEDIA_ONLINE_ONLY"
    /// Something is drawn otherwise than the map says.
    case drawnOtherwise = "DRAWN_OTHERWISE"
    /// Photos that rows name are not in the package.
    case photoMissing = "PHOTO_MISSING"
    /// Files that cannot be cleaned for the public.
    case photoLeftOut = "PHOTO_LEFT_OUT"
    /// A layer of the map that the package does not hold.
    case layerLeftOut = "LAYER_NOT_IN_PACKAGE"
    /// The package is large for a web host.
    case largeSite = "SITE_LARGE"
  }

  package var id: ID
  /// The layer it is about; empty for the map as a whole.
  package var subject: String
  /// One sentence.
  package var message: String
  /// How often; nil where counting has no meaning.
  package var count: Int?

  package init(_ id: ID, subject: String, _ message: String, count: Int? = nil) {
    self.id = id
    self.subject = subject
    self.message = message
    self.count = count
  }

  /// The finding as machines read it; members in a fixed order.
  package var json: JSON {
    [
      "id": .string(id.rawValue), "subject": .string(subject), "message": .string(message),
      "count": count.map { .number($0) } ?? .null,
    ]
  }
}
