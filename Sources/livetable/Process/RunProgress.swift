/// The state of one run of a command, as a pure state machine that maps events to actions.
///
/// A run is over when the command has exited and its pipes are closed. Background processes of the command have a
/// moment to close the pipes before they are terminated and finally killed, unless they may continue.
struct RunProgress: Equatable {
  enum Action: Equatable {
    case wait
    /// Wait, and report when this time has passed.
    case waitUntil(Duration)
    /// Ask the process group to terminate, and report when this time has passed.
    case terminate(Duration)
    /// Kill the process group, and wait for the exit of the command.
    case kill
    /// The run is over: kill the rest of the process group, and reap the command.
    case finish
    /// The run is over: reap the command, and let the rest of the process group continue.
    case leave
  }

  private enum Phase: Equatable {
    case running
    /// The command has exited, and another process still holds its pipes.
    ///
    /// The next state is terminating, or the end.
    case draining
    case terminating
    case killing
    case ended
  }

  /// The time for which the pipes may stay open after the command has exited.
  static let drainingTime = Duration.milliseconds(200)
  /// The time within which a process group must terminate.
  static let terminatingTime = Duration.milliseconds(500)

  /// Whether background processes continue, unless the command was stopped.
  var keepsBackground = false
  private var phase = Phase.running
  private var hasExited = false
  private var arePipesClosed = false

  mutating func exited() -> Action {
    hasExited = true
    switch phase {
    case .running:
      if arePipesClosed { return finish() }
      phase = .draining
      return .waitUntil(Self.drainingTime)
    case .terminating: return arePipesClosed ? finish() : .wait
    case .killing: return finish()
    case .draining, .ended: preconditionFailure("a command exits once")
    }
  }

  /// Handles that no process holds the writing ends of the pipes anymore.
  mutating func pipesClosed() -> Action {
    arePipesClosed = true
    return hasExited && phase != .ended ? finish() : .wait
  }

  /// Handles that the result is no longer needed, or that the output exceeds the limit.
  mutating func stop() -> Action {
    guard phase == .running || phase == .draining else { return .wait }
    phase = .terminating
    return .terminate(Self.terminatingTime)
  }

  mutating func timePassed() -> Action {
    switch phase {
    case .draining: return keepsBackground ? finish() : stop()
    case .terminating:
      if hasExited { return finish() }
      phase = .killing
      return .kill
    case .running, .killing, .ended: return .wait
    }
  }

  private mutating func finish() -> Action {
    let isStopped = phase == .terminating || phase == .killing
    phase = .ended
    return keepsBackground && !isStopped ? .leave : .finish
  }
}
