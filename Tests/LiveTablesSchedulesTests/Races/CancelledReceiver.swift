// A receiver is cancelled after it has checked for cancellation, and before it waits. Nothing resumes it.
// Reported as apple/swift-async-algorithms#80.

private actor Mailbox {
  private let isFixed: Bool
  private var waiting: CheckedContinuation<Int?, Never>?
  private var isCancelled = false

  init(isFixed: Bool) { self.isFixed = isFixed }

  func next() async -> Int? {
    await withTaskCancellationHandler {
      if Task.isCancelled { return nil }
      await Task.yield()  // prepares the mailbox
      return await withCheckedContinuation { continuation in
        if isCancelled { continuation.resume(returning: nil) } else { waiting = continuation }
      }
    } onCancel: {
      Task { await cancel() }
    }
  }

  private func cancel() {
    isCancelled = isFixed
    waiting?.resume(returning: nil)
    waiting = nil
  }

  func send(_ value: Int) {
    waiting?.resume(returning: value)
    waiting = nil
  }

  var isWaiting: Bool { waiting != nil }
}

struct CancelledReceiver: Race {
  func ordinary(isFixed: Bool) async -> Bool {
    let mailbox = Mailbox(isFixed: isFixed)
    let receiver = Task { await mailbox.next() }
    while await !mailbox.isWaiting { await Task.yield() }
    receiver.cancel()
    return await receiver.value == nil
  }

  func explored(isFixed: Bool) async -> Bool {
    let mailbox = Mailbox(isFixed: isFixed)
    let receiver = Task { await mailbox.next() }
    Task { receiver.cancel() }
    return await receiver.value == nil
  }
}
