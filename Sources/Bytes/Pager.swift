import Glibc

/// The program that shows long text page by page, such as `less`.
package enum Pager {
  /// Shows text in a pager and waits until its user leaves it.
  ///
  /// - Parameters:
  ///   - text: UTF-8 text.
  ///   - command: The command line of the pager, for `sh -c`, as users set it in `PAGER`.
  /// - Returns: False if the pager could not be started, and nothing was shown.
  package static func show(_ text: [UInt8], command: String) -> Bool {
    // Its user may leave it before all is written.
    StandardStream.ignoreFailedWrites()
    guard let pipe = unsafe popen(command, "w") else { return false }
    unsafe text.withUnsafeBytes { bytes in
      _ = unsafe fwrite(bytes.baseAddress, 1, bytes.count, pipe)
    }
    // The shell ends with 127 if it does not find the program. Leaving a pager early is no failure.
    return unsafe pclose(pipe) >> 8 != 127
  }
}
