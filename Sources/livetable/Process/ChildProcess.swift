import Foundation

/// A running command in its own process group, with pipes for its output.
struct ChildProcess: Sendable {
  let pid: pid_t
  let output: Int32
  let errorOutput: Int32

  /// Starts a command with the default handlers for all signals.
  ///
  /// - Parameters:
  ///   - input: The command's standard input. It is passed as an unlinked file, so that no write can block.
  init(_ command: [String], input: [UInt8] = []) throws(SpawnError) {
    do {
      var unused: [Int32] = []
      defer { for file in unused { _ = close(file) } }
      let inputFile = input.isEmpty ? nil : try Self.file(of: input)
      if let inputFile { unused.append(inputFile) }
      let outputPipe = try PipeEnds()
      unused += [outputPipe.writing, outputPipe.reading]
      let errorPipe = try PipeEnds()
      unused += [errorPipe.writing, errorPipe.reading]
      pid = try Self.spawn(command, input: inputFile, output: outputPipe, errorOutput: errorPipe)
      (output, errorOutput) = (outputPipe.reading, errorPipe.reading)
      // The reading ends are closed after the output is read.
      unused.removeAll { $0 == output || $0 == errorOutput }
    } catch {
      throw SpawnError(command: command[0], code: error.code)
    }
  }

  /// Sends a signal to every process of the group, and continues stopped processes, so that they can handle the signal.
  ///
  /// Do not call this method after ``reap()``, because the identifier may belong to another group by then.
  func signalGroup(_ signal: Int32) {
    _ = kill(-pid, signal)
    _ = kill(-pid, SIGCONT)
  }

  /// Waits for the exit of the command without reaping it, so that the group's identifier is not reused.
  func waitForExit() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Reaps the command after its exit, and returns its status.
  func reap() -> RunResult.Ending {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .killed(signal: signal)
  }

  func closePipes() {
    _ = close(output)
    _ = close(errorOutput)
  }
}

// MARK: - Starting

extension ChildProcess {
  private static func spawn(
    _ command: [String], input: Int32?, output: PipeEnds, errorOutput: PipeEnds
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errorOutput.writing, STDERR_FILENO)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGHUP, SIGINT, SIGPIPE, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw SystemError(code: code) }
    return pid
  }

  private static func file(of bytes: [UInt8]) throws(SystemError) -> Int32 {
    var template = Array((FileManager.default.temporaryDirectory.path + "/livetable-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw .last }
    _ = unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    do {
      try FileDescriptor.write(bytes, to: file)
    } catch {
      _ = close(file)
      throw error
    }
    _ = lseek(file, 0, SEEK_SET)
    return file
  }
}
