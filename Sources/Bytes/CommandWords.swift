/// The words of this process's command line, as the system gave them.
package enum CommandWords {
  /// The number of the first word that isn't UTF-8, where the program's name is 0. Nil if all are.
  /// Such a word would be read with other letters, and name another file.
  package static var firstNotUTF8: Int? {
    let words = unsafe CommandLine.unsafeArgv
    for index in 0..<Int(CommandLine.argc) {
      guard let word = unsafe words[index] else { continue }
      if unsafe String(validatingCString: word) == nil { return index }
    }
    return nil
  }
}
