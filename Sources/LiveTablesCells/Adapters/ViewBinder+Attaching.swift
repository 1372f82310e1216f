import LiveTables

extension ViewBinder {
  /// Attaches this binder to a view, as its data source and delegate, until the binding is cancelled.
  ///
  /// ```swift
  /// let binder = TableViewBinder<OneSection, Todo>(.one(TodoCell.self) { cell, todo, context in … }).attach(to: tableView)
  /// binder.link.selection.mode = .one
  /// binder.bind(todos)
  /// ```
  ///
  /// A binder conforms to `TableView`, so you can call `bind`, `display`, `show`, or `withStore` on it. Attaching a
  /// binder ends the view's previous binding. If another binder is updating the view, or the view is calling it, this
  /// binder takes over afterwards.
  ///
  /// - Parameter view: The view, which retains the binder.
  /// - Returns: This binder.
  @discardableResult public func attach(to view: View) -> Self {
    attachments += 1
    let attachment = attachments
    if self.view === view, isInPlace {
      ownership.attached()
      overtakeSuccessors()
      return self
    }
    if self.view !== view { leaveAndPutBack() }
    // The end of a binding may attach binders. These calls are later ones, and take precedence.
    if attachment == attachments { take(view, attachment) }
    return self
  }

  /// Takes a view from the binder that is attached to it, if any.
  ///
  /// - Parameter attachment: The value of `attachments` for this call, which is outdated after a later call.
  private func take(_ view: View, _ attachment: Int) {
    let holder = attachedBinder(of: view)
    let predecessor = holder === self ? nil : holder as? any AttachedBinder
    awaited = nil
    if let predecessor, predecessor.isBusy {
      ownership.waits()
      awaited = view
      predecessor.end(for: self)
      return
    }
    let connectionsBefore = predecessor?.leave()
    if attachment != attachments {
      if let connectionsBefore, let predecessor, attachedBinder(of: view) === predecessor {
        putBack(connectionsBefore, in: view, insteadOf: predecessor)
        setAttachedBinder(nil, of: view)
      }
      return
    }
    if let predecessor, let holder = attachedBinder(of: view), holder !== predecessor || connectionsBefore == nil {
      return wasOvertaken()
    }
    setAttachedBinder(self, of: view)  // releases the predecessor
    self.view = view
    takeOver(view, from: connectionsBefore ?? connections(of: view))
    if attachment == attachments, self.view !== view { wasOvertaken() }
  }

  private func overtakeSuccessors() {
    let others = successors
    successors = []
    for other in others { other.viewWasTaken() }
  }

  private func wasOvertaken() {
    awaited = nil
    if ownership.overtaken(isBound: link.isBound) == .endBinding { link.end() }
  }

  func takeOver(_ view: View, from found: ViewConnections) {
    if found.dataSource !== self { earlier.dataSource = found.dataSource }
    if found.delegate !== self { earlier.delegate = found.delegate }
    earlierDelegate = earlier.delegate
    ownership.attached()
    updates.reset()
    willTakeOver(view)
    updateMessages()
    connect(view, to: ViewConnections(dataSource: self, delegate: self))
    link.selection.presenter = self
    didTakeOver(view)
  }

  private func prepareToLeave(_ view: View) {
    if !ownership.isOwner { return updates.reset() }
    willGiveBack(view)
    ownership.left()
    updates.reset()
    borrowed.restoreAll(in: view)
    earlierDelegate = nil
  }

  private func putBack(_ earlier: ViewConnections, in view: View, insteadOf binder: AnyObject) {
    let now = connections(of: view)
    connect(
      view,
      to: ViewConnections(
        dataSource: now.dataSource === binder ? earlier.dataSource : now.dataSource,
        delegate: now.delegate === binder ? earlier.delegate : now.delegate))
    if now.dataSource === binder { didGiveBack(view) }
  }

  private func leaveAndPutBack() {
    guard let old = view else { return }
    let wasOwner = ownership.isOwner
    guard let earlier = end() else { return }
    if wasOwner { putBack(earlier, in: old, insteadOf: self) }
    if attachedBinder(of: old) === self { setAttachedBinder(nil, of: old) }
    let others = successors
    successors = []
    if others.isEmpty { return }
    Task { @MainActor [weak old] in  // the view may still be in an update
      let isTaken = old.map { attachedBinder(of: $0) != nil } ?? false
      for other in others { if isTaken { other.viewWasTaken() } else { other.viewIsFree() } }
    }
  }

  /// Ends the binding and releases the view.
  ///
  /// - Returns: The view's previous data source and delegate, or `nil` if the end of the binding attached this binder.
  private func end() -> ViewConnections? {
    let attachment = attachments
    link.end()  // first, because its observers may attach binders
    if attachment != attachments { return nil }
    guard let view else { return ViewConnections() }
    let before = ownership.isOwner ? earlier : connections(of: view)
    prepareToLeave(view)
    earlier = ViewConnections()
    self.view = nil
    ownership.replaced()
    return before
  }

  func leaveIfIdle() {
    // During an update, a binder that gets the view would wait again. The view becomes idle when the update ends.
    guard let view, !link.isUpdating else { return }
    let hasEarlier = earlier.dataSource != nil
    switch ownership.viewIsIdle(hasEarlierDataSource: hasEarlier, isCalling: updates.isInCall) {
    case .handOver:
      withExtendedLifetime(self) {
        let others = successors
        successors = []
        for other in others { other.viewIsFree() }
        leaveIfIdle()
      }
    case .giveBack:
      withExtendedLifetime(self) {
        let before = earlier
        earlier = ViewConnections()
        prepareToLeave(view)
        putBack(before, in: view, insteadOf: self)
      }
    case .leaveLater: repairLater()
    case .none, .takeOver, .endBinding: break
    }
  }
}

/// A binder without its generic parameters.
@MainActor protocol AttachedBinder: AnyObject {
  /// Releases the view for another binder than those that wait for it.
  ///
  /// - Returns: The view's previous data source and delegate, or `nil` if this binder was attached again.
  func leave() -> ViewConnections?

  /// Whether the view is being updated, or is waiting for the result of a call.
  ///
  /// Until then, the view must not count the rows of another table.
  var isBusy: Bool { get }

  /// Ends the binding, and hands the view over to another binder when the view is no longer busy.
  func end(for successor: any AttachedBinder)

  /// Attaches this binder to the view that it waits for.
  func viewIsFree()

  /// Ends this binder's wait for a view, because a later call attached another binder.
  func viewWasTaken()
}

extension ViewBinder: AttachedBinder {
  func leave() -> ViewConnections? {
    overtakeSuccessors()
    return end()
  }

  var isBusy: Bool { ownership.isOwner && (link.isUpdating || updates.isInCall) }

  func end(for successor: any AttachedBinder) {
    successors.append(successor)
    ownership.requested()
    link.end()
    if updates.isInCall { repairLater() }
  }

  func viewIsFree() {
    guard ownership.state == .awaiting else { return }
    if let awaited { attach(to: awaited) } else { ownership.left() }
  }

  func viewWasTaken() { if ownership.state == .awaiting { wasOvertaken() } }
}
