@testable import LiveTables
import LiveTablesSchedules

/// Ends a binding or releases a view, and counts the turns until nothing is left.
///
/// Nothing in this class prevents deallocation, so only the library can keep objects alive.
@MainActor final class Departure {
  typealias MortalStore = TableStore<String, Mortal>

  /// The event that ends the binding.
  enum Kind: String, CaseIterable, Sendable {
    /// The task or the binding is cancelled.
    case cancelled
    /// The view is released.
    case released
  }

  let census = Mortal.Census()
  private let record: Record
  private let kind: Kind
  private var view: MortalView?
  private var returned = false
  private weak var applier: AnyObject?
  /// The bindings of the store, which only the store and the applier retain.
  private weak var bindings: AnyObject?
  private var cancel: (() -> Void)?

  init(_ kind: Kind, _ record: Record) {
    self.kind = kind
    self.record = record
    view = MortalView(record)
  }

  // MARK: - Beginnings

  /// Displays a stream.
  func display(_ pace: Source.Pace) {
    begin { [source = source(pace)] view in try await view.take()?.display(source) }
  }

  /// Calls `withStore` with a body that submits a table every second, without end.
  func submitInBody() {
    begin { [census] view in
      try await view.take()?.withStore { store in
        for round in 1... {
          try await store.submit(Mortal.table(round, census))
          try await Task.sleep(for: .seconds(1))
        }
      }
    }
  }

  private func begin(_ body: @escaping @MainActor (Box) async throws -> Void) {
    let task = Task { @MainActor [weak self] in
      guard let box = self?.box() else { return }
      try? await body(box)
      self?.returned = true
    }
    cancel = { task.cancel() }
  }

  /// Binds a stream.
  func bind(_ pace: Source.Pace) {
    let source = source(pace)
    bound(view?.bind(source))
  }

  /// Binds a store to which two tasks submit.
  func bindStore() {
    let store = MortalStore()
    bound(view?.bind(store))
    for round in [1, 2] {
      Task { [census] in _ = try? await store.submit(Mortal.table(round, census)) }
    }
  }

  private func bound(_ binding: TableBinding<String, Mortal>?) {
    guard let binding else { return }
    cancel = { binding.cancel() }
    Task { @MainActor [weak self] in
      do {
        try await binding.finished
      } catch {
        self?.record.problem("finished threw \(error)")
      }
      self?.returned = true
    }
  }

  private func source(_ pace: Source.Pace) -> Source { Source(pace: pace, census: census) }

  private func box() -> Box { Box(view) }

  // MARK: - The end

  /// Ends the binding, and starts to count turns.
  func end() {
    look()
    switch kind {
    case .cancelled:
      cancel?()
      view?.isClosed = true
    case .released: view = nil
    }
    cancel = nil
    count("returned") { $0.returned }
    count("the applier gone") { $0.look() == nil }
    count("the store gone") { $0.bindings == nil }
    count("the rows gone") { $0.census.living == $0.view?.link.table.count ?? 0 }
  }

  private func count(_ name: String, until holds: @escaping @MainActor (Departure) -> Bool) {
    JobScheduler.shared.count(name, within: Scenario.deadline) {
      MainActor.assumeIsolated { self.returned || name == "returned" ? holds(self) : false }
    }
  }

  /// Returns the applier, which may not exist yet, and keeps a weak reference to it.
  @discardableResult private func look() -> AnyObject? {
    if let applier = view?.link.applier {
      self.applier = applier
      bindings = applier.bindings
    }
    return applier
  }
}

/// Holds a weak reference to a view until it is taken.
@MainActor final class Box {
  private weak var view: MortalView?

  init(_ view: MortalView?) { self.view = view }

  func take() -> MortalView? {
    defer { view = nil }
    return view
  }
}
