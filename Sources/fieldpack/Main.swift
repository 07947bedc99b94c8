import Commands

@main struct Main {
  static func main() async { await Fieldpack.main(CommandLine.arguments) }
}
