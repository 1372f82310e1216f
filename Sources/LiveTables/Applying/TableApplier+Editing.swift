/// What the user does.
extension TableApplier {
  /// Shows the user's own edit at once, or after what the view is being told of now.
  func edit(_ edit: Edit) {
    guard let view else { return end(.viewGone) }
    let anchored = edit.anchored(in: view.link.table)  // what the user saw, also inside a batch
    if machine.edited(anchored) == .show {
      show(anchored, on: view)
      settle(view)
    }
  }

  /// Shows an edit as a batch of its own.
  ///
  /// If the screen lacks what it names, the store may still have it.
  func show(_ edit: Edit, on view: any TableView<Section, Row>) {
    defer { rings.edits.yield(machine.screen) }
    let source = machine.shown
    var target = source
    let effect = target.apply(edit)
    if effect == .notFound { return }
    changeStart = machine.stamp
    let change = prepare(effect, from: source, to: target)
    var mode = (change.reload ?? decide(change)).map { AppliedMode.reload($0) } ?? .batch
    for stage in change.stages where mode == .batch {
      if case .ended = machine.phase { return }  // the stage before has led to that
      guard let reason = perform(stage, on: view) else { continue }
      mode = .reload(reason)
    }
    if mode != .batch { reload(target, on: view) }
    publish(
      Applied(
        changeset: change.changeset, revision: machine.completed(), mode: mode,
        isAnimated: mode == .batch && isAnimated))
  }

  private func prepare(
    _ effect: Edit.Effect, from source: Content, to target: Content
  ) -> PreparedChange<Section, Row> {
    var marks: Set<Row.Identity> = []
    if case .refreshed(let id) = effect { marks = [id] }
    do {
      return try differencer.change(from: source, to: target, marks: marks, budget: options.budget) {}
    } catch {
      return PreparedChange(reloading: target, from: source, because: .notDifferenced)
    }
  }

  /// A drag or the like begins or ends.
  func interacting(_ isOn: Bool) {
    if machine.interacting(isOn) { rings.loop.yield() }
  }
}

extension ReloadReason {
  /// The difference could not be made.
  public static let notDifferenced = ReloadReason("the difference could not be made")
}
