#if canImport(UIKit)
@_spi(Adapters) import LiveTables

/// How many rows a view lets the user select, while a binder decides about that; then it is what it was.
@MainActor struct BorrowedSelection<View: AnyObject> {
  private let one: ReferenceWritableKeyPath<View, Bool>
  private let many: ReferenceWritableKeyPath<View, Bool>
  private var original: (one: Bool, many: Bool)?

  /// - Parameters:
  ///   - one: Whether rows can be selected.
  ///   - many: Whether several can be selected at a time.
  init(_ one: ReferenceWritableKeyPath<View, Bool>, _ many: ReferenceWritableKeyPath<View, Bool>) {
    self.one = one
    self.many = many
  }

  /// Lets as many rows be selected as a mode says; with `SelectionMode/none` as many as the view did by itself.
  mutating func show(_ mode: SelectionMode, in view: View) {
    if mode == .none {
      guard let original else { return }
      (view[keyPath: one], view[keyPath: many]) = original
      self.original = nil
    } else {
      if original == nil { original = (view[keyPath: one], view[keyPath: many]) }
      view[keyPath: one] = true
      view[keyPath: many] = mode == .many
    }
  }
}
#endif
