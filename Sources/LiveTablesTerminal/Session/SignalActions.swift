import Foundation

/// Signal functions that differ between platforms or interfere with Dispatch.
enum SignalActions {
  /// Installs a handler for a signal, and stores the previous action in `previous`.
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

  /// Sends this process a signal that stops or ends it, and returns after the signal has taken effect.
  ///
  /// Dispatch threads block signals. The current thread must not block this signal, because a signal sent to a thread
  /// that accepts it has been handled when `raise` returns.
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
