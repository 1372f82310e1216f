import LiveTablesCells

/// A view that shows a source during a stress test.
@MainActor package final class StressScreen<Source: TableSource, View: TableView<Source.Section, Source.Row>> {
  package let source: Source
  package private(set) var view: View
  package private(set) var problems: [String] = []
  private let name: String
  private let options: BindingOptions
  private let makeView: @MainActor () -> View
  private var binding: TableBinding<Source.Section, Source.Row>
  private var ended: [TableBinding<Source.Section, Source.Row>] = []

  package init(
    _ name: String, of source: Source, options: BindingOptions = BindingOptions(),
    view makeView: @escaping @MainActor () -> View
  ) {
    self.name = name
    self.source = source
    self.options = options
    self.makeView = makeView
    view = makeView()
    binding = view.bind(source, options: options)
  }

  package func problem(_ text: String) { problems.append("\(name): \(text)") }

  package func check(_ invariants: @MainActor (View) -> [String]) { for text in invariants(view) { problem(text) } }

  // MARK: - Disturbances

  package func beginOrEndDrag() {
    if view.link.isInteracting { view.link.endInteraction() } else { view.link.beginInteraction() }
  }

  package func endDrags() { while view.link.isInteracting { view.link.endInteraction() } }

  /// Cancels the binding, and binds the view again.
  package func rebind(afterwards check: () -> Void = {}) {
    binding.cancel()
    check()
    bind()
  }

  /// Releases the view, and binds another one.
  package func replace() {
    weak let gone = view
    view = makeView()
    if gone != nil { problem("the binding keeps its view") }
    bind()
  }

  private func bind() {
    ended.append(binding)
    binding = view.bind(source, options: options)
  }

  // MARK: - The end

  package func waitForTable(_ last: TableSnapshot<Source.Section, Source.Row>) async {
    for _ in 0..<100_000 where !shows(last) { await Task.yield() }
    if !shows(last) { problem("the source's last table is not shown") }
  }

  private func shows(_ table: TableSnapshot<Source.Section, Source.Row>) -> Bool {
    table.difference(from: view.link.table).isEmpty
  }

  /// Ends all bindings, and returns the objects that should be released afterwards.
  package func end() async -> Leftovers {
    binding.cancel()
    let revision = view.link.revision
    ended.append(binding)
    for binding in ended {
      do {
        try await binding.finished
      } catch {
        problem("a binding ended with \(error)")
      }
    }
    if view.link.revision != revision { problem("something was applied after cancel") }
    var leftovers = Leftovers()
    leftovers.add(view)
    for binding in ended { leftovers.add(binding) }
    ended = []
    return leftovers
  }
}
