#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import LiveTables

/// Outlines in an outline view. All of this is on the main actor, and keeps neither the view nor the binding alive.
extension NSOutlineView {
  /// Shows an outline in cells of one type; what the user expands and collapses, the outline does.
  ///
  /// - Parameters:
  ///   - outline: A tree, and which of its nodes are expanded.
  ///   - cell: The type of cells, which needs no registration; where there is a nib of its name, cells come from that.
  ///   - animation: How rows come and go; as the options say if `nil`.
  ///   - animated: Whether changes are animated; as the options say if `nil`.
  ///   - options: Everything else.
  ///   - configure: Makes a cell show a row. Work that is begun for it belongs into its scope, and ends by itself.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<Value, Cell: NSView>(
    _ outline: LiveOutline<Value>, cell: Cell.Type, animation: RowAnimation? = nil, animated: Bool? = nil,
    options: TableOptions = TableOptions(), configure: @escaping @MainActor (Cell, OutlineRow<Value>, CellScope) -> Void
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    bind(
      outline, using: OutlineViewBinder(.one(cell) { configure($0, $1, $2.scope) }), animation: animation,
      animated: animated, options: options)
  }

  /// Shows an outline as a binder does it; what the user expands and collapses, the outline does.
  @inlinable @discardableResult public func bind<Value>(
    _ outline: LiveOutline<Value>, using binder: OutlineViewBinder<Value>, animation: RowAnimation? = nil,
    animated: Bool? = nil, options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    binder.install(on: self)
    let binding = binder.bind(outline, options: options.with(animation: animation, animated: animated))
    binder.expand(in: outline)
    return binding
  }

  /// Shows what a store wants to be shown, as a binder does it.
  ///
  /// What the user expands and collapses is told to ``OutlineViewBinder/onExpansion``.
  @discardableResult public func bind<Value>(
    _ store: TableStore<OneSection, OutlineRow<Value>>, using binder: OutlineViewBinder<Value>,
    options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    binder.install(on: self)
    return binder.bind(store, options: options)
  }
}

extension OutlineViewBinder {
  /// Passes on what the user expands and collapses, in order, until the binding ends.
  @usableFromInline func expand(in outline: LiveOutline<Value>) {
    let (wishes, wish) = AsyncStream.makeStream(of: (id: Value.Identity, isExpanded: Bool).self)
    expanding?.cancel()
    onExpansion = { wish.yield(($0, $1)) }
    expanding = Task {
      for await (id, isExpanded) in wishes {
        // An outline that has ended takes no wishes.
        _ = isExpanded ? try? await outline.expand(id) : try? await outline.collapse(id)
      }
    }
  }
}
#endif
