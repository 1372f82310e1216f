public import Observation

/// The edits in a view that the user can undo and redo.
///
/// ```swift
/// let undo = view.link.editing.undo
/// undoButton.isEnabled = undo.undoName != nil
/// undo.undo()
/// ```
///
/// Undoing an edit is itself an edit. It is shown immediately, ``UserEditing/edits`` reports it, and you can refuse it.
/// An edit can be undone until other code changes, moves or deletes its row. The rules do not limit undoing, but their
/// `accepting` closures are called. In an outline, only updates can be undone.
///
/// The last hundred edits are stored until the binding ends. UIKit and AppKit views register the edits with their undo
/// managers. In a terminal, Control-Z undoes edits and Control-Y redoes them.
@MainActor @Observable public final class EditUndo<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private struct Step: Sendable {
    let edit: UserEdit<Section, Row>
    let name: String
    let number: Int
  }

  /// A closure that returns the name of an edit for menus.
  ///
  /// The default names of edits are *Delete*, *Insert*, *Change* and *Move*.
  @ObservationIgnored public var name: @MainActor (UserEdit<Section, Row>) -> String = { $0.kind.menuName }

  @ObservationIgnored private var current = UndoStack<Step>(limit: 100)
  // Creating the key path of a generic type takes longer than showing a small edit, so it is created once.
  @ObservationIgnored private let stepsPath = \EditUndo.steps
  private var steps: UndoStack<Step> {
    get {
      access(keyPath: stepsPath)
      return current
    }
    _modify {
      _$observationRegistrar.willSet(self, keyPath: stepsPath)
      defer { _$observationRegistrar.didSet(self, keyPath: stepsPath) }
      yield &current
    }
  }
  @ObservationIgnored private var stepCount = 0
  @ObservationIgnored private weak let editing: UserEditing<Section, Row>?

  init(_ editing: UserEditing<Section, Row>) { self.editing = editing }

  /// The name of the edit that ``undo()`` undoes, or `nil` if there is no such edit.
  public var undoName: String? { steps.past.last?.name }

  /// The name of the edit that ``redo()`` redoes, or `nil` if there is no such edit.
  public var redoName: String? { steps.future.last?.name }

  /// Undoes the user's last edit.
  ///
  /// - Returns: Whether the edit was undone.
  @discardableResult public func undo() -> Bool { take(.undo) }

  /// Redoes the user's last undone edit.
  ///
  /// - Returns: Whether the edit was redone.
  @discardableResult public func redo() -> Bool { take(.redo) }

  private func take(_ cause: UndoOperation) -> Bool {
    guard let editing, editing.isBound, let step = steps.take(cause) else { return false }
    return editing.perform(as: cause, named: step.name) { step.edit.undone(in: $0) }
  }

  func note(
    _ edit: UserEdit<Section, Row>, _ cause: UndoOperation, named name: String?, in view: (any TableView<Section, Row>)?
  ) {
    let name = name ?? self.name(edit)
    stepCount += 1
    steps.note(Step(edit: edit, name: name, number: stepCount), cause)
    // An undo manager may keep the closure after the binding has ended, so the closure keeps no rows.
    view?.registerUndo(named: name) { [weak self, stepCount] in self?.undoOrRedo(stepCount) }
  }

  /// Undoes or redoes an edit for the view's undo manager, unless another edit is next.
  private func undoOrRedo(_ number: Int) {
    if steps.past.last?.number == number { undo() } else if steps.future.last?.number == number { redo() }
  }

  func forget(_ edit: UserEdit<Section, Row>) { steps.removeAll { $0.edit.requestID === edit.requestID } }

  func clear() { steps = UndoStack(limit: steps.limit) }
}
