import Foundation

/// Runs a command once and collects what it prints: the shell around ``RunProgress``.
struct CommandRun {
  /// The command and its arguments.
  let command: [String]
  /// What the command reads from standard input.
  var input: [UInt8] = []
  /// How much the command may print, in bytes.
  var outputLimit = Limits.output
  /// How much is kept of what it prints to standard error: the end of it, in bytes.
  var errorOutputLimit = Limits.errorOutput
  /// Whether what the command has put in the background goes on when the command has ended by itself.
  var keepsBackground = false

  /// Runs the command to its end.
  ///
  /// When the task is cancelled, the command's whole process group is terminated before this returns.
  ///
  /// - Throws: An error where the command cannot be started.
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
