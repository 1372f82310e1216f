#if GTK
import CGTK
import Dispatch
import Foundation

/// A source of GLib's main loop that runs the main actor.
///
/// The main queue of Dispatch, which runs the main actor's jobs, has an event descriptor that becomes readable when
/// there is a job. GLib waits for it along with its own events, so nothing is polled. Jobs have the priority of
/// painting, with which they take turns: neither a task that never pauses nor an animation that is too slow for the
/// display stops the other. Input is handled first.
@MainActor struct MainQueueSource {
  private let id: UInt32

  init() {
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    id = g_unix_fd_add_full(
      GDK_PRIORITY_REDRAW, descriptor, G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil, nil)
  }

  func remove() { g_source_remove(id) }
}
#endif
