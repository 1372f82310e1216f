import LiveTablesSchedules

/// Scenarios that cancel a task or a binding, or release a view, at any step, and count turns until all is released.
extension Scenario {
  /// The maximum number of turns of all tasks until everything has returned and is released (docs/guarantees.md).
  package static let deadline = 48

  static let departures: [Scenario] = Departure.Kind.allCases.flatMap { kind in
    Source.Pace.allCases.flatMap { pace in
      let pause: Duration? =
        switch pace {
        case .brisk, .silent: nil
        case .stalling: .seconds(60)  // before the stream continues
        case .endless: .seconds(3)  // at the time of the third table
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

  /// - Parameter pause: The time before the end; the schedules choose the step at this time.
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
