public import Foundation

/// A test double of Foundation's class, which Linux does not have; each registration is a group.
@MainActor open class UndoManager: NSObject {
  private struct Action {
    let target: ObjectIdentifier
    var name = ""
    let body: () -> Void
  }

  private var past: [Action] = []
  private var future: [Action] = []
  open private(set) var isUndoing = false
  open private(set) var isRedoing = false

  public nonisolated override init() { super.init() }

  open var canUndo: Bool { !past.isEmpty }
  open var canRedo: Bool { !future.isEmpty }
  open var undoActionName: String { past.last?.name ?? "" }
  open var redoActionName: String { future.last?.name ?? "" }

  public func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
    let action = Action(target: ObjectIdentifier(target)) { [unowned target] in handler(target) }
    if isUndoing { return future.append(action) }
    if !isRedoing { future = [] }
    past.append(action)
  }

  open func setActionName(_ name: String) {
    if isUndoing {
      if !future.isEmpty { future[future.count - 1].name = name }
    } else if !past.isEmpty {
      past[past.count - 1].name = name
    }
  }

  open func removeAllActions(withTarget target: Any) {
    let id = ObjectIdentifier(target as AnyObject)
    past.removeAll { $0.target == id }
    future.removeAll { $0.target == id }
  }

  open func undo() {
    isUndoing = true
    past.popLast()?.body()
    isUndoing = false
  }

  open func redo() {
    isRedoing = true
    future.popLast()?.body()
    isRedoing = false
  }
}
