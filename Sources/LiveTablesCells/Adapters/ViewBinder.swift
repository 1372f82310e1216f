@_spi(Adapters) public import LiveTables

/// A view that keeps its binder: the binder lives as long as the view, or until another one is attached.
@MainActor public protocol BindableView: AnyObject {
  /// The binder that is attached to the view; binders set it, and nothing else does.
  var attachedBinder: AnyObject? { get set }
}

#if canImport(ObjectiveC)
import ObjectiveC

/// Where a view keeps its binder: the address counts.
///
/// That of a variable would be an access to it until the earlier binder is released, with which another view may be bound.
@MainActor private let binderKey = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

extension BindableView {
  /// The binder that is attached to the view; binders set it, and nothing else does.
  public var attachedBinder: AnyObject? {
    get { objc_getAssociatedObject(self, binderKey) as AnyObject? }
    set { objc_setAssociatedObject(self, binderKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }
}
#endif

/// A view's data source and delegate, which are not kept alive.
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

/// The base class of all binders: shows a table in a platform's view.
///
/// A binder takes the place of the view's data source and delegate when it is attached, and gives it back when its binding
/// is cancelled, if there was a data source before; otherwise the rows stay on screen. The next `bind` takes the place
/// again. The view keeps its binder, and the binder does not keep the view.
///
/// To write a binder for another view, `@_spi(Adapters) import LiveTablesCells`, override ``reload(commit:)`` and
/// ``perform(_:animation:commit:)``, and the methods for binders that the view needs.
@MainActor
open class ViewBinder<View: BindableView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  DelegateForwarder, TableView
{
  /// What connects the view with its table: selection, events, editing.
  public let link: TableLink<Section, Row>

  /// The view that this binder is attached to.
  public private(set) weak var view: View?

  /// Settings of the view that are put back when the binder gives back its place.
  @_spi(Adapters) public let borrowed = BorrowedProperties<View>()

  /// Work that waits until the view is idle; it is cancelled when the binder gives back its place.
  @_spi(Adapters) public let deferred = DeferredWork()

  /// How many questions the view waits for the answers of, perhaps in the middle of its layout: it can be told nothing.
  package private(set) var questions = 0

  private let givingBack = DeferredWork()
  /// What other binders do to take over the view, as soon as it is idle.
  private var successors: [@MainActor () -> Void] = []
  /// The view that is taken over when another binder has updated it.
  private weak var awaited: View?
  private var earlier = ViewConnections()
  private var hasTakenOver = false
  /// Whether another binder was attached to the view while this one was being attached.
  private var isOvertaken = false
  /// Why the last binding has ended; `nil` while there is one, and before the first.
  private var ending: EndReason?
  /// Whether there was a binding, and what it loads is not wanted any more.
  package var hasEnded: Bool { ending.map { $0 != .finished && $0 != .replaced } ?? false }

  /// Creates a binder.
  ///
  /// - Parameter link: Its link, for what has to know it before.
  @_spi(Adapters) public init(link: TableLink<Section, Row> = TableLink()) {
    self.link = link
    super.init()
    link.selection.presenter = self
    link.follow(self)
    updateMessages()
  }

  // MARK: - TableView

  /// Whether the view can show batches: it is on screen and has this binder's data.
  open var isReady: Bool { isInPlace }

  /// How many rows the view counts in each section.
  open var shownRowCounts: [Int]? { nil }

  /// Reloads the view.
  ///
  /// - Parameter commit: Swaps the data; an override calls it exactly once.
  open func reload(commit: () -> Void) { commit() }

  /// Shows one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether and how it is animated.
  ///   - commit: Swaps the data; an override calls it exactly once, inside the view's updates, or calls `super`.
  /// - Throws: What keeps the view from showing the batch; it is reloaded then.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    reload(commit: commit)
  }

  // MARK: - SelectionPresenter

  /// Shows rows selected or not.
  ///
  /// - Parameters:
  ///   - selected: Rows that are selected now.
  ///   - deselected: Rows that are not any more.
  @_spi(Adapters) open func showSelection(selected: [RowPath], deselected: [RowPath]) {}

  /// Scrolls to a row that the program has selected.
  ///
  /// - Parameter path: The row.
  @_spi(Adapters) open func scroll(to path: RowPath) {}

  /// Lets another number of rows be selected.
  ///
  /// - Parameter mode: How many.
  @_spi(Adapters) open func selectionModeChanged(to mode: SelectionMode) {}

  /// Selects what takes the place of selected rows that were deleted, in views in which something is always selected.
  @_spi(Adapters) open func selectionSettles() {}

  // MARK: - For binders of other views

  /// The view's data source and delegate; a view that has none takes its data from the binder that is attached.
  @_spi(Adapters) open func connections(of view: View) -> ViewConnections {
    ViewConnections(dataSource: hasTakenOver ? self : nil)
  }

  /// Sets the view's data source and delegates.
  @_spi(Adapters) open func connect(_ view: View, to connections: ViewConnections) {}

  /// The binder is about to take over the view: registers cells.
  @_spi(Adapters) open func willTakeOver(_ view: View) {}

  /// The binder has taken over the view: borrows settings, reloads.
  @_spi(Adapters) open func didTakeOver(_ view: View) {}

  /// The binder is about to leave the view: ends drags and the like.
  ///
  /// Borrowed settings are put back by the base class.
  @_spi(Adapters) open func willGiveBack(_ view: View) {}

  /// The earlier data source and delegate are back: reloads.
  @_spi(Adapters) open func didGiveBack(_ view: View) {}

  /// The view is idle, and shows all of a change: updates what is around the rows.
  @_spi(Adapters) open func updateAccessories() {}

  // MARK: - Taking over

  /// Whether the view takes its data from here.
  @_spi(Adapters) public final var isInPlace: Bool {
    hasTakenOver && view.map { connections(of: $0).dataSource === self } == true
  }

  /// Attaches this binder to a view: it is the view's data source and delegate until its binding is cancelled.
  ///
  /// ```swift
  /// let binder = TableViewBinder<OneSection, Todo>(.one(TodoCell.self) { cell, todo, context in … }).attach(to: tableView)
  /// binder.link.selection.mode = .one
  /// binder.bind(todos)
  /// ```
  ///
  /// A binder is a `TableView`: it has `bind`, `display`, `show` and `withStore`. What was bound to the view before
  /// ends. While another binder updates the view, this one waits, and takes over when that is done.
  ///
  /// - Parameter view: The view. It keeps the binder from now on.
  /// - Returns: The binder.
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
      // The end of its binding may lead to code that attaches another binder: that call came later.
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

  /// Sets the view's delegate again, so that it asks again which messages are implemented.
  @_spi(Adapters) open override func resetDelegate() {
    guard let view, hasTakenOver else { return }
    let now = connections(of: view)
    if now.delegate !== self { return }
    updateMessages()
    connect(view, to: ViewConnections(dataSource: now.dataSource))
    connect(view, to: now)
  }

  /// The view asks or tells something.
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

  /// A binding begins: takes over the view again if its place was given back.
  @_spi(Adapters) open func bindingBegan() {
    ending = nil
    if isOvertaken {
      isOvertaken = false
      return link.end()
    }
    if !hasTakenOver, let view { takeOver(view, from: connections(of: view)) }
  }

  /// The binding has ended.
  ///
  /// - Parameter reason: Why.
  @_spi(Adapters) open func bindingEnded(_ reason: EndReason) { ending = reason }

  /// There are rules for what the user may edit, or for actions, where there were none, or none any more.
  @_spi(Adapters) open func editorChanged() {}

  /// The view is idle: updates what is around the rows, and gives back the place of a cancelled binding, or leaves it to
  /// the binder that waits for it.
  @_spi(Adapters) open func viewDidBecomeIdle() {
    updateAccessories()
    let givesBack = ending == .cancelled && hasTakenOver && earlier.dataSource != nil
    guard let view, givesBack || !successors.isEmpty else { return }
    // A view that waits for an answer would get it from one data source, and its rows from another.
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

/// A binder whose types are not known.
@MainActor private protocol AttachedBinder: AnyObject {
  /// Leaves the view to another binder.
  ///
  /// - Returns: The data source and delegates that the view had before.
  func leave() -> ViewConnections

  /// Whether the view is being updated: it must not count the rows of another table then.
  var isInUpdate: Bool { get }

  /// Ends the binding, and leaves the view to another binder when the update is done.
  ///
  /// - Parameter takeOver: Attaches the other one.
  func end(then takeOver: @escaping @MainActor () -> Void)
}

extension ViewBinder: AttachedBinder {
  fileprivate func leave() -> ViewConnections {
    successors = []
    link.end()  // first: what hears of it may attach another binder, which this one is left to then
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
