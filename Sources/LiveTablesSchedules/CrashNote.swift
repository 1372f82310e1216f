#if compiler(>=6.3) && canImport(Glibc)
import Glibc

/// Writes the current schedule to standard error if the process traps.
///
/// This is for explorations in the process of the tests. If a child process traps, its parent reads the schedule.
enum CrashNote {
  /// The name of the current exploration.
  nonisolated(unsafe) static var current: String? {  // used on the thread that runs jobs
    didSet { _ = handlers }
  }

  private static let handlers: Void = {
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGFPE] {
      signal(number) { number in
        if let name = CrashNote.current {
          let note = "trapped: \(name) under \(Engine.shared.choices.schedule)\n"
          _ = note.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }()
}
#endif
