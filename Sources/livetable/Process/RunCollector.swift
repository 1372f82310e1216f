import Foundation

/// A message to the collecting thread, as a byte in a pipe, so that the thread can wait for messages and output at
/// once.
enum RunBell: UInt8 {
  case exited
  /// Stop the run, because its result is no longer needed.
  case stop

  func ring(_ bell: PipeEnds) {
    // A pipe holds thousands of bytes without blocking, and at most two are sent.
    try? FileDescriptor.write([rawValue], to: bell.writing)
  }
}

/// Collects the output of a run on a separate thread, and performs the actions of ``RunProgress``.
struct RunCollector {
  private let child: ChildProcess
  private let bell: PipeEnds
  private let run: CommandRun
  private var progress = RunProgress()
  private var output: [UInt8] = []
  private var errorOutput: [UInt8] = []
  private var openPipes: Set<Int32>
  private var deadline: ContinuousClock.Instant?
  private var stopReason: RunResult.Ending?
  private var buffer = [UInt8](repeating: .zero, count: 1 << 16)

  init(child: ChildProcess, bell: PipeEnds, run: CommandRun) {
    self.child = child
    self.bell = bell
    self.run = run
    progress.keepsBackground = run.keepsBackground
    openPipes = [child.output, child.errorOutput]
  }

  mutating func collect() -> RunResult {
    while true {
      let ready = (try? FileDescriptor.ready([bell.reading] + openPipes, until: deadline)) ?? []
      if ready.isEmpty, deadline.map({ $0 <= .now }) ?? false {
        deadline = nil
        if perform(progress.timePassed()) { return result() }
      }
      // The output from before the exit is read before the exit is handled.
      for file in ready.reversed() {
        if file == bell.reading ? answerBell() : readPipe(file) { return result() }
      }
    }
  }

  /// Blocks until the pipes of a finished run are closed by all processes.
  ///
  /// Background processes that continue can therefore still write to them.
  mutating func discardRest() {
    while !openPipes.isEmpty {
      for pipe in (try? FileDescriptor.ready(openPipes)) ?? [] {
        let chunk = (try? FileDescriptor.read(pipe, into: &buffer)) ?? []
        if chunk.isEmpty { openPipes.remove(pipe) }
      }
    }
    child.closePipes()
  }

  private mutating func answerBell() -> Bool {
    guard let bytes = try? FileDescriptor.read(bell.reading, into: &buffer) else { return false }
    for bell in bytes.compactMap(RunBell.init(rawValue:)) {
      switch bell {
      case .exited:
        if perform(progress.exited()) { return true }
      case .stop: stop(because: .stopped)
      }
    }
    return false
  }

  private mutating func readPipe(_ pipe: Int32) -> Bool {
    let chunk = (try? FileDescriptor.read(pipe, into: &buffer)) ?? []
    if chunk.isEmpty {
      openPipes.remove(pipe)
      return openPipes.isEmpty && perform(progress.pipesClosed())
    }
    if pipe == child.errorOutput {
      errorOutput += chunk
      errorOutput.removeFirst(max(0, errorOutput.count - run.errorOutputLimit))
    } else if output.count + chunk.count > run.outputLimit {
      stop(because: .printedTooMuch(limit: run.outputLimit))
    } else {
      output += chunk
    }
    return false
  }

  private mutating func stop(because reason: RunResult.Ending) {
    stopReason = stopReason ?? reason
    _ = perform(progress.stop())
  }

  /// Performs an action of the state machine.
  ///
  /// - Returns: Whether the run is over.
  private mutating func perform(_ action: RunProgress.Action) -> Bool {
    switch action {
    case .wait: break
    case .waitUntil(let time): deadline = .now + time
    case .terminate(let time):
      child.signalGroup(SIGTERM)
      deadline = .now + time
    case .kill: child.signalGroup(SIGKILL)
    case .finish:
      child.signalGroup(SIGKILL)
      openPipes = []
      return true
    case .leave: return true
    }
    return false
  }

  private func result() -> RunResult {
    let ending = child.reap()
    return RunResult(ending: stopReason ?? ending, output: output, errorOutput: errorOutput)
  }
}
