// A program that a test runs to check GTK's main loop; it prints one line for each fact.
import CGTK
import Dispatch
import Foundation
import LiveTablesGTK

@MainActor enum Loop {
  /// The number of times that the main loop has waited.
  static var waits = 0
  static var frames = 0
}

func say(_ fact: String) {
  // Prints the thread instead of requiring the main one, so that the test reports a wrong thread.
  print(fact, Thread.isMainThread ? "on the main thread" : "elsewhere")
}

struct Failure: Error, CustomStringConvertible { let description = "as planned" }

let facts: @MainActor (GTKApplication) async throws -> Void = { application in
  await Task { @MainActor in say("task") }.value
  try await Task.sleep(for: .milliseconds(5))
  say("sleep")
  let (stream, feed) = AsyncStream.makeStream(of: Int.self)
  Task.detached {
    for number in 1...3 { feed.yield(number) }
    feed.finish()
  }
  var sum = 0
  for await number in stream { sum += number }
  say("stream \(sum)")
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async {
      MainActor.assumeIsolated { say("dispatch") }
      continuation.resume()
    }
  }
  let before = Loop.waits
  try await Task.sleep(for: .seconds(3))
  print("idle", Loop.waits - before)
}

g_main_context_set_poll_func(nil) { descriptors, count, timeout in
  MainActor.assumeIsolated { Loop.waits += 1 }
  return g_poll(descriptors, count, timeout)
}

let mode = CommandLine.arguments.dropFirst().first ?? "facts"
let status = GTKApplication.run("org.livetables.loop") { application in
  switch mode {
  case "facts":
    try await facts(application)
    application.quit()
  case "quit":
    application.quit(7)
    do { try await Task.sleep(for: .seconds(100)) } catch {
      say("cancelled")
      throw error
    }
  case "window":
    let window = GTKWindow("Window", content: GTKLabel("…"))
    application.present(window)
    Task { @MainActor in window.close() }
    do { try await Task.sleep(for: .seconds(100)) } catch { say("cancelled") }
  case "late":
    application.quit()
    try? await Task.sleep(for: .seconds(100))
    application.present(GTKWindow("Window", content: GTKLabel("…")))
    say("presented")
  case "animation":
    let label = GTKLabel("…")
    application.present(GTKWindow("Window", content: label))
    // Frames that take longer to draw than the display's interval.
    gtk_widget_add_tick_callback(
      label.pointer,
      { widget, _, _ in
        MainActor.assumeIsolated { Loop.frames += 1 }
        if MainActor.assumeIsolated({ Loop.frames }) > 200 { exit(1) }
        gtk_widget_queue_draw(widget)
        usleep(40_000)
        return 1
      }, nil, nil)
    while Loop.frames < 3 { await Task.yield() }
    let before = Loop.frames
    for _ in 0..<20 { await Task.yield() }
    print("frames", Loop.frames - before)
    application.quit()
  case "rows": try await showRows(in: application)
  default: throw Failure()
  }
}
print("status", status)
exit(status)
