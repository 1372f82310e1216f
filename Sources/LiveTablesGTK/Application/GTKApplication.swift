#if GTK
import CGTK
import Foundation

/// An application whose main loop also runs the main actor.
///
/// ```swift
/// exit(
///   GTKApplication.run("org.example.Clock") { application in
///     let label = GTKLabel("…")
///     application.present(GTKWindow("Clock", content: label))
///     for await time in clock { label.text = time }
///   })
/// ```
///
/// While the application runs, `await`, `Task.sleep`, `@MainActor` and `DispatchQueue.main` work as in any program. An
/// idle application does not poll.
@MainActor public final class GTKApplication {
  let pointer: UnsafeMutablePointer<GtkApplication>
  /// The status that was passed to ``quit(_:)`` first, unless it is 0.
  private var status: Int32 = 0
  /// Whether the main loop has ended.
  private var hasEnded = false
  /// Whether the application runs without a window, because none has been presented yet.
  private var isHeld = true

  isolated deinit { g_object_unref(pointer) }

  private init(_ id: String) { pointer = gtk_application_new(id, G_APPLICATION_NON_UNIQUE) }

  /// Runs an application until its last window is closed, or until ``quit(_:)`` is called.
  ///
  /// Call this function from a synchronous `main`, on the main thread. An asynchronous `main` runs the main actor
  /// itself, on another thread on Linux.
  ///
  /// - Parameters:
  ///   - id: The application's identifier, such as `org.example.Mail`.
  ///   - body: A closure that presents the first window. It runs in a task of the main actor, which is cancelled when
  ///     the application ends. The closure may return earlier. If it throws an error, the error is printed on
  ///     standard error and the application ends.
  /// - Returns: The exit status: the argument of ``quit(_:)``, 1 if `body` has thrown an error, or 0. If `body` throws
  ///   `CancellationError` after the application has ended, the status is not changed.
  public static func run(
    _ id: String, _ body: @escaping @MainActor (_ application: GTKApplication) async throws -> Void
  ) -> Int32 {
    let application = GTKApplication(id)
    return application.run(body)
  }

  private func run(_ body: @escaping @MainActor (GTKApplication) async throws -> Void) -> Int32 {
    let queue = MainQueueSource()
    defer { queue.remove() }
    var task: Task<Void, Never>?
    var isDone = false
    observe(pointer, "activate") { [weak self] _ in
      guard let self, task == nil else { return }
      // Without a window, the application would end before the task presents one.
      g_application_hold(application)
      task = Task { @MainActor in
        var hasFailed = false
        do { try await body(self) } catch is CancellationError where Task.isCancelled {} catch {
          FileHandle.standardError.write(Data("\(id): \(error)\n".utf8))
          hasFailed = true
        }
        isDone = true
        if hasFailed { quit(1) } else { release() }
      }
    }
    let result = g_application_run(application, 0, nil)
    hasEnded = true
    task?.cancel()
    while task != nil, !isDone { g_main_context_iteration(nil, 1) }
    return status == 0 ? result : status
  }

  private var id: String { String(cString: g_application_get_application_id(application)) }

  private var application: UnsafeMutablePointer<GApplication> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GApplication.self)
  }

  private func release() {
    if isHeld { g_application_release(application) }
    isHeld = false
  }

  /// Shows a window of the application.
  ///
  /// An application that has ended shows no windows.
  ///
  /// - Parameter window: The window, which the application keeps until it is closed.
  public func present(_ window: GTKWindow) {
    if hasEnded { return }
    gtk_application_add_window(pointer, window.window)
    // From now on, the application ends with its last window.
    release()
    gtk_window_present(window.window)
  }

  /// Ends the application.
  ///
  /// - Parameter status: The exit status that ``run(_:_:)`` returns.
  public func quit(_ status: Int32 = 0) {
    if self.status == 0 { self.status = status }
    if !hasEnded { g_application_quit(application) }
  }
}
#endif
