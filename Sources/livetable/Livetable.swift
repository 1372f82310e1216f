import Dispatch
import Foundation

/// The entry point: parses the command line, runs the command, and exits with a status.
@main
enum Livetable {
  static func main() {
    // If the reader of a pipe is gone, the write fails with an error, and the tool exits quietly.
    signal(SIGPIPE, SIG_IGN)
    // Control-\ ends the program without a backtrace.
    if !SignalWatch.ignore(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    FileDescriptor.openStandardStreams()
    do {
      try perform(parsedInvocation())
    } catch {
      fail(error)
    }
  }

  // These functions are not inlined: together, Swift 6.3's optimizer produces code that its own verifier rejects.

  @inline(never) private static func parsedInvocation() throws -> Invocation {
    try Invocation(arguments: Array(CommandLine.arguments.dropFirst()))
  }

  @inline(never) private static func difference(_ options: DiffOptions) throws -> DiffCommand.Result {
    try DiffCommand(options: options, isColored: options.isColored || StandardStream.output.hasColors).result()
  }

  @inline(never) private static func perform(_ invocation: Invocation) throws {
    switch invocation {
    case .help(let topic): finish(printing: topic.text + "\n")
    case .version: finish(printing: "livetable \(version)\n")
    case .completions(let shell): finish(printing: shell.text)
    case .patch(let options):
      let result = try PatchCommand(options: options, isForTerminal: StandardStream.output.isTerminal).result()
      for problem in result.complaints + result.problems { StandardStream.complain(problem) }
      finish(
        printing: result.output,
        status: result.isRefused ? .trouble : result.problems.isEmpty ? .success : .different)
    case .diff(let options):
      let result = try difference(options)
      for complaint in result.complaints { StandardStream.complain(complaint) }
      finish(
        printing: result.output, status: result.isRefused ? .trouble : result.isEqual ? .success : .different)
    case .watch(let options):
      show({ WatchFeed(options: options) }, options.records, options.display)
    case .replay(let options):
      show({ ReplayFeed(options: options) }, options.records, options.display)
    case .sqlite(let options):
      #if SQLite
      show({ SQLiteFeed(options: options) }, options.records, options.display)
      #else
      failWithout("SQLite", package: "libsqlite3-dev", to: options.file)
      #endif
    case .postgres(let options):
      #if Postgres
      show({ PostgresFeed(options: options) }, options.records, options.display)
      #else
      failWithout("Postgres", package: "libpq-dev", to: options.table)
      #endif
    case .stream(let options):
      if isatty(STDIN_FILENO) == 1 {
        fail(
          UsageError("there is no input", "pipe rows into livetable, watch a command, or see livetable --help"))
      }
      show({ StreamFeed(options: options) }, options.records, options.display)
    case .file(let path, let options):
      show({ FileFeed(path: path, options: options) }, options.records, options.display)
    }
  }

  static let version = "0.1.0"

  /// Shows a feed until it ends, and exits.
  ///
  /// From this call on, the main thread runs the main actor.
  private static func show(
    _ feed: @escaping @MainActor () -> any Feed, _ options: RecordOptions, _ display: DisplayOptions
  ) -> Never {
    let arrangement = Arrangement(options)
    Task { @MainActor in
      do {
        let status =
          StandardStream.output.isTerminal && !display.isOnce
          ? try await ScreenSession(feed: feed(), arrangement: arrangement, display: display).run()
          : try await LineSession(feed: feed(), arrangement: arrangement, display: display).run()
        exit(status.code)
      } catch {
        fail(error)
      }
    }
    dispatchMain()
  }

  /// Fails because this build lacks a command that reads a file or table.
  private static func failWithout(_ trait: String, package: String, to source: String) -> Never {
    fail(
      UsageError(
        "livetable \(trait.lowercased()) is not in this build, so \(source) cannot be read",
        "install \(package) or a similar package, and run swift build --traits \(trait)"))
  }

  private static func fail(_ error: any Error) -> Never {
    StandardStream.complain("\(error)")
    exit(ExitStatus.trouble.code)
  }

  private static func finish(printing text: String, status: ExitStatus = .success) -> Never {
    do {
      try StandardStream.output.write(text)
    } catch {
      if !error.isBrokenPipe { fail(OutputError(error)) }
    }
    exit(status.code)
  }
}
