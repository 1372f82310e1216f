import Dispatch
import Foundation

/// Receives the signals that end the tool, so that the tool can first end its child processes.
@MainActor final class SignalWatch {
  let signals: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  /// The time after a signal at which the tool exits in any case.
  private nonisolated static let exitDelay = DispatchTimeInterval.seconds(2)

  init() {
    let queue = DispatchQueue(label: "livetable.signals")
    // Signals are ignored until a source is registered, so one that arrives earlier would be lost.
    let registered = DispatchGroup()
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    sources = [SIGHUP, SIGINT, SIGTERM].compactMap { number in
      // With `nohup`, the tool continues when the terminal is closed.
      if Self.ignore(number), number == SIGHUP { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in
        continuation.yield(number)
        // A write to a pipe without a reader may never return.
        queue.asyncAfter(deadline: .now() + Self.exitDelay) { exit(128 + number) }
      }
      registered.enter()
      source.setRegistrationHandler { @Sendable in registered.leave() }
      source.activate()
      return source
    }
    registered.wait()
  }

  nonisolated static func ignore(_ number: Int32) -> Bool {
    // Swift cannot compare C functions, so their addresses are compared.
    unsafeBitCast(signal(number, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
