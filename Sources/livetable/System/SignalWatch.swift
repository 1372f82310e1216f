import Dispatch
import Foundation

/// Hears of the signals that ask the tool to end, so that it can first end what it has started.
@MainActor final class SignalWatch {
  /// The signals that have come.
  let signals: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  /// How long the tool may take to end by itself.
  private nonisolated static let patience = DispatchTimeInterval.seconds(2)

  init() {
    let queue = DispatchQueue(label: "livetable.signals")
    // Until a source is registered its signal is ignored, and one that comes then would be lost.
    let registered = DispatchGroup()
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    sources = [SIGHUP, SIGINT, SIGTERM].compactMap { number in
      // Whoever says `nohup` wants the tool to outlive the terminal.
      if Self.ignore(number), number == SIGHUP { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        continuation.yield(number)
        // Standard output may be a pipe that nobody reads from, and a write to it never end.
        queue.asyncAfter(deadline: .now() + Self.patience) { exit(128 + number) }
      }
      registered.enter()
      source.setRegistrationHandler { @Sendable in registered.leave() }
      source.activate()
      return source
    }
    registered.wait()
  }

  /// Has a signal ignored.
  ///
  /// - Returns: Whether it was ignored before.
  nonisolated static func ignore(_ number: Int32) -> Bool {
    // What handles a signal is a C function, which Swift cannot compare: so by address.
    unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
