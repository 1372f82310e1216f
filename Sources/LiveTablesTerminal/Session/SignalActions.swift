#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What every platform spells in its own way, or the dispatch library makes harder than it was.
enum SignalActions {
  /// Has a signal handled, and keeps in `previous` what was done about it before.
  static func install(
    _ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void, previous: UnsafeMutablePointer<sigaction>?
  ) {
    var action = sigaction()
    #if canImport(Glibc)
    action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
    action.__sa_handler.sa_handler = handler
    #elseif canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
    sigaction(signal, &action, previous)
  }

  /// Sends this process a signal that stops or ends it, and goes on when that has had its effect.
  ///
  /// The threads of the dispatch library take no signals. This one has to: one that is sent to a thread that takes it
  /// has been dealt with when `raise` returns.
  static func deliver(_ signal: Int32) {
    var unblocked = sigset_t()
    var mask = sigset_t()
    sigemptyset(&unblocked)
    sigaddset(&unblocked, signal)
    pthread_sigmask(SIG_UNBLOCK, &unblocked, &mask)
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
