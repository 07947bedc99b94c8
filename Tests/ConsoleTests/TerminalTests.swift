import Console
import OrderedJSON
import TestSupport
import Testing

private struct Stage {
  let output = MemorySink()
  let error = MemorySink()
  let terminal: Terminal

  init(
    isTerminal: Bool = false, noColor: String? = nil, term: String? = "xterm",
    _ change: (inout GlobalOptions) -> Void = { _ in }
  ) {
    var options = GlobalOptions()
    change(&options)
    var surroundings = Terminal.Surroundings()
    surroundings.outputIsTerminal = isTerminal
    surroundings.errorIsTerminal = isTerminal
    surroundings.noColor = noColor
    surroundings.terminalType = term
    terminal = Terminal(
      options: options, surroundings: surroundings, output: output, error: error)
  }
}

private let warning = Diagnostic(.warning, code: "W1", subject: "a", summary: "b")
private let failure = Diagnostic(.error, code: "E1", subject: "a", summary: "b")

@Suite struct TerminalTests {
  @Test func `colors follow the terminal, the environment and the option`() {
    #expect(Stage(isTerminal: true).terminal.outputIsColored)
    #expect(!Stage(isTerminal: false).terminal.outputIsColored)
    #expect(Stage(isTerminal: true, noColor: "").terminal.errorIsColored)
    #expect(!Stage(isTerminal: true, noColor: "1").terminal.errorIsColored)
    #expect(!Stage(isTerminal: true, term: "dumb").terminal.errorIsColored)
    #expect(Stage(noColor: "1", term: "dumb", { $0.color = .always }).terminal.errorIsColored)
    #expect(!Stage(isTerminal: true, { $0.color = .never }).terminal.errorIsColored)
    #expect(!Stage(isTerminal: true, { $0.json = true }).terminal.outputIsColored)
  }

  @Test func `the answer and diagnostics go to different streams`() throws {
    let stage = Stage()
    try stage.terminal.print("answer")
    stage.terminal.report(warning)
    #expect(stage.output.text == "answer\n")
    #expect(stage.error.text == "warning[W1]: a: b\n")
  }

  @Test func `quiet keeps answers, but not what is said of outputs`() throws {
    let stage = Stage { $0.quiet = true }
    try stage.terminal.print("answer")
    try stage.terminal.summarize("written")
    try stage.terminal.summarize(Array("written".utf8))
    #expect(stage.output.text == "answer\n")
  }

  @Test func `quiet keeps errors`() {
    let stage = Stage { $0.quiet = true }
    stage.terminal.report(warning)
    stage.terminal.report(failure)
    #expect(stage.error.text == "error[E1]: a: b\n")
  }

  @Test func `a failure is one document with json, otherwise lines`() throws {
    let plain = Stage()
    plain.terminal.fail([warning, failure], exit: .inputRefused)
    #expect(plain.error.text == "warning[W1]: a: b\nerror[E1]: a: b\n")
    #expect(plain.output.text == "")
    let json = Stage { $0.json = true }
    json.terminal.fail([warning, failure], exit: .inputRefused)
    #expect(json.error.text == "")
    let document = try JSONParser.parse(Array(json.output.text.utf8))
    #expect(document["code"]?.string == "E1")
    #expect(document["exit"]?.int == 3)
  }

  @Test func `progress is hidden without a terminal, with quiet, and on a dumb terminal`() {
    for stage in [
      Stage(), Stage(isTerminal: true, term: "dumb"), Stage(isTerminal: true) { $0.quiet = true },
      Stage(isTerminal: true) { $0.progress = .none },
      Stage {
        $0.progress = .json
        $0.quiet = true
      },
    ] {
      let progress = Progress(stage.terminal, task: "Reading", total: 2, unit: .bytes)
      progress.advance(by: 2)
      progress.finish()
      #expect(stage.error.text == "")
    }
  }

  @Test func `progress as JSON ends with a finished line`() throws {
    let stage = Stage { $0.progress = .json }
    let progress = Progress(stage.terminal, task: "Reading", total: 9, unit: .things("trees"))
    progress.advance(by: 4)
    progress.advance(by: 5)
    progress.finish()
    progress.finish()
    progress.advance(by: 1)
    let lines = stage.error.text.split(separator: "\n")
    #expect(lines.count == 1)
    let line = try JSONParser.parse(Array((lines.last ?? "").utf8))
    #expect(line["progress"]?.string == "Reading")
    #expect(line["done"]?.int == 9)
    #expect(line["total"]?.int == 9)
    #expect(line["unit"]?.string == "trees")
    #expect(line["finished"]?.bool == true)
  }

  @Test func `the bar stays on its line and is removed at the end`() async throws {
    let stage = Stage(isTerminal: true) { $0.color = .never }
    let progress = Progress(stage.terminal, task: "Reading\u{1B}", total: 100, unit: .bytes)
    try await Task.sleep(for: .milliseconds(250))
    progress.advance(by: 50)
    progress.advance(by: 1)
    stage.terminal.report(warning)
    progress.finish()
    let text = stage.error.text
    #expect(text.hasPrefix("\r\u{1B}[KReading\\u{1B}"))
    #expect(text.contains("███████░░░░░░░ 50%"))
    #expect(text.contains(" left"))
    #expect(text.hasSuffix("\r\u{1B}[Kwarning[W1]: a: b\n"))
    #expect(text.split(separator: "\r").allSatisfy { $0.count <= 84 })
  }

  @Test func `long text goes through the pager on a terminal`() throws {
    let folder = try TemporaryFolder()
    let shown = folder.path("shown")
    var surroundings = Terminal.Surroundings()
    surroundings.outputIsTerminal = true
    surroundings.pager = "cat > '\(shown)'"
    let output = MemorySink()
    let terminal = Terminal(
      options: GlobalOptions(), surroundings: surroundings, output: output, error: MemorySink())
    try terminal.page(Array("a page\n".utf8))
    #expect(try folder.read("shown") == Array("a page\n".utf8))
    #expect(output.text.isEmpty)
  }

  @Test(arguments: [(true, "no-such-pager 2>/dev/null"), (false, "cat")])
  func `text is written where there is no pager or no terminal`(
    isTerminal: Bool, pager: String
  ) throws {
    var surroundings = Terminal.Surroundings()
    surroundings.outputIsTerminal = isTerminal
    surroundings.pager = pager
    let output = MemorySink()
    let terminal = Terminal(
      options: GlobalOptions(), surroundings: surroundings, output: output, error: MemorySink())
    try terminal.page(Array("a page\n".utf8))
    #expect(output.text == "a page\n")
  }
}
