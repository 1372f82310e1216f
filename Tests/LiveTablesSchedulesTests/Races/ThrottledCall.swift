// A throttle that runs the last pending call loses a call that arrives while it does so.
// Reported as dropbox/pilot#164.

private actor Throttle {
  private let interval: Duration
  private let isFixed: Bool
  private var isBusy = false
  private var pending: Int?
  private(set) var saved: [Int] = []

  init(every interval: Duration, isFixed: Bool) {
    self.interval = interval
    self.isFixed = isFixed
  }

  func save(_ value: Int) async {
    if isBusy {
      pending = value
      return
    }
    isBusy = true
    await write(value)
    repeat {
      try? await Task.sleep(for: interval)
      if let value = pending {
        pending = nil
        await write(value)
      }
    } while isFixed && pending != nil
    isBusy = false
  }

  private func write(_ value: Int) async {
    await Task.yield()
    saved.append(value)
  }
}

struct ThrottledCall: Race {
  func ordinary(isFixed: Bool) async -> Bool {
    let throttle = Throttle(every: .zero, isFixed: isFixed)
    await throttle.save(2)
    await throttle.save(1)
    return await throttle.saved.last == 1
  }

  func explored(isFixed: Bool) async -> Bool {
    let throttle = Throttle(every: .milliseconds(100), isFixed: isFixed)
    async let first: Void = throttle.save(1)
    async let third: Void = { () async -> Void in
      try? await Task.sleep(for: .milliseconds(50))
      await throttle.save(2)
      try? await Task.sleep(for: .milliseconds(50))
      await throttle.save(3)
    }()
    _ = await (first, third)
    return await throttle.saved.last == 3
  }
}
