import Bytes
package import Console
import Manual
import Packages

/// The tool: its commands, and how it runs a command line.
package enum Fieldpack {
  /// The commands in the order of the help.
  static let verbs = [
    DemoVerb.verb, SignInVerb.verb, FetchVerb.verb, CheckVerb.verb, PlanVerb.verb, BuildVerb.verb,
    CollectVerb.verb, InspectVerb.verb, VerifyVerb.verb,
    SiteVerb.verb, ExportVerb.verb, EditVerb.verb, DiffVerb.verb, MergeVerb.verb, LogVerb.verb,
    UndoVerb.verb, PushVerb.verb, TilesVerb.verb, CompletionsVerb.verb, ManpageVerb.verb,
  ]

  /// The tool as data, for the parser, help and completions.
  package static let program = Program(
    name: "fieldpack",
    summary: "builds offline map packages, publishes them as web pages, and merges edits back",
    version: ToolVersion.text, releaseDate: ToolVersion.date, commands: verbs.map(\.command),
    topics: Manual.topics().map { Topic(name: $0.name, markdown: $0.markdown) })

  /// Runs the command line of this process and ends the process.
  package static func main(_ arguments: [String]) async -> Never {
    StandardStream.replaceMissing()
    // First of all: with too low limits, the runtime can't start the threads that other code runs on.
    if let limit = CommandError.limit {
      report(limit, about: arguments, terminal: Terminal.standard).endProcess()
    }
    Interruption.install()
    let words = Array(arguments.dropFirst())
    if let position = CommandWords.firstNotUTF8, words.indices.contains(position - 1) {
      let error = ConsoleError.notUTF8(position: position, word: words[position - 1])
      report(error, about: words, terminal: Terminal.standard).endProcess()
    }
    let code = await run(
      words, in: .current(program: arguments.first), terminal: Terminal.standard)
    code.endProcess()
  }

  private static func report(
    _ error: any ExplainedError, about words: [String], terminal: (GlobalOptions) -> Terminal
  ) -> ExitCode {
    var options = GlobalOptions()
    options.json = words.contains("--json")
    let context = ErrorContext(output: nil, subject: program.name)
    return error.explanation(context).report(on: terminal(options))
  }

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - words: the words after the program's name.
  ///   - terminal: makes the terminal to write to, once the options are known.
  package static func run(
    _ words: [String], in surroundings: Surroundings,
    terminal: (GlobalOptions) -> Terminal
  ) async -> ExitCode {
    let invocation: Invocation
    do throws(ConsoleError) {
      invocation = try ArgumentParser(program).parse(words)
    } catch {
      return report(error, about: words, terminal: terminal)
    }
    switch invocation {
    case .help(let subject, let options):
      let terminal = terminal(options)
      return show(help(on: subject, terminal), on: terminal, paged: true)
    case .version(let options):
      return show("\(program.name) \(program.version)\n", on: terminal(options))
    case .run(let command, let arguments, let options):
      let call = Call(
        arguments: arguments, terminal: terminal(options), surroundings: surroundings)
      return await run(command, call)
    }
  }

  private static func run(_ command: Command, _ call: Call) async -> ExitCode {
    let code: ExitCode
    do {
      guard let verb = verbs.first(where: { $0.command.name == command.name }) else {
        throw ConsoleError.unknownCommand(command.name, nearest: nil)
      }
      try GridsArgument.use(call)
      code = try await verb.run(call)
    } catch {
      // An error about a returned package names the package. Others are about the office data.
      let context = ErrorContext(
        output: call.arguments.value("output"),
        subject: call.arguments.value("into") ?? call.arguments.positionals.first ?? program.name)
      reportCompleted(on: call.terminal)
      return Explanation(of: error, context).report(on: call.terminal)
    }
    reportCompleted(on: call.terminal)
    return code
  }

  /// Reports the outputs of killed runs that this run completed.
  private static func reportCompleted(on terminal: Terminal) {
    for path in JointCommit.takeFinished() {
      let notice = NoticeCode.fileCompleted
      terminal.report(
        notice.diagnostic(
          about: path, "is complete now; an earlier run was killed before it named all its outputs",
          fix: notice.fix))
    }
  }

  private static func help(on subject: HelpSubject, _ terminal: Terminal) -> String {
    let help = HelpText(program, colored: terminal.outputIsColored)
    return switch subject {
    case .overview: help.overview()
    case .command(let command): help.command(command)
    case .topic(let topic): TopicText.page(topic, colored: terminal.outputIsColored)
    }
  }

  private static func show(
    _ text: String, on terminal: Terminal, paged: Bool = false
  ) -> ExitCode {
    do throws(BytesError) {
      if paged {
        try terminal.page(Array(text.utf8))
      } else {
        try terminal.write(Array(text.utf8))
      }
      return .done
    } catch {
      let context = ErrorContext(output: nil, subject: program.name)
      return error.explanation(context).report(on: terminal)
    }
  }
}
