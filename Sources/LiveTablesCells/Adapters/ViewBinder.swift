@_spi(Adapters) public import LiveTables

/// A view that retains its binder until the view is deallocated or another binder is attached.
@MainActor public protocol BindableView: AnyObject {
  /// The binder that is attached to the view, which only binders set.
  var attachedBinder: AnyObject? { get set }
}

#if canImport(ObjectiveC)
import ObjectiveC

/// The address that identifies the associated object that holds a view's binder.
///
/// The address of a Swift variable would require an exclusive access that lasts until the previous binder is released,
/// and releasing a binder may bind another view.
@MainActor private let binderKey = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

extension BindableView {
  /// The binder that is attached to the view, which only binders set.
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

/// The base class of all binders.
///
/// A binder shows a table in a platform view.
///
/// An attached binder replaces the view's data source and delegate. When its binding is cancelled, the binder restores
/// them if the view had a data source before; otherwise, the rows stay on screen. The next `bind` replaces them again.
/// The view retains the binder, and the binder refers to the view weakly.
///
/// To write a binder for another view, use `@_spi(Adapters) import LiveTablesCells`, and override ``reload(commit:)``,
/// ``perform(_:animation:commit:)``, and the other methods that the view needs.
@MainActor
open class ViewBinder<View: BindableView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  DelegateForwarder, TableView
{
  /// The link between the view and its table, which provides selection, events, and editing.
  public let link: TableLink<Section, Row>

  /// The view that this binder is attached to, if any.
  public private(set) weak var view: View?

  /// View settings that the binder restores when it releases the view.
  @_spi(Adapters) public let borrowed = BorrowedProperties<View>()

  /// Work that is postponed until the view is idle, and that is cancelled when the binder releases the view.
  @_spi(Adapters) public let deferred = DeferredWork()

  /// The number of view callbacks in progress, during which the view must not be updated.
  package private(set) var questions = 0

  private let givingBack = DeferredWork()
  /// Closures that attach other binders as soon as the view is idle.
  private var successors: [@MainActor () -> Void] = []
  /// The view that this binder takes over when another binder has finished updating it.
  private weak var awaited: View?
  private var earlier = ViewConnections()
  private var hasTakenOver = false
  /// Whether another binder was attached to the view while this one was being attached.
  private var isOvertaken = false
  /// The reason the last binding ended, or `nil` during a binding and before the first one.
  private var ending: EndReason?
  /// Whether the last binding has ended, which makes its pending loads obsolete.
  package var hasEnded: Bool { ending.map { $0 != .finished && $0 != .replaced } ?? false }

  /// Creates a binder.
  ///
  /// - Parameter link: The link to use. Pass a link if other objects need it before the binder exists.
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

  /// The number of rows in each section, as reported by the view.
  open var shownRowCounts: [Int]? { nil }

  /// Reloads the view.
  ///
  /// - Parameter commit: A closure that replaces the data. An override must call this closure exactly once.
  open func reload(commit: () -> Void) { commit() }

  /// Performs one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: The animation to use.
  ///   - commit: A closure that replaces the data. An override must call this closure exactly once, inside the view's
  ///     updates, or call `super`.
  /// - Throws: An error if the view cannot perform the batch. The view is then reloaded.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    reload(commit: commit)
  }

  /// Registers the action that reverses a user's edit with the view's undo manager.
  ///
  /// - Parameters:
  ///   - name: The name of the edit.
  ///   - action: A closure that undoes or redoes the edit.
  open func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {}

  // MARK: - SelectionPresenter

  /// Updates the appearance of rows that have been selected or deselected.
  ///
  /// - Parameters:
  ///   - selected: The newly selected rows.
  ///   - deselected: The rows that are no longer selected.
  @_spi(Adapters) open func showSelection(selected: [RowPath], deselected: [RowPath]) {}

  /// Scrolls to a row that has been selected by code.
  ///
  /// - Parameter path: The path of the row.
  @_spi(Adapters) open func scroll(to path: RowPath) {}

  /// Updates the view after the selection mode has changed.
  ///
  /// - Parameter mode: The new mode.
  @_spi(Adapters) open func selectionModeChanged(to mode: SelectionMode) {}

  /// Selects replacements for deleted rows, in views where a row is always selected.
  @_spi(Adapters) open func selectionSettles() {}

  // MARK: - For binders of other views

  /// Returns the view's data source and delegate.
  ///
  /// If a view has no data source, it uses the attached binder's data.
  @_spi(Adapters) open func connections(of view: View) -> ViewConnections {
    ViewConnections(dataSource: hasTakenOver ? self : nil)
  }

  /// Sets the view's data source and delegates.
  @_spi(Adapters) open func connect(_ view: View, to connections: ViewConnections) {}

  /// Prepares to take over the view, for example by registering cells.
  @_spi(Adapters) open func willTakeOver(_ view: View) {}

  /// Completes taking over the view, for example by borrowing settings and reloading.
  @_spi(Adapters) open func didTakeOver(_ view: View) {}

  /// Prepares to release the view, for example by ending drags.
  ///
  /// The base class restores borrowed settings.
  @_spi(Adapters) open func willGiveBack(_ view: View) {}

  /// Completes releasing the view, by reloading it with its previous data source and delegate.
  @_spi(Adapters) open func didGiveBack(_ view: View) {}

  /// Updates the header, footer, and background views when the view is idle and shows a complete change.
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
  /// A binder conforms to `TableView`, so you can call `bind`, `display`, `show`, or `withStore` on it. Attaching a
  /// binder ends the view's previous binding. If another binder is updating the view, this binder takes over when that
  /// update is complete.
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
      // Ending the other binding may attach yet another binder. That call is the later one, so it takes precedence.
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

  /// Sets the view's delegate again, which makes the view check again which messages are implemented.
  @_spi(Adapters) open override func resetDelegate() {
    guard let view, hasTakenOver else { return }
    let now = connections(of: view)
    if now.delegate !== self { return }
    updateMessages()
    connect(view, to: ViewConnections(dataSource: now.dataSource))
    connect(view, to: now)
  }

  /// Runs the body of a view callback, and counts it as in progress.
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

  /// Called when a binding begins, to take over the view again if the binder had released it.
  @_spi(Adapters) open func bindingBegan() {
    ending = nil
    if isOvertaken {
      isOvertaken = false
      return link.end()
    }
    if !hasTakenOver, let view { takeOver(view, from: connections(of: view)) }
  }

  /// Called when the binding ends.
  ///
  /// - Parameter reason: The reason the binding ended.
  @_spi(Adapters) open func bindingEnded(_ reason: EndReason) { ending = reason }

  /// Called when the first rule for editing or row actions is added, or the last one is removed.
  @_spi(Adapters) open func editorChanged() {}

  /// Updates the header, footer, and background views when the view is idle.
  ///
  /// Releases the view if its binding has been cancelled or another binder is waiting.
  @_spi(Adapters) open func viewDidBecomeIdle() {
    updateAccessories()
    let givesBack = ending == .cancelled && hasTakenOver && earlier.dataSource != nil
    guard let view, givesBack || !successors.isEmpty else { return }
    // A view that is waiting for a result would get the result from one data source and its rows from another.
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

/// A binder without its generic parameters.
@MainActor private protocol AttachedBinder: AnyObject {
  /// Releases the view.
  ///
  /// - Returns: The view's previous data source and delegate.
  func leave() -> ViewConnections

  /// Whether the view is being updated. During an update, the view must not count the rows of another table.
  var isInUpdate: Bool { get }

  /// Ends the binding, and hands the view over to another binder when the update is complete.
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
