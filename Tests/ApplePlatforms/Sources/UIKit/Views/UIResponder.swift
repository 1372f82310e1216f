@MainActor open class UIResponder: NSObject {
  static weak var standInFirst: UIResponder?

  public nonisolated override init() {}

  open var next: UIResponder? { nil }
  open var undoManager: UndoManager? { next?.undoManager }
  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }
  open var isFirstResponder: Bool { UIResponder.standInFirst === self }

  @discardableResult open func becomeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder, UIResponder.standInFirst?.resignFirstResponder() ?? true else { return false }
    UIResponder.standInFirst = self
    return true
  }

  @discardableResult open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    UIResponder.standInFirst = nil
    return true
  }
}
