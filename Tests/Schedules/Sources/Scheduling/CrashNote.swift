import Glibc

/// Says which schedule it was when the process traps: nothing else can, afterwards.
enum CrashNote {
  /// What is being explored.
  nonisolated(unsafe) static var current: String? {  // used on the main thread only
    didSet { _ = handlers }
  }

  private static let handlers: Void = {
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGFPE] {
      signal(number) { number in
        if let name = CrashNote.current {
          let note = "trapped: \(name) under \(Scheduler.shared.choices.schedule)\n"
          _ = note.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }()
}
