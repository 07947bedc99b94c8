import Console
import Testing

private func parse(_ line: String) throws(ConsoleError) -> Invocation {
  let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
  return try ArgumentParser(SampleProgram.program).parse(words)
}

private func arguments(_ line: String) throws -> ParsedArguments {
  guard case .run(_, let arguments, _) = try parse(line) else {
    throw ConsoleError.noCommand
  }
  return arguments
}

@Suite struct ArgumentParserTests {
  @Test(arguments: [
    "build map.json --data d --output o --force", "build map.json --data=d -o o -f",
    "build -f -oo --data d map.json", "--quiet build --data d -fo o map.json",
    "build --data d -o o -f -- map.json",
  ])
  func `the spellings of an option mean the same`(line: String) throws {
    let arguments = try arguments(line)
    #expect(arguments.positionals == ["map.json"])
    #expect(arguments.value("data") == "d")
    #expect(arguments.value("output") == "o")
    #expect(arguments.flag("force"))
    #expect(arguments.value("area") == nil)
  }

  @Test func `a repeated option keeps all values in order`() throws {
    let arguments = try arguments("build m --data d --area a --area=b=c --area ''")
    #expect(arguments.values("area") == ["a", "b=c", ""])
    #expect(arguments.value("area") == "")
  }

  @Test func `a value may start with a dash, and a single dash is an argument`() throws {
    let arguments = try arguments("build - --data d --area -122.7,45.5 -o -")
    #expect(arguments.positionals == ["-"])
    #expect(arguments.value("area") == "-122.7,45.5")
    #expect(arguments.value("output") == "-")
  }

  @Test func `after two dashes everything is an argument`() throws {
    let arguments = try arguments("merge -- --into -q --")
    #expect(arguments.positionals == ["--into", "-q", "--"])
  }

  @Test func `global options may be before or after the command`() throws {
    let line = "--json merge -q a b --progress none --color=never"
    guard case .run(let command, _, let global) = try parse(line) else {
      Issue.record("no run")
      return
    }
    #expect(command.name == "merge")
    #expect(global.json)
    #expect(global.quiet)
    #expect(global.progress == .none)
    #expect(global.color == .never)
  }

  @Test func `help and version may be anywhere in the command line`() throws {
    #expect(try parse("help") == .help(.overview, GlobalOptions()))
    #expect(try parse("--help") == .help(.overview, GlobalOptions()))
    #expect(try parse("-h") == .help(.overview, GlobalOptions()))
    for line in ["help build", "build --help", "build -h", "--help build", "build x -h y z"] {
      #expect(try parse(line) == .help(.command(SampleProgram.build), GlobalOptions()))
    }
    #expect(try parse("--version") == .version(GlobalOptions()))
    #expect(try parse("build --version") == .version(GlobalOptions()))
  }

  @Test(
    arguments: [
      ("", .noCommand), ("--quiet", .noCommand),
      ("biuld x", .unknownCommand("biuld", nearest: "build")),
      ("comp", .unknownCommand("comp", nearest: "completions")),
      ("frobnicate", .unknownCommand("frobnicate", nearest: nil)),
      ("help mrege", .unknownTopic("mrege", nearest: "merge")),
      ("build m --dta d", .unknownOption("--dta", command: "build", nearest: "--data")),
      ("build m --outptu=d", .unknownOption("--outptu", command: "build", nearest: "--output")),
      ("--quite build", .unknownOption("--quite", command: nil, nearest: "--quiet")),
      ("build m -z", .unknownOption("-z", command: "build", nearest: nil)),
      ("build m --data", .missingValue(option: "--data DIR")),
      ("build m --data --force", .missingValue(option: "--data DIR")),
      ("build m -o -f", .missingValue(option: "--output FILE")),
      ("build m --force=1", .unexpectedValue(option: "--force", value: "1")),
      (
        "build m --data d --photos flies",
        .badChoice(option: "--photos", value: "flies", choices: ["files", "blobs"])
      ),
      ("build m --data d --data e", .repeatedOption("--data")),
      ("build m", .missingOption("--data DIR", command: "build")),
      ("build --data d", .missingArgument("MAP", command: "build")),
      ("merge a", .missingArgument("PACKAGE", command: "merge")),
      ("build a b --data d", .unexpectedArgument("b", command: "build")),
      ("demo a b", .unexpectedArgument("b", command: "demo")),
      (
        "completions bsh",
        .badChoice(option: "SHELL", value: "bsh", choices: ["bash", "zsh", "fish"])
      ),
    ] as [(String, ConsoleError)])
  func `a wrong command line has its error and a description`(line: String, error: ConsoleError) {
    #expect(throws: error) { try parse(line) }
    #expect(!error.description.isEmpty)
  }

  @Test func `an error suggests a similar word`() {
    let error = ConsoleError.badChoice(
      option: "--photos", value: "flies", choices: ["files", "blobs"])
    #expect(error.description == "`--photos` must be files or blobs, not `flies`")
    #expect(error.fix == "Did you mean `--photos files`?")
    let command = ConsoleError.unknownCommand("biuld", nearest: "build")
    #expect(command.description == "no command `biuld`")
    #expect(command.fix == "Did you mean `build`?")
  }

  @Test func `optional and repeated arguments are parsed`() throws {
    #expect(try arguments("demo").positionals == [])
    #expect(try arguments("demo d").positionals == ["d"])
    #expect(try arguments("merge a b c d").positionals == ["a", "b", "c", "d"])
  }
}
