@testable import LiveTables
import LiveTablesTesting
import LiveTablesSchedules

/// The view of one run, with its binding and its user.
@MainActor final class Screen {
  let record: Record
  private(set) var view: ExploredView?
  private(set) var binding: TableBinding<String, Item>?

  init(_ record: Record) {
    self.record = record
    let view = ExploredView(record)
    self.view = view
    record.dies("view", view)
    record.dies("strict view", view.strict)
    record.dies("link", view.link)
  }

  // MARK: - Binding

  /// Binds a new store, and waits until its first table is on screen.
  func show(_ first: Items, options: BindingOptions = BindingOptions()) async -> Store {
    let store = Store(first)
    record.first = first
    await JobScheduler.shared.inNaturalOrder { bind(store, options: options) }
    return store
  }

  func bind(_ store: Store, options: BindingOptions = BindingOptions()) {
    bound(view?.bind(store, options: options))
  }

  func bind<S: AsyncSequence & Sendable>(_ stream: S) where S.Element == Items {
    bound(view?.bind(stream))
  }

  func bind(_ table: some TableSource<String, Item>) {
    bound(view?.bind(table))
  }

  func bind(_ table: some TableSource<String, Item>, editing rules: EditRules<String, Item>) {
    bound(view?.bind(table, editing: rules) { _, _ in })
  }

  private func bound(_ binding: TableBinding<String, Item>?) {
    self.binding = binding
    if let binding { record.dies("store", binding.store) }
    if let applier = view?.link.applier { record.dies("applier", applier) }
  }

  /// Starts a task that displays a stream and retains neither the view nor this screen.
  ///
  /// - Parameter ended: Called with the result.
  func display<S: AsyncSequence & Sendable>(
    _ stream: S, _ ended: @escaping @MainActor @Sendable (Result<Void, any Error>) -> Void
  ) -> Task<Void, Never> where S.Element == Items {
    record.ask("display")
    return Task { [weak view] in
      do {
        try await view?.display(stream)
        ended(.success(()))
      } catch {
        ended(.failure(error))
      }
    }
  }

  // MARK: - The user

  /// Edits the presented table as the user.
  func userEdits(_ edit: Edit) {
    guard let view else { return }
    record.userEdits(edit)
    view.isEditing = true
    view.link.edit(edit)
    view.isEditing = false
  }

  // MARK: - Ends

  /// Cancels the binding, after which nothing may change.
  func cancel() {
    binding?.cancel()
    view?.isClosed = "after cancel() had returned"
  }

  /// Releases the view, after which all other objects have to be deallocated.
  func release() { view = nil }

  /// Releases the view and the binding, and returns the binding.
  func letGo() -> TableBinding<String, Item>? {
    defer { binding = nil }
    view = nil
    return binding
  }

  /// Waits until all tasks are idle, checks the screen, cancels the binding and releases the view.
  ///
  /// - Parameter isLast: Whether the last table has to be on screen.
  func end(isLast: Bool = true) async {
    await JobScheduler.shared.inNaturalOrder {
      await JobScheduler.shared.idle()
      if let view {
        if isLast { record.expectLast(view.strict.drawn) }
        record.expect(view.strict.drawn == view.link.table, "what is drawn is not what the link says")
      }
      cancel()
      let binding = binding
      self.binding = nil
      do {
        try await binding?.finished
      } catch {
        record.problem("finished threw \(error)")
      }
      release()
    }
  }
}
