import Foundation

/// Runs a command once and collects its output, as directed by ``RunProgress``.
struct CommandRun {
  let command: [String]
  var input: [UInt8] = []
  var outputLimit = Limits.output
  /// The number of bytes of standard error that are stored, counted from its end.
  var errorOutputLimit = Limits.errorOutput
  /// Whether background processes of the command continue after the command has exited.
  var keepsBackground = false

  /// Runs the command to its end.
  ///
  /// If the task is cancelled, the process group of the command is terminated before this method returns.
  ///
  /// - Throws: An error if the command cannot be started.
  func result() async throws(SpawnError) -> RunResult {
    let child = try ChildProcess(command, input: input)
    let bell: PipeEnds
    do {
      bell = try PipeEnds()
    } catch {
      child.signalGroup(SIGKILL)
      _ = child.reap()
      child.closePipes()
      throw SpawnError(command: command[0], code: error.code)
    }
    defer { bell.close() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          child.waitForExit()
          RunBell.exited.ring(bell)
        }
        Thread.detachNewThread {
          var collector = RunCollector(child: child, bell: bell, run: self)
          continuation.resume(returning: collector.collect())
          collector.discardRest()
        }
      }
    } onCancel: {
      RunBell.stop.ring(bell)
    }
  }
}
