import LiveTables
@_spi(Adapters) import LiveTablesCells
import TestSupport
import Testing

/// Tests the common behavior of binders on a view that belongs to no platform.
@Suite("View binders", .timeLimit(.minutes(20))) @MainActor struct ViewBinderTests {
  private final class Owner {}

  @Test("the table of a binder without a view is updated, and no problem is reported")
  func plain() {
    let view = PlainView()
    let binder = PlainBinder().attach(to: view)
    var reports: [String] = []
    let binding = binder.show(flat(1, 2), options: BindingOptions { reports.append("\($0)") })
    #expect(binder.link.table == flat(1, 2) && reports.isEmpty)
    binding.cancel()
  }

  @Test("a binder that has released its view forwards nothing to the earlier delegate until it is bound again")
  func givesBack() {
    let (view, source, delegate) = (PlainView(), Owner(), Owner())
    (view.dataSource, view.delegate) = (source, delegate)
    let binder = PlainBinder().attach(to: view)
    #expect(view.dataSource === binder && view.delegate === binder && binder.earlierDelegate === delegate)
    binder.show(flat(1)).cancel()
    #expect(view.dataSource === source && view.delegate === delegate && binder.earlierDelegate == nil)
    let binding = binder.show(flat(2))
    #expect(view.dataSource === binder && binder.earlierDelegate === delegate)
    binding.cancel()
    #expect(view.dataSource === source && view.delegate === delegate)
    #expect(binder.leaves == 2)
    PlainBinder().attach(to: view)
    #expect(binder.leaves == 2, "it had left already")
    withExtendedLifetime((source, delegate)) {}
  }

  @Test("a binder that the app makes the data source does not get an earlier one")
  func byHand() {
    let (view, source) = (PlainView(), Owner())
    view.dataSource = source
    let binder = PlainBinder().attach(to: view)
    binder.show(flat(1)).cancel()
    #expect(view.dataSource === source)
    view.dataSource = binder
    binder.show(flat(2)).cancel()
    #expect(view.dataSource === binder && binder.link.table == flat(2))
    #expect(view.delegate === binder && binder.leaves == 1, "there is nothing to give the view back to")
    withExtendedLifetime(source) {}  // no other reference exists
  }

  @Test("an object that the app made the data source stays when the binder is detached")
  func takenByHand() {
    let (view, source, other) = (PlainView(), Owner(), Owner())
    (view.dataSource, view.delegate) = (source, source)
    let binder = PlainBinder().attach(to: view)
    let binding = binder.show(flat(1))
    (view.dataSource, view.delegate) = (other, other)
    binding.cancel()
    #expect(view.dataSource === other && view.delegate === other)
    binder.show(flat(2))
    #expect(view.dataSource === binder && view.delegate === binder)
    (view.dataSource, view.delegate) = (source, source)
    binder.attach(to: PlainView())
    #expect(view.dataSource === source && view.delegate === source)
    withExtendedLifetime((source, other)) {}
  }

  @Test("a binder that takes its view back from another data source continues its binding")
  func takesBack() async throws {
    let (view, other) = (PlainView(), Owner())
    let binder = PlainBinder().attach(to: view)
    let binding = binder.show(flat(1))
    view.dataSource = other
    binder.attach(to: view)
    #expect(view.dataSource === binder)
    try await binding.store.submit(flat(1, 2))
    #expect(binder.link.table == flat(1, 2))
    binding.cancel()
    #expect(view.dataSource === other)
  }

  @Test("the next view gets its binder even if a binding is cancelled during an update")
  func cancelledAndTaken() {
    let (old, new, source) = (PlainView(), PlainView(), Owner())
    (old.dataSource, new.dataSource) = (source, source)
    let binder = PlainBinder().attach(to: old)
    let binding = binder.show(flat(1))
    binder.whileReloading = {
      binding.cancel()
      binder.attach(to: new)
    }
    binder.link.edit(.append(Item(2)))
    #expect(old.dataSource === source && new.dataSource === binder)
    binder.whileReloading = {}
    withExtendedLifetime((old, source)) {}
  }

  /// Performs an action when a binding ends.
  private final class Successor: BindingFollower {
    var act: (@MainActor () -> Void)?

    func bindingBegan() {}

    func bindingEnded(_ reason: EndReason) {
      let act = act
      self.act = nil
      act?()
    }
  }

  @Test("71: a binder that is attached while another one takes over stays attached")
  func attachedInside() async throws {
    let (view, source, successor) = (PlainView(), Owner(), Successor())
    view.dataSource = source
    let first = PlainBinder().attach(to: view)
    first.show(flat(1))
    first.link.follow(successor)
    var inner: (binder: PlainBinder, binding: TableBinding<OneSection, Item>)?
    successor.act = {
      let binder = PlainBinder().attach(to: view)
      inner = (binder, binder.show(flat(3)))
    }
    let outer = PlainBinder().attach(to: view)
    let replaced = outer.show(flat(2))
    let (binder, binding) = try #require(inner)
    #expect(attachedBinder(of: view) === binder && view.dataSource === binder && binder.link.table == flat(3))
    await #expect(throws: TableError.ended(.replaced)) { try await replaced.store.submit(flat(2, 4)) }
    try await replaced.finished
    try await binding.store.submit(flat(3, 4))
    #expect(binder.link.table == flat(3, 4))
    binding.cancel()
    #expect(view.dataSource === source)
    outer.attach(to: view)
    let again = outer.show(flat(5))
    try await again.store.submit(flat(5, 6))
    #expect(view.dataSource === outer && outer.link.table == flat(5, 6))
    withExtendedLifetime((source, successor)) {}
  }

  /// A binder that is attached during another binder's update, to a view that had a data source before.
  @MainActor private final class Waiting {
    let (view, source, first, second) = (PlainView(), Owner(), PlainBinder(), PlainBinder())
    var binding: TableBinding<OneSection, Item>?

    init() {
      view.dataSource = source
      first.attach(to: view).show(flat(1))
    }

    /// Updates the view; during the update, the second binder is attached and bound, and then `act` is called.
    func update(_ act: @escaping @MainActor (Waiting) -> Void) {
      first.whileReloading = { [unowned self] in
        first.whileReloading = {}
        binding = second.attach(to: view).show(flat(2))
        act(self)
      }
      first.link.edit(.append(Item(2)))
    }
  }

  @Test("a waiting binder shows its table when the update ends") func waits() async throws {
    let it = Waiting()
    it.update { #expect($0.view.dataSource === $0.first) }
    #expect(it.view.dataSource === it.second && it.second.link.isBound && !it.first.link.isBound)
    it.binding?.cancel()
    #expect(it.view.dataSource === it.source)
  }

  @Test("a binding that is cancelled while it waits does not get the view, and the next binding does")
  func cancelledWhileWaiting() {
    let it = Waiting()
    it.update { $0.binding?.cancel() }
    #expect(it.view.dataSource === it.source && it.first.leaves == 1 && it.second.view == nil)
    it.second.show(flat(3))
    #expect(it.view.dataSource === it.second)
  }

  @Test(
    "a binder that is bound again keeps its view if the waiting binder is cancelled",
    arguments: [true, false])
  func boundAgain(isFirst: Bool) async throws {
    let it = Waiting()
    var again: TableBinding<OneSection, Item>?
    it.update { it in
      if isFirst { again = it.first.show(flat(4)) }
      it.binding?.cancel()
      if !isFirst { again = it.first.show(flat(4)) }
    }
    #expect(it.view.dataSource === it.first && it.first.link.isBound && it.first.leaves == 0)
    let binding = try #require(again)
    try await binding.store.submit(flat(4, 5))
    #expect(it.first.link.table == flat(4, 5))
    binding.cancel()
    #expect(it.view.dataSource === it.source && it.first.leaves == 1)
  }

  @Test("a view for which a binder waits stays with its current binder until the update ends") func nestedTurn() {
    let it = Waiting()
    it.update {  // like a turn of a nested run loop
      $0.first.viewDidBecomeIdle()
      #expect($0.view.dataSource === $0.first)
    }
    #expect(it.view.dataSource === it.second && it.second.link.isBound)
  }

  #if !canImport(ObjectiveC)
  @Test("a view that cannot store its binder stops the program, on platforms without associated objects")
  func storesNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      ViewBinder<Owner, OneSection, Item>().attach(to: Owner())
    }
    let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(output.contains("Owner must conform to BinderStorage"))
  }
  #endif

  @Test("a waiting binder ends its binding when the other binder is attached again") func attachedAgain() async throws {
    let it = Waiting()
    it.update { $0.first.attach(to: $0.view).show(flat(4)) }
    #expect(it.view.dataSource === it.first && it.first.link.isBound && !it.second.link.isBound)
    try await it.binding?.finished
    it.second.attach(to: it.view).show(flat(5))
    #expect(it.view.dataSource === it.second && it.second.link.isBound)
  }

  @Test("a waiting binder gets the view when its binder is attached elsewhere") func goesElsewhere() async {
    let (it, other) = (Waiting(), PlainView())
    it.update { $0.first.attach(to: other) }
    #expect(other.dataSource === it.first)
    await until { it.view.dataSource === it.second }
    #expect(it.second.link.isBound && it.second.link.table == flat(2))
  }

  @Test("a waiting binder ends its binding if a third binder gets the view") func third() async {
    let (it, third) = (Waiting(), PlainBinder())
    it.update { _ in }
    it.second.whileReloading = {
      it.second.whileReloading = {}
      it.first.attach(to: it.view).show(flat(6))
      third.attach(to: it.view).show(flat(7))
    }
    it.second.link.edit(.append(Item(3)))
    #expect(it.view.dataSource === third && third.link.isBound)
    #expect(!it.first.link.isBound && it.first.view == nil && !it.second.link.isBound)
  }

  @Test("the inner one of two nested calls to attach takes precedence", arguments: [true, false])
  func attachedTwice(isOther: Bool) {
    let (view, other, successor) = (PlainView(), PlainView(), Successor())
    let (first, second) = (PlainBinder().attach(to: view), PlainBinder())
    first.show(flat(1))
    first.link.follow(successor)
    let moves = isOther ? second : first
    successor.act = { moves.attach(to: other).show(flat(2)) }
    second.attach(to: view)
    #expect(moves.view === other && other.dataSource === moves && moves.link.isBound)
    #expect(view.dataSource === (isOther ? nil : second) && attachedBinder(of: view) === (isOther ? nil : second))
    withExtendedLifetime(successor) {}
  }

  @Test("repairs happen once in a later turn, and not in the next view of the binder") func repairs() async {
    let (old, new) = (PlainView(), PlainView())
    let binder = PlainBinder().attach(to: old)
    var done: [String] = []
    binder.whileRepairing = { done.append("old") }
    binder.repairLater()
    binder.repairLater()
    await until { !done.isEmpty }
    binder.repairLater()
    binder.attach(to: new)
    binder.whileRepairing = { done.append("new") }
    binder.repairLater()
    await until { done.count > 1 }
    var turns: [String] = []
    Task { turns.append("next") }
    await until { !turns.isEmpty }
    withExtendedLifetime(old) { #expect(done == ["old", "new"]) }
  }

  @Test("a view keeps its rows during its calls, and is repaired afterwards") func calls() async throws {
    let view = PlainView()
    let binder = QuietBinder().attach(to: view)
    let binding = binder.show(flat(1))
    binder.answering { binder.link.edit(.append(Item(2))) }
    #expect(
      binder.log == ["reload", "replaced"] && binder.rowCount(ofSection: 0) == 1 && binder.link.table == flat(1, 2))
    await until { binder.updates.isCurrent }
    #expect(binder.log == ["reload", "replaced", "reload"] && binder.rowCount(ofSection: 0) == 2)
    #expect(binder.sectionCount == 1 && binder.rowCount(ofSection: 1) == 0)
    try await binding.store.submit(flat(2))
    #expect(binder.log.last == "batch")
    view.dataSource = nil
    try await binding.store.submit(flat(2, 3))
    #expect(binder.log.last == "hidden" && binder.link.table == flat(2, 3))
  }

  @Test("a binder that is attached during a call of the view gets the view afterwards", arguments: [true, false])
  func attachedDuringCall(isBound: Bool) async {
    let view = PlainView()
    let (first, second) = (QuietBinder().attach(to: view), QuietBinder())
    if isBound { first.show(flat(1)) }
    first.answering {
      second.attach(to: view).show(flat(2))
      #expect(view.dataSource === first)
    }
    await until { view.dataSource === second }
    #expect(second.link.isBound && second.link.table == flat(2) && !first.link.isBound)
  }

  @Test("a setting that was restored belongs to the app again")
  func givenBack() {
    let view = PlainView()
    let borrowed = BorrowedProperties<PlainView>()
    borrowed.set(\.color, to: "red", in: view)
    borrowed.set(\.width, to: 2, in: view)
    borrowed.set(\.color, to: nil, in: view)
    #expect(view.color == "white" && view.width == 2)
    view.color = "red"
    borrowed.restoreAll(in: view)
    #expect(view.color == "red" && view.width == 1)
  }

  @Test("a borrowed setting that another setting changes is restored")
  func reentrant() {
    let view = PlainView()
    let binder = PlainBinder().attach(to: view)
    view.colorDidChange = { [unowned view] in binder.borrowed.set(\.width, to: view.color.count, in: view) }
    binder.borrowed.set(\.color, to: "red", in: view)
    #expect(view.width == 3)
    binder.borrowed.restoreAll(in: view)
    #expect(view.color == "white" && view.width == 5, "what is borrowed while all is given back stays")
    binder.borrowed.restoreAll(in: view)
    #expect(view.width == 1)
    view.colorDidChange = {}
  }

  @Test("displayed rows are reported from top to bottom when their cells are removed")
  func takenAway() {
    var displayed = DisplayedRows<Item>()
    let cells = (0..<20).map { _ in Owner() }
    for (row, cell) in cells.enumerated() {
      displayed.willDisplay(ObjectIdentifier(cell), Item(row), at: RowPath(section: 0, row: row))
    }
    #expect(displayed.removeAll().map(\.row.id) == Array(0..<20) && displayed.removeAll().isEmpty)
  }
}
