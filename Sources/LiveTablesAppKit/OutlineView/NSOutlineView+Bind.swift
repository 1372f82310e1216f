#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTables

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

  /// Shows an outline as a binder does it; what the user expands, collapses and drags to another place, the outline does.
  @inlinable @discardableResult public func bind<Value>(
    _ outline: LiveOutline<Value>, using binder: OutlineViewBinder<Value>, animation: RowAnimation? = nil,
    animated: Bool? = nil, options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    binder.install(on: self)
    let binding = binder.bind(outline, options: options.with(animation: animation, animated: animated))
    binder.follow(in: outline)
    return binding
  }

  /// Shows what a store wants to be shown, as a binder does it.
  ///
  /// What the user expands and collapses is told to ``OutlineViewBinder/onExpansion``, what is dragged to another place to
  /// ``OutlineViewBinder/onMove``.
  @discardableResult public func bind<Value>(
    _ store: TableStore<OneSection, OutlineRow<Value>>, using binder: OutlineViewBinder<Value>,
    options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    binder.install(on: self)
    return binder.bind(store, options: options)
  }
}

extension OutlineViewBinder {
  /// Passes on what the user expands, collapses and moves, in order, until the binding ends.
  @usableFromInline func follow(in outline: LiveOutline<Value>) {
    let (wishes, wish) = AsyncStream.makeStream(of: OutlineWish<Value>.self)
    expanding?.cancel()
    onExpansion = { wish.yield($1 ? .expand($0) : .collapse($0)) }
    onMove = { wish.yield(.move($0, $1)) }
    expanding = Task {
      for await wish in wishes {
        // An outline that has ended takes no wishes.
        switch wish {
        case .expand(let id): _ = try? await outline.edit { $0.expand(id) }
        case .collapse(let id): _ = try? await outline.edit { $0.collapse(id) }
        case .move(let id, let place): _ = try? await outline.tree.edit { $0.move(id, to: place) }
        }
      }
    }
  }
}

/// What the user wants of an outline.
private enum OutlineWish<Value: Diffable & Sendable>: Sendable {
  case expand(Value.Identity)
  case collapse(Value.Identity)
  case move(Value.Identity, TreePlace<Value.Identity>)
}
#endif
