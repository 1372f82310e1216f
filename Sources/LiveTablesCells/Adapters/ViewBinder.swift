@_spi(Adapters) public import LiveTables

/// A view that retains its binder until the view is deallocated or another binder is attached.
@MainActor public protocol BindableView: AnyObject {
  /// The binder that is attached to the view, set only by binders.
  var attachedBinder: AnyObject? { get set }
}

#if canImport(ObjectiveC)
import ObjectiveC

/// The key of the associated object for a view's binder, which is an address.
///
/// The address of a variable would be an exclusive access that lasts until the earlier binder is released, whose
/// release may bind another view.
@MainActor private let binderKey = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

extension BindableView {
  /// The binder that is attached to the view, set only by binders.
  public var attachedBinder: AnyObject? {
    get { objc_getAssociatedObject(self, binderKey) as AnyObject? }
    set { objc_setAssociatedObject(self, binderKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }
}
#endif

/// Weak references to the data source and delegate of a view.
@_spi(Adapters) public struct ViewConnections {
  /// The data source.
  @_spi(Adapters) public weak var dataSource: AnyObject?
  /// The delegate.
  @_spi(Adapters) public weak var delegate: AnyObject?

  /// Creates connections.
  @_spi(Adapters) public init(dataSource: AnyObject? = nil, delegate: AnyObject? = nil) {
    self.dataSource = dataSource
    self.delegate = delegate
  }
}

/// The base class of all binders, which show a table in a platform's view.
///
/// An attached binder replaces the view's data source and delegate. When its binding is cancelled, the binder restores
/// them if there was a data source before; otherwise the rows stay on screen. The next `bind` replaces them again. The
/// view retains the binder; the binder's reference to the view is weak.
///
/// To write a binder for another view, use `@_spi(Adapters) import LiveTablesCells`, and override ``reload(commit:)``,
/// ``perform(_:animation:commit:)`` and the other methods for binders that the view needs.
@MainActor
open class ViewBinder<View: BindableView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  DelegateForwarder, TableView
{
  /// The link between the view and its table, which provides selection, events and editing.
  public let link: TableLink<Section, Row>

  /// The view that this binder is attached to, or `nil`.
  public private(set) weak var view: View?

  /// View settings that are restored when the binder gives the view back.
  @_spi(Adapters) public let borrowed = BorrowedProperties<View>()

  /// Work that is postponed until the view is idle, and cancelled when the binder gives the view back.
  @_spi(Adapters) public let deferred = DeferredWork()

  /// The number of calls from the view in progress, possibly during layout, which prevent updates of the view.
  package private(set) var questions = 0

  private let givingBack = DeferredWork()
  /// The binders that take over the view as soon as it is idle.
  private var successors: [@MainActor () -> Void] = []
  /// The view to take over when another binder has finished updating it.
  private weak var awaited: View?
  private var earlier = ViewConnections()
  private var hasTakenOver = false
  /// Whether another binder was attached to the view while this one was being attached.
  private var isOvertaken = false
  /// The reason why the last binding ended, or `nil` during a binding and before the first one.
  private var ending: EndReason?
  /// Whether the last binding has ended and its loading is obsolete.
  package var hasEnded: Bool { ending.map { $0 != .finished && $0 != .replaced } ?? false }

  /// Creates a binder.
  ///
  /// - Parameter link: The binder's link. Pass a link if other objects need it before the binder exists.
  @_spi(Adapters) public init(link: TableLink<Section, Row> = TableLink()) {
    self.link = link
    super.init()
    link.selection.presenter = self
    link.follow(self)
    updateMessages()
  }

  // MARK: - TableView

  /// Whether the view can perform batches: it is on screen and uses this binder's data.
  open var isReady: Bool { isInPlace }

  /// The number of rows in each section, according to the view.
  open var shownRowCounts: [Int]? { nil }

  /// Reloads the view.
  ///
  /// - Parameter commit: A closure that replaces the data. An override must call it exactly once.
  open func reload(commit: () -> Void) { commit() }

  /// Performs one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: The animation to use.
  ///   - commit: A closure that replaces the data. An override must call it exactly once, inside the view's updates, or
  ///     call `super`.
  /// - Throws: An error if the view cannot perform the batch. The view is then reloaded.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    reload(commit: commit)
  }

  /// Registers what leads back from a user's edit with the undo manager of the view.
  ///
  /// - Parameters:
  ///   - name: The name of the edit.
  ///   - action: Undoes or redoes the edit.
  open func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {}

  // MARK: - SelectionPresenter

  /// Updates the appearance of selected and deselected rows.
  ///
  /// - Parameters:
  ///   - selected: The newly selected rows.
  ///   - deselected: The rows that are no longer selected.
  @_spi(Adapters) open func showSelection(selected: [RowPath], deselected: [RowPath]) {}

  /// Scrolls to a row that was selected by code.
  ///
  /// - Parameter path: The path of the row.
  @_spi(Adapters) open func scroll(to path: RowPath) {}

  /// Updates the view for a new selection mode.
  ///
  /// - Parameter mode: The new mode.
  @_spi(Adapters) open func selectionModeChanged(to mode: SelectionMode) {}

  /// Selects replacements for deleted rows, in views where some row is always selected.
  @_spi(Adapters) open func selectionSettles() {}

  // MARK: - For binders of other views

  /// Returns the view's data source and delegate.
  ///
  /// A view without a data source uses the attached binder.
  @_spi(Adapters) open func connections(of view: View) -> ViewConnections {
    ViewConnections(dataSource: hasTakenOver ? self : nil)
  }

  /// Sets the view's data source and delegates.
  @_spi(Adapters) open func connect(_ view: View, to connections: ViewConnections) {}

  /// Prepares to take over the view, for example by registering cells.
  @_spi(Adapters) open func willTakeOver(_ view: View) {}

  /// Completes taking over the view, for example by borrowing settings and reloading.
  @_spi(Adapters) open func didTakeOver(_ view: View) {}

  /// Prepares to give the view back, for example by ending drags.
  ///
  /// The base class restores borrowed settings.
  @_spi(Adapters) open func willGiveBack(_ view: View) {}

  /// Completes giving the view back, by reloading it with the earlier data source and delegate.
  @_spi(Adapters) open func didGiveBack(_ view: View) {}

  /// Updates the views around the rows when the view is idle and shows a complete change.
  @_spi(Adapters) open func updateAccessories() {}

  // MARK: - Taking over

  /// Whether the view uses this binder's data.
  @_spi(Adapters) public final var isInPlace: Bool {
    hasTakenOver && view.map { connections(of: $0).dataSource === self } == true
  }

  /// Attaches this binder to a view, as its data source and delegate, until the binding is cancelled.
  ///
  /// ```swift
  /// let binder = TableViewBinder<OneSection, Todo>(.one(TodoCell.self) { cell, todo, context in … }).attach(to: tableView)
  /// binder.link.selection.mode = .one
  /// binder.bind(todos)
  /// ```
  ///
  /// A binder is a `TableView`: call `bind`, `display`, `show` or `withStore` on it. Attaching ends the view's previous
  /// binding. If another binder is updating the view, this binder takes over when the update is complete.
  ///
  /// - Parameter view: The view, which retains the binder.
  /// - Returns: This binder.
  @discardableResult public final func attach(to view: View) -> Self {
    awaited = nil
    isOvertaken = false
    if self.view === view, isInPlace {
      successors = []
      return self
    }
    if self.view !== view { leaveAndPutBack() }
    if let other = view.attachedBinder as? any AttachedBinder, other !== self, other.isInUpdate {
      awaited = view
      other.end { if let view = self.awaited { self.attach(to: view) } }
      return self
    }
    let found: ViewConnections
    if let other = view.attachedBinder as? any AttachedBinder, other !== self {
      found = other.leave()
      // The end of the other binding may attach a further binder. That call is the later one and wins.
      isOvertaken = view.attachedBinder !== other
      if isOvertaken { return self }
    } else {
      found = connections(of: view)
    }
    view.attachedBinder = self  // releases the other binder
    self.view = view
    takeOver(view, from: found)
    isOvertaken = self.view !== view
    return self
  }

  private func takeOver(_ view: View, from found: ViewConnections) {
    if found.dataSource !== self { earlier.dataSource = found.dataSource }
    if found.delegate !== self { earlier.delegate = found.delegate }
    earlierDelegate = earlier.delegate
    hasTakenOver = true
    willTakeOver(view)
    updateMessages()
    connect(view, to: ViewConnections(dataSource: self, delegate: self))
    link.selection.presenter = self
    didTakeOver(view)
  }

  /// Sets the view's delegate again, so that the view checks again which messages are implemented.
  @_spi(Adapters) open override func resetDelegate() {
    guard let view, hasTakenOver else { return }
    let now = connections(of: view)
    if now.delegate !== self { return }
    updateMessages()
    connect(view, to: ViewConnections(dataSource: now.dataSource))
    connect(view, to: now)
  }

  /// Handles a call from the view.
  package func asked<Answer>(_ answer: () -> Answer) -> Answer {
    questions += 1
    defer { questions -= 1 }
    return answer()
  }

  private func prepareToLeave(_ view: View) {
    deferred.cancel()
    if !hasTakenOver { return }
    willGiveBack(view)
    hasTakenOver = false
    borrowed.restoreAll(in: view)
    earlierDelegate = nil
  }

  private func putBack(_ earlier: ViewConnections, in view: View) {
    let now = connections(of: view)
    connect(
      view,
      to: ViewConnections(
        dataSource: now.dataSource === self ? earlier.dataSource : now.dataSource,
        delegate: now.delegate === self ? earlier.delegate : now.delegate))
    if now.dataSource === self { didGiveBack(view) }
  }

  private func leaveAndPutBack() {
    guard let old = view else { return }
    let wasInPlace = hasTakenOver
    let earlier = leave()
    if wasInPlace { putBack(earlier, in: old) }
    if old.attachedBinder === self { old.attachedBinder = nil }
  }

  // MARK: - BindingFollower

  /// Handles the beginning of a binding: takes over the view again if it was given back.
  @_spi(Adapters) open func bindingBegan() {
    ending = nil
    if isOvertaken {
      isOvertaken = false
      return link.end()
    }
    if !hasTakenOver, let view { takeOver(view, from: connections(of: view)) }
  }

  /// Handles the end of the binding.
  ///
  /// - Parameter reason: The reason.
  @_spi(Adapters) open func bindingEnded(_ reason: EndReason) { ending = reason }

  /// Handles the first or last rule for editing or for row actions.
  @_spi(Adapters) open func editorChanged() {}

  /// Updates the views around the rows when the view is idle, and gives the view back after a cancelled binding or if
  /// another binder is waiting.
  @_spi(Adapters) open func viewDidBecomeIdle() {
    updateAccessories()
    let givesBack = ending == .cancelled && hasTakenOver && earlier.dataSource != nil
    guard let view, givesBack || !successors.isEmpty else { return }
    // A view that waits for a result would get it from one data source, and its rows from another.
    if questions > 0 { return givingBack.schedule { [weak self] in self?.viewDidBecomeIdle() } }
    withExtendedLifetime(self) {
      if !successors.isEmpty {
        let next = successors
        successors = []
        for takeOver in next { takeOver() }
        return
      }
      let before = earlier
      earlier = ViewConnections()
      prepareToLeave(view)
      putBack(before, in: view)
    }
  }
}

@_spi(Adapters) extension ViewBinder: SelectionPresenter {}

@_spi(Adapters) extension ViewBinder: BindingFollower {}

/// A binder without its generic types.
@MainActor private protocol AttachedBinder: AnyObject {
  /// Gives up the view.
  ///
  /// - Returns: The data source and delegate that the view had before.
  func leave() -> ViewConnections

  /// Whether the view is being updated, so that it must not count the rows of another table.
  var isInUpdate: Bool { get }

  /// Ends the binding, and gives the view to another binder when the update is complete.
  ///
  /// - Parameter takeOver: A closure that attaches the other binder.
  func end(then takeOver: @escaping @MainActor () -> Void)
}

extension ViewBinder: AttachedBinder {
  fileprivate func leave() -> ViewConnections {
    successors = []
    link.end()  // first, because its observers may attach another binder
    guard let view else { return ViewConnections() }
    let before = hasTakenOver ? earlier : connections(of: view)
    prepareToLeave(view)
    earlier = ViewConnections()
    self.view = nil
    ending = nil
    return before
  }

  fileprivate var isInUpdate: Bool { link.isUpdating }

  fileprivate func end(then takeOver: @escaping @MainActor () -> Void) {
    successors.append(takeOver)
    link.end()
  }
}
