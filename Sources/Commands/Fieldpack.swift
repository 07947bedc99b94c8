import Bytes
package import Console
import Packaging

/// The tool: its verbs, and how a command line is run.
package enum Fieldpack {
  /// The verbs in the order of the help.
  static let verbs = [
    DemoVerb.verb, CheckVerb.verb, BuildVerb.verb, InspectVerb.verb, VerifyVerb.verb,
    SiteVerb.verb, ExportVerb.verb, EditVerb.verb, DiffVerb.verb, MergeVerb.verb, LogVerb.verb,
    UndoVerb.verb, CompletionsVerb.verb,
  ]

  /// The tool as data, for parser, help and completions.
  package static let program = Program(
    name: "fieldpack", summary: "takes web maps and their data to the field and back, from files",
    version: ToolVersion.text, commands: verbs.map(\.command))

  /// Runs the command line of this process and ends the process.
  package static func main(_ arguments: [String]) async -> Never {
    StandardStream.replaceMissing()
    Interruption.install()
    let code = await run(
      Array(arguments.dropFirst()), in: .current(program: arguments.first),
      terminal: Terminal.standard)
    code.endProcess()
  }

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - words: what stands behind the program's name.
  ///   - terminal: makes the place to write to, once the options are known.
  package static func run(
    _ words: [String], in surroundings: Surroundings,
    terminal: (GlobalOptions) -> Terminal
  ) async -> ExitCode {
    let invocation: Invocation
    do throws(ConsoleError) {
      invocation = try ArgumentParser(program).parse(words)
    } catch {
      var options = GlobalOptions()
      options.json = words.contains("--json")
      return Explanation(error).tell(on: terminal(options))
    }
    switch invocation {
    case .help(let command, let options):
      return show(help(on: command, terminal(options)), on: terminal(options))
    case .version(let options):
      return show("\(program.name) \(program.version)\n", on: terminal(options))
    case .run(let command, let arguments, let options):
      let call = Call(
        arguments: arguments, terminal: terminal(options), surroundings: surroundings)
      return await run(command, call)
    }
  }

  private static func run(_ command: Command, _ call: Call) async -> ExitCode {
    do {
      guard let verb = verbs.first(where: { $0.command.name == command.name }) else {
        throw ConsoleError.unknownCommand(command.name, nearest: nil)
      }
      return try await verb.run(call)
    } catch {
      // A merge names a returned package in the error; what names no file is of the office's data.
      let context = ErrorContext(
        output: call.arguments.value("output"),
        subject: call.arguments.value("into") ?? call.arguments.positionals.first ?? program.name)
      return Explanation(of: error, context).tell(on: call.terminal)
    }
  }

  private static func help(on command: Command?, _ terminal: Terminal) -> String {
    let help = HelpText(program, colored: terminal.outputIsColored)
    return command.map { help.command($0) } ?? help.overview()
  }

  private static func show(_ text: String, on terminal: Terminal) -> ExitCode {
    do throws(BytesError) {
      try terminal.write(Array(text.utf8))
      return .done
    } catch {
      return Explanation(error, ErrorContext(output: nil, subject: program.name)).tell(on: terminal)
    }
  }
}
