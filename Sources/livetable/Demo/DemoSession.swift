import Foundation
import LiveTablesTerminal

/// Runs the to-do list in the terminal until a key or a signal ends it; what the user has changed is in the file then.
@MainActor struct DemoSession {
  /// Where the lists are.
  let path: String
  /// What changes meet on their way into the file.
  let disk: DemoDisk

  /// - Returns: What the tool exits with.
  /// - Throws: Where there is no terminal.
  func run() async throws -> ExitStatus {
    let file = TodoFile(path)
    let keeper = TodoKeeper(file, disk: disk)
    let screen = TodoScreen(keeper)
    let hearing = Task { await screen.hear() }
    let watching = Task { await watch(file, keeper, screen) }
    defer { watching.cancel() }
    let exit = try await screen.view.run()
    await keeper.finish()
    await hearing.value
    // The user's own interrupt is the way to end it, and no trouble.
    if case .signal(let number) = exit, number != SIGINT { return .ended(by: number) }
    return .success
  }

  /// Reads the file, and again whenever it has changed, until the task is cancelled.
  private func watch(_ file: TodoFile, _ keeper: TodoKeeper, _ screen: TodoScreen) async {
    do {
      let watch = try FileWatch(directory: file.directory)
      keeper.read()
      while try await watch.next(of: file.name) != nil { keeper.read() }
    } catch {
      screen.view.message = "\(file.directory) cannot be watched: \(error)"
    }
  }
}
