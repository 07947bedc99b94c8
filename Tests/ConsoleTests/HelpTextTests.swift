import Console
import Testing

@Suite struct HelpTextTests {
  private let help = HelpText(SampleProgram.program)

  @Test func `the help of a command shows its description`() {
    #expect(
      help.command(SampleProgram.build) == """
        fieldpack build: pack a map

        Usage:
          fieldpack build MAP --data DIR [--area AREA]… [-o FILE] [--photos HOW] [-f]

        All or nothing: a build that fails leaves no file behind.

        Arguments:
          MAP  the web map

        Options:
              --data DIR     the folder with the data of every layer and table of the
                             map (required)
              --area AREA    the area to pack (may repeat)
          -o, --output FILE  the package to write
              --photos HOW   files or blobs
          -f, --force        replace the output

        Options of every command:
              --json           print one JSON document
          -q, --quiet          print errors only
              --progress MODE  show progress as bar (on a terminal), json (one line at a
                               time) or none
              --color WHEN     use colors: auto, always or never
          -h, --help           show this help
              --version        show the version

        Examples:
          fieldpack build map.json --data trees -o crew-07.mmpk
              pack the whole city

        Exit codes:
          0    done
          1    finished with findings, differences or conflicts
          2    the command line is wrong
          3    an input is damaged, unsupported or refused
          4    an input is missing
          5    the output exists already or can't be written
          6    not enough room
          70   internal error
          75   temporary failure: try again
          130  interrupted


        """)
  }

  @Test func `the overview lists every command with its summary`() {
    let text = help.overview()
    #expect(text.hasPrefix("fieldpack 1.2.3: packs web maps for the field\n"))
    for command in SampleProgram.program.commands {
      #expect(text.contains("  \(command.name) "))
      #expect(text.contains(command.summary))
    }
  }

  @Test func `no line of help is longer than 80 columns`() {
    let texts = [help.overview()] + SampleProgram.program.commands.map { help.command($0) }
    for line in texts.joined().split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func `headings are bold if colored`() {
    let text = HelpText(SampleProgram.program, colored: true).overview()
    #expect(text.contains("\u{1B}[1mCommands:\u{1B}[0m\n"))
  }

  @Test func `exit codes don't change`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 70, 75, 130])
    #expect(Set(ExitCode.allCases.map(\.meaning)).count == 10)
  }
}
