import Dispatch
import Foundation

/// Turns signals into events by writing their numbers to a pipe, whose reader can call any function.
@MainActor final class SignalPipe {
  private let signals: [Int32]
  private let previous: UnsafeMutablePointer<sigaction>
  private let source: any DispatchSourceRead

  /// Creates a pipe that reports the given signals on a queue until ``close()`` is called.
  init(_ signals: [Int32], queue: DispatchQueue, report: @escaping @Sendable (Int32) -> Void) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .noTerminal }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    self.signals = signals
    let (readEnd, writeEnd) = (ends[0], ends[1])
    source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: queue)
    source.setEventHandler { @Sendable in
      var byte: UInt8 = 0
      while read(readEnd, &byte, 1) == 1 { report(Int32(byte)) }
    }
    source.setCancelHandler { @Sendable in
      _ = Foundation.close(readEnd)
      _ = Foundation.close(writeEnd)
    }
    source.activate()
    pipeForSignals.pointee = writeEnd
    previous = .allocate(capacity: signals.count)
    previous.initialize(repeating: sigaction(), count: signals.count)
    for (index, signal) in signals.enumerated() {
      SignalActions.install(signal, handleSignal, previous: previous + index)
    }
  }

  /// Performs the previous action of a signal on this process, and returns afterwards.
  func passThrough(_ signal: Int32) {
    guard let index = signals.firstIndex(of: signal) else { return }
    sigaction(signal, previous + index, nil)
    SignalActions.deliver(signal)
    SignalActions.install(signal, handleSignal, previous: nil)
  }

  func close() {
    for (index, signal) in signals.enumerated() {
      sigaction(signal, previous + index, nil)
    }
    pipeForSignals.pointee = -1
    previous.deallocate()
    source.cancel()
  }
}

// Safe although shared, because it is written only on the main actor, and before the handlers that read it are
// installed. The pointer never changes, so reading it requires no lock.
private nonisolated(unsafe) let pipeForSignals: UnsafeMutablePointer<Int32> = {
  let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  pointer.initialize(to: -1)
  return pointer
}()

let handleSignal: @convention(c) (Int32) -> Void = { signal in
  let error = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  _ = write(pipeForSignals.pointee, &byte, 1)
  errno = error
}
