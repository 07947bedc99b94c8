package import Bytes
import Geometry
import MapModel
import OrderedJSON

/// Features in JSON: a GeoJSON document, GeoJSON texts, or the pages of an Esri feature set.
package struct JSONFeatureSource: FeatureSource {
  /// How a page contains its features.
  package enum Layout: Sendable {
    /// In the array `features` of one document.
    case document
    /// Features or geometries one after another (RFC 8142, or plain lines), or a single one.
    case lines
  }

  /// One file, or a document that is part of another.
  package enum Page: Sendable {
    case file(FileRegion)
    case memory([UInt8])
  }

  package let path: String
  package let pages: [Page]
  package let dialect: JSONDialect
  package let layout: Layout

  package init(path: String, pages: [Page], dialect: JSONDialect, layout: Layout) {
    self.path = path
    self.pages = pages
    self.dialect = dialect
    self.layout = layout
  }

  package var files: [FileRegion] {
    pages.compactMap { page in
      if case .file(let region) = page { region } else { nil }
    }
  }

  package var byteCount: Int {
    pages.reduce(0) { sum, page in
      switch page {
      case .file(let region): sum + region.count
      case .memory(let bytes): sum + bytes.count
      }
    }
  }

  package func makeStripes() throws -> any StripeReader {
    JSONStripeReader(path: path, pages: pages, layout: layout)
  }

  package func survey(_ stripe: Stripe) throws -> Survey {
    try checkText(stripe)
    var reader = JSONFeatureReader(path: path, dialect: dialect, stripeOffset: stripe.offset)
    var sink = SurveySink(path: path, dialect: dialect)
    let bytes = stripe.bytes.span
    sink.beginFeature()
    while try reader.next(bytes, into: &sink) {
      try sink.endFeature(bytes)
      sink.beginFeature()
    }
    return sink.survey
  }

  package func rows(
    of stripe: Stripe, declaration: SourceDeclaration, builder: inout RowBuilder
  ) throws -> RowBatch {
    try checkText(stripe)
    var reader = JSONFeatureReader(path: path, dialect: dialect, stripeOffset: stripe.offset)
    let quantization =
      stripe.page < declaration.quantizations.count ? declaration.quantizations[stripe.page] : nil
    var sink = RowSink(
      path: path, builder: builder,
      shapes: GeometryTextReader(dialect, declaration, quantization: quantization))
    var batch = RowBatch()
    batch.bytes.reserveCapacity(stripe.bytes.count / 2)
    let bytes = stripe.bytes.span
    sink.beginFeature()
    while try reader.next(bytes, into: &sink) {
      try sink.endFeature(bytes)
      sink.builder.finish(bytes, row: reader.row, into: &batch)
      sink.noteRepairs(row: reader.row, in: &batch.notices)
      sink.beginFeature()
    }
    batch.survey = sink.builder.survey
    return batch
  }

  /// Checks that the text is UTF-8 (RFC 8259 §8.1).
  private func checkText(_ stripe: Stripe) throws {
    if let offset = UTF8Validation.firstInvalid(stripe.bytes.span) {
      throw FeatureDataError.notUTF8(path: path, offset: stripe.offset + offset)
    }
  }
}

/// One pass over the pages of a JSON source.
struct JSONStripeReader: StripeReader {
  private let path: String
  private let pages: [JSONFeatureSource.Page]
  private let layout: JSONFeatureSource.Layout
  private var page = 0
  private var index = 0
  private var splitter: JSONPageSplitter?
  private var stream: ByteStream?
  private var ready: [JSONStripe] = []
  private var finishedBytes = 0
  private var finished: [JSON] = []

  /// The number of bytes to read from a file at once.
  private static let blockSize = 1 << 20

  init(path: String, pages: [JSONFeatureSource.Page], layout: JSONFeatureSource.Layout) {
    self.path = path
    self.pages = pages
    self.layout = layout
  }

  var bytesRead: Int { finishedBytes + (stream?.position ?? 0) }

  var documents: [JSON] { finished + (splitter?.documentSoFar.map { [$0] } ?? []) }

  mutating func next() throws -> Stripe? {
    while ready.isEmpty {
      guard page < pages.count else { return nil }
      try readBlock()
    }
    let stripe = ready.removeFirst()
    index += 1
    return Stripe(
      bytes: stripe.bytes, offset: stripe.offset, index: index - 1, page: stripePage)
  }

  /// The file of the current page if there are several, otherwise the source.
  private var pagePath: String {
    if pages.count > 1, case .file(let region) = pages[page] { return region.path }
    return path
  }

  /// The page of the stripes in `ready`.
  private var stripePage = 0

  private mutating func readBlock() throws {
    stripePage = page
    var block: [UInt8] = []
    switch pages[page] {
    case .memory(let bytes): block = bytes
    case .file(let region): try readFile(region, into: &block)
    }
    if splitter == nil { splitter = JSONPageSplitter(layout) }
    guard let hasFeatures = try split(block) else { return }
    try checkFeatures(hasFeatures)
    endPage()
  }

  /// Splits a block into stripes. At the end of a page, returns whether it has a list of features.
  private mutating func split(_ block: [UInt8]) throws -> Bool? {
    do throws(JSONError) {
      if !block.isEmpty { try splitter?.append(block.span, to: &ready) }
      guard block.isEmpty || stream == nil else { return nil }
      return try splitter?.finish(to: &ready, document: &finished) ?? true
    } catch { throw LocatedError(location: pagePath, reason: error) }
  }

  /// Checks that a page has a list of features. Otherwise it may be an error response.
  private func checkFeatures(_ hasFeatures: Bool) throws {
    guard !hasFeatures, let document = finished.last else { return }
    if let error = document["error"], !error.isNull {
      throw FeatureDataError.serviceError(
        path: pagePath, code: error["code"]?.int ?? 0, message: error["message"]?.string ?? "")
    }
    throw FeatureDataError.empty(path: pagePath, expected: "a list \"features\"")
  }

  private mutating func readFile(
    _ region: FileRegion, into block: inout [UInt8]
  ) throws {
    if stream == nil { stream = try ByteStream(region: region) }
    _ = try stream?.read(upTo: Self.blockSize, appendingTo: &block)
  }

  private mutating func endPage() {
    finishedBytes += stream?.position ?? 0
    stream = nil
    splitter = nil
    page += 1
  }
}

/// The splitter for a layout.
struct JSONPageSplitter {
  private var document: JSONFeatureSplitter?
  private var lines: JSONLinesSplitter?

  init(_ layout: JSONFeatureSource.Layout) {
    switch layout {
    case .document: document = JSONFeatureSplitter()
    case .lines: lines = JSONLinesSplitter()
    }
  }

  mutating func append(
    _ block: Span<UInt8>, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    try document?.append(block, to: &stripes)
    try lines?.append(block, to: &stripes)
  }

  /// The members before the features, once the features have been reached.
  var documentSoFar: JSON? { document?.membersSoFar.map { .object($0) } }

  /// Adds the document around the features, or an empty object for lines. Returns whether there is
  /// a list of features.
  mutating func finish(
    to stripes: inout [JSONStripe], document found: inout [JSON]
  ) throws(JSONError) -> Bool {
    lines?.finish(to: &stripes)
    let end = try document?.finish()
    found.append(.object(end?.members ?? JSONObject()))
    return end?.hasArray ?? true
  }
}
