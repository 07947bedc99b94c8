/// How a package stores attachments.
package enum AttachmentStorage: String, Sendable {
  /// As files beside the store, like QField.
  case files
  /// In the store's rows.
  case blobs
}
