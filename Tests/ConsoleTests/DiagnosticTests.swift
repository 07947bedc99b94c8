import Console
import OrderedJSON
import Testing

@Suite struct DiagnosticTests {
  private let refused = Diagnostic(
    .error, code: "ZIP_ENTRY_UNSAFE", subject: "returned/crew-07.mmpk",
    summary: "entry `../x` leaves the folder", fix: "ask for the package again")

  @Test func `a diagnostic is one line, and its fix another`() {
    #expect(
      refused.text() == """
        error[ZIP_ENTRY_UNSAFE]: returned/crew-07.mmpk: entry `../x` leaves the folder
          fix: ask for the package again

        """)
    let note = Diagnostic(.note, code: "N1", subject: "Trees", summary: "12 left out")
    #expect(note.text(colored: true) == "\u{1B}[36mnote[N1]\u{1B}[0m: Trees: 12 left out\n")
  }

  @Test func `a name can't move the cursor or reorder text`() {
    let diagnostic = Diagnostic(
      .warning, code: "W", subject: "a\u{1B}[2Jb\n", summary: "x\u{202E}y\u{9B}")
    #expect(diagnostic.text() == "warning[W]: a\\u{1B}[2Jb\\u{A}: x\\u{202E}y\\u{9B}\n")
  }

  @Test func `a failure has a fixed form in JSON`() {
    let note = Diagnostic(.note, code: "N1", subject: "a", summary: "b")
    let document = Diagnostic.failure([note, refused], exit: .inputRefused)
    #expect(
      String(decoding: JSONWriter.write(document), as: UTF8.self) == """
        {"ok":false,"code":"ZIP_ENTRY_UNSAFE",\
        "error":"returned/crew-07.mmpk: entry `../x` leaves the folder","exit":3,"diagnostics":[\
        {"severity":"note","code":"N1","subject":"a","summary":"b"},\
        {"severity":"error","code":"ZIP_ENTRY_UNSAFE","subject":"returned/crew-07.mmpk",\
        "summary":"entry `../x` leaves the folder","fix":"ask for the package again"}]}
        """)
    #expect(Diagnostic.failure([], exit: .bug)["error"]?.string == "internal error")
  }
}
