@testable import LiveTables
import LiveTablesTesting
import TestSupport

/// A view, and every change of what it shows.
@MainActor final class SituationScreen {
  typealias View = StrictTableView<SampleSection, Watched>

  /// Is told of every commit; does not keep the view.
  final class Witness: LinkFollower {
    weak let view: View?
    fileprivate(set) var commits = 0
    /// Reloads that were not the user's doing.
    fileprivate(set) var reloads = 0
    /// Whether the batch after the next one is refused.
    fileprivate(set) var refusesSecond = false
    fileprivate(set) var isUsers = false
    /// The user's edits that may not leave the screen.
    fileprivate(set) var kept: [SituationChange] = []
    fileprivate(set) var problems: [String] = []
    /// Whether nothing may be shown any more.
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

  /// The user edits.
  func edit(_ change: SituationChange, _ watch: Watched.Watch) {
    users(change) { link?.edit(change.edit(watch)) }
  }

  /// The user changes something, one way or another.
  func users(_ change: SituationChange, _ act: () -> Void) {
    overrules(change)
    witness.kept.append(change)
    witness.isUsers = true
    act()
    witness.isUsers = false
    if let link, !change.isOn(link.table) { witness.problems.append("\(change) is not on screen at once") }
  }

  /// What the user did is refused.
  func refuse(_ done: SituationEdit) {
    witness.kept.removeAll { done.change.isUndone(with: $0) }
    witness.isUsers = true
    link?.editing.refuse(done.edit)
    witness.isUsers = false
  }

  /// A change comes that takes the place of those of its kind.
  func overrules(_ change: SituationChange) { witness.kept.removeAll { !change.spares($0) } }

  /// A table comes that takes the place of all edits.
  func overrulesAll() { witness.kept = [] }

  func freeze() { witness.isFrozen = true }

  func thaw() { witness.isFrozen = false }

  func letGo() {
    weak let gone = view
    view = nil
    if gone != nil { witness.problems.append("the view is kept") }
  }

  /// Whether the loop was put off until the view is idle.
  var isDeferred: Bool { link?.isDeferred ?? false }

  /// Something goes wrong with the next batches.
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
