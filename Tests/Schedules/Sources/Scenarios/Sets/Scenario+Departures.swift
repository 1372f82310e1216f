import LiveTablesSchedules

/// At any step the task or the binding is cancelled, or the view is let go; how long until all has returned and is gone?
extension Scenario {
  /// After how many turns at most, of all tasks together, all has returned and is gone; docs/guarantees.md says so.
  package static let deadline = 48

  static let departures: [Scenario] = Departure.Kind.allCases.flatMap { kind in
    Source.Pace.allCases.flatMap { pace in
      let pause: Duration? =
        switch pace {
        case .brisk, .silent: nil
        case .stalling: .seconds(60)  // well before it goes on
        case .endless: .seconds(3)  // together with its third table
        }
      return [
        departure("display-of-\(pace)-stream-\(kind)", kind, after: pause) { $0.display(pace) },
        departure("bound-\(pace)-stream-\(kind)", kind, after: pause) { $0.bind(pace) },
      ]
    } + [
      departure("bound-store-\(kind)", kind) { $0.bindStore() },
      departure("submitting-body-\(kind)", kind, after: .seconds(2)) { $0.submitInBody() },
    ]
  }

  /// - Parameter pause: How much time passes before the end; the schedules decide at which step of that time.
  private static func departure(
    _ name: String, _ kind: Departure.Kind, after pause: Duration? = nil,
    _ begin: @escaping @MainActor @Sendable (Departure) -> Void
  ) -> Scenario {
    Scenario(name, .deviations(2)) { record in
      let departure = await Departure(kind, record)
      await begin(departure)
      Task { @MainActor in
        if let pause { try? await Task.sleep(for: pause) }
        departure.end()
      }
      await JobScheduler.shared.idle()
    }
  }
}
