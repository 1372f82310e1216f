/// The source that receives the user's edits during a binding.
@MainActor struct ReceivingSource<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  typealias Failure = @MainActor (UserEdit<Section, Row>, any Error) -> Void

  private let source: any TableSource<Section, Row>
  /// The same source, converted once, because the conversion takes longer than most sources take to accept an edit.
  private let editable: (any EditableSource<Section, Row>)?
  private let onFailure: Failure?

  init(_ source: any TableSource<Section, Row>, _ onFailure: Failure?) {
    self.source = source
    editable = source as? any EditableSource<Section, Row>
    self.onFailure = onFailure
  }

  /// Passes a user's edit to the source, and returns `nil` if the source refuses it.
  func accept(
    _ edit: UserEdit<Section, Row>, _ request: UserRequest<Section, Row>, on link: TableLink<Section, Row>
  ) -> Acceptance? {
    link.editing.note(.saving, of: edit, isNew: true)
    var acceptance = editable?.accept(request) ?? source.pass(request)
    switch acceptance.answer {
    case .refused(let error):
      end(edit, error, link, isBound: true)
      return nil
    case .accepted(_, let saving):
      let binding = link.applier
      saving.whenEnded { [weak link, weak binding] outcome in
        var error: (any Error)?
        if case .failure(let failure) = outcome { error = failure }
        Task { @MainActor [error] in end(edit, error, link, isBound: binding != nil && link?.applier === binding) }
      }
      let opposite: EditKind = edit.kind == .delete ? .insert : edit.kind == .insert ? .delete : edit.kind
      if editable?.obstacle(to: opposite) != nil { acceptance.isUndoable = false }
      return acceptance
    }
  }

  private func end(
    _ edit: UserEdit<Section, Row>, _ error: (any Error)?, _ link: TableLink<Section, Row>?, isBound: Bool
  ) {
    if isBound { link?.editing.note(error.map { .failed($0) }, of: edit) }
    guard let error else { return }
    if isBound { link?.editing.undo.forget(edit) }
    if isBound, let onFailure { return onFailure(edit, error) }
    if isBound, let link { return link.report(.editFailed(error)) }
    TableDiagnostic(name: nil, origin: link?.origin, revision: 0, problem: .editFailed(error)).log()
  }
}

extension ReceivingSource {
  /// Prepares a binding for the user's edits, and reports the kinds of edits that the source does not accept.
  static func begin(
    on link: TableLink<Section, Row>, _ source: any TableSource<Section, Row>, _ rules: EditRules<Section, Row>,
    _ onFailure: Failure?
  ) {
    // The binding itself passes edits to a store.
    if source.asStore != nil { return link.editing.begin(nil, rules) }
    var obstacles: [String: Set<EditKind>] = [:]
    for kind in rules.kinds {
      if let obstacle = source.obstacleToPassing(kind) { obstacles[obstacle, default: []].insert(kind) }
    }
    link.editing.begin(ReceivingSource(source, onFailure), rules.removing(Set(obstacles.values.joined())))
    for (obstacle, kinds) in obstacles.sorted(by: { $0.key < $1.key }) { link.report(.notEditable(kinds, obstacle)) }
  }
}
