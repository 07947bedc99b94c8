/// What is in safe HTML that its page must know of.
package struct HTMLAccount: Sendable, Equatable {
  /// The number of pictures, sounds and films on the web that the HTML only links to.
  package var onlineMedia = 0
  /// The number of `style` attributes.
  package var styles = 0

  /// Nothing.
  package init() {}

  /// Adds what is in other HTML.
  package static func += (account: inout HTMLAccount, other: HTMLAccount) {
    account.onlineMedia &+= other.onlineMedia
    account.styles &+= other.styles
  }
}
