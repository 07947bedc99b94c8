import Bytes
import FeatureData
import GeoPackage
import Packages

/// What a package delivers of the attachments that its rows name: which arrived, which are missing
/// or damaged.
struct AttachmentIntake {
  private(set) var issues: [MergeIssue] = []
  var counts = AttachmentCounts()
  /// The attachments whose bytes were received.
  private(set) var received: [RecordKey] = []
  /// The paths of received attachments that are separate files in the package.
  private(set) var paths: [RecordKey: String] = [:]
  /// The attachments whose new content is a complete image. It may have fewer bytes than before,
  /// because someone cropped it.
  private(set) var intact: Set<RecordKey> = []
  /// The attachments whose new content is truncated.
  private(set) var truncated: Set<RecordKey> = []

  private let schema: MergeSchema
  /// The index of the package in the merge, for issues.
  private let packageIndex: Int

  /// The largest image whose end is checked, in bytes.
  private static let largestImage = 256 << 20

  init(_ schema: MergeSchema, packageIndex: Int) {
    self.schema = schema
    self.packageIndex = packageIndex
  }

  /// Reports something about an attachment or its record.
  mutating func report(
    _ kind: MergeIssue.Kind, _ key: RecordKey? = nil, table: Int? = nil, field: String? = nil,
    value: FieldValue? = nil, message: String
  ) {
    issues.append(
      MergeIssue(
        kind, table: key?.table ?? table, id: key?.globalID, field: field, value: value,
        package: packageIndex, message))
  }

  /// Counts and reports an attachment without bytes.
  mutating func miss(_ key: RecordKey, field: String?, path: String?) {
    counts.missing += 1
    let title = schema.tables[key.table].title
    report(
      .photoMissing, key, field: field, value: FieldValue(text: path),
      message: path.map { "The package does not contain the attachment \($0) of \(title)." }
        ?? "An attachment of \(title) has no content in the package.")
  }

  /// Counts a file and checks whether it is complete. Returns false for an empty file.
  mutating func receive(_ file: LooseFile, of key: RecordKey) throws -> Bool {
    let name = FieldValue(text: file.path)
    guard file.size > 0 else {
      counts.missing += 1
      report(.photoDamaged, key, value: name, message: "The file \(file.path) is empty.")
      return false
    }
    count(key)
    paths[key] = file.path
    if file.size <= Self.largestImage, ContentType(fileName: file.path).name.isCheckedImage {
      check(try file.content(limit: Self.largestImage), of: key, name: name)
    }
    return true
  }

  /// Counts the bytes that a row holds and checks whether they are complete.
  mutating func receive(_ content: [UInt8], of key: RecordKey, name: FieldValue) {
    count(key)
    check(content, of: key, name: name)
  }

  private mutating func count(_ key: RecordKey) {
    counts.arrived += 1
    received.append(key)
  }

  private mutating func check(_ content: [UInt8], of key: RecordKey, name: FieldValue) {
    switch ImageCompleteness(of: content.span) {
    case .complete: intact.insert(key)
    case .truncated: truncated.insert(key)
    case .unknown: break
    }
    guard truncated.contains(key) else { return }
    report(
      .photoDamaged, key, value: name,
      message: "The image \(name.text ?? "") is truncated: the end of the file is missing.")
  }
}

extension String {
  /// Whether it is an image type whose end can be checked.
  fileprivate var isCheckedImage: Bool { self == "image/jpeg" || self == "image/png" }
}
