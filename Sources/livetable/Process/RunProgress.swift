/// Where one run of a command stands, as a pure state machine: events go in, what to do next comes out.
///
/// A run is over when the command has exited and its pipes are closed. What the command leaves behind in its process
/// group gets a moment to close the pipes. Then it ends with the run, by a signal to terminate, and then it is killed; or
/// it goes on, where that is wanted.
struct RunProgress: Equatable {
  /// What to do after an event.
  enum Action: Equatable {
    case wait
    /// Wait, and tell when this much time has passed.
    case waitUntil(Duration)
    /// Ask the process group to terminate, and tell when this much time has passed.
    case terminate(Duration)
    /// Kill the process group, and wait for the command's exit.
    case kill
    /// The run is over: kill what is left of the process group, and reap the command.
    case finish
    /// The run is over: reap the command, and let what is left of the process group go on.
    case leave
  }

  private enum Phase: Equatable {
    /// The command runs. Goes to draining when it exits, to terminating when it is stopped.
    case running
    /// The command has exited, and somebody else still holds its pipes. Goes to terminating, or ends.
    case draining
    /// The process group was asked to terminate. Goes to killing, or ends.
    case terminating
    /// The process group was killed. Ends with the command's exit.
    case killing
    case ended
  }

  /// How long the pipes may stay open after the command's exit.
  static let drainingTime = Duration.milliseconds(200)
  /// How long a process group may take to terminate.
  static let terminatingTime = Duration.milliseconds(500)

  /// Whether what a command that was not stopped leaves behind goes on.
  var keepsBackground = false
  private var phase = Phase.running
  private var hasExited = false
  private var arePipesClosed = false

  /// The command has exited.
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

  /// Nobody holds the writing ends of the command's pipes any more.
  mutating func pipesClosed() -> Action {
    arePipesClosed = true
    return hasExited && phase != .ended ? finish() : .wait
  }

  /// The run is not wanted any more, or has printed too much.
  mutating func stop() -> Action {
    guard phase == .running || phase == .draining else { return .wait }
    phase = .terminating
    return .terminate(Self.terminatingTime)
  }

  /// The time that an action gave has passed.
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
