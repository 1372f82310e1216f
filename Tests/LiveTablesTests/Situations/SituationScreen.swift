@testable import LiveTables
import LiveTablesTesting
import TestSupport

/// A view, and a witness of every change that it shows.
@MainActor final class SituationScreen {
  typealias View = StrictTableView<SampleSection, Watched>

  /// A follower that checks every commit and does not retain the view.
  final class Witness: LinkFollower {
    weak let view: View?
    fileprivate(set) var commits = 0
    /// The number of reloads that the user did not cause.
    fileprivate(set) var reloads = 0
    /// Whether the batch after the next one is refused.
    fileprivate(set) var refusesSecond = false
    fileprivate(set) var isUsers = false
    /// The user's edits that must stay on screen.
    fileprivate(set) var kept: [SituationChange] = []
    fileprivate(set) var problems: [String] = []
    /// Whether further changes are forbidden.
    fileprivate(set) var isFrozen = false

    init(_ view: View) { self.view = view }

    func follow(_ change: ShownChange<SampleSection, Watched>) {
      commits += 1
      if case .reload = change.kind, !isUsers { reloads += 1 }
      if isFrozen { problems.append("shown after the end") }
      if view?.link.isInteracting == true, !isUsers { problems.append("shown during a drag") }
      for edit in kept where !edit.isOn(change.target.table) { problems.append("\(edit) is not on screen any more") }
      if refusesSecond, case .batch = change.kind {
        view?.fault = .refuses
        refusesSecond = false
      }
    }

    func changeCompleted() {}

    func end() {}
  }

  private(set) var view: View?
  let witness: Witness
  let diagnostics = Guarded(0)

  init() {
    let view = View()
    let witness = Witness(view)
    self.view = view
    self.witness = witness
    _ = view.link.follower { witness }
  }

  var link: TableLink<SampleSection, Watched>? { view?.link }

  func options(_ budget: Situation.Budget) -> BindingOptions {
    let diagnostics = diagnostics
    var options = BindingOptions(maximumBatchSize: budget == .one ? 1 : 10_000) { _ in diagnostics.with { $0 += 1 } }
    options.alwaysReloads = budget == .reloads
    return options
  }

  /// Makes an edit as the user.
  func edit(_ change: SituationChange, _ watch: Watched.Watch) {
    users(change) { link?.edit(change.edit(watch)) }
  }

  /// Calls a closure that makes a user's change, and checks that the change is on screen at once.
  func users(_ change: SituationChange, _ act: () -> Void) {
    overrules(change)
    witness.kept.append(change)
    witness.isUsers = true
    act()
    witness.isUsers = false
    if let link, !change.isOn(link.table) { witness.problems.append("\(change) is not on screen at once") }
  }

  /// Refuses a user's edit.
  func refuse(_ done: SituationEdit) {
    witness.kept.removeAll { done.change.isUndone(with: $0) }
    witness.isUsers = true
    link?.editing.refuse(done.edit)
    witness.isUsers = false
  }

  /// Stops expecting the edits that a change replaces.
  func overrules(_ change: SituationChange) { witness.kept.removeAll { !change.spares($0) } }

  /// Stops expecting any edits, because a table replaces them.
  func overrulesAll() { witness.kept = [] }

  func freeze() { witness.isFrozen = true }

  func thaw() { witness.isFrozen = false }

  func letGo() {
    weak let gone = view
    view = nil
    if gone != nil { witness.problems.append("the view is kept") }
  }

  /// Whether the loop is deferred until the view is idle.
  var isDeferred: Bool { link?.isDeferred ?? false }

  /// Prepares the fault of the next batches.
  func arm(_ refusal: Situation.Refusal) {
    guard let view else { return }
    switch refusal {
    case .none: break
    case .refuses: view.fault = .refuses
    case .refusesLate: witness.refusesSecond = true
    case .throwsLate: view.fault = .commitsAndThrows
    case .tampered: view.insertOutside()
    }
  }

  func disarm() {
    view?.fault = nil
    view?.onDraw = nil
    witness.refusesSecond = false
  }
}
