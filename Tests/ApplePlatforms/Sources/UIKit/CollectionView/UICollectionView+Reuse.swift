public import Foundation

/// The registered classes and nibs, the reuse queues, and the current requests.
@MainActor struct StandInReuse {
  enum Source {
    case type(UICollectionReusableView.Type)
    case nib(UINib)
  }

  /// A request to the data source for a view.
  struct Request {
    let kind: String?
    let path: IndexPath
    /// The cell that is being reconfigured.
    var existing: UICollectionReusableView?
    var dequeued: [UICollectionReusableView] = []
  }

  var sources: [StandInReuseKey: Source] = [:]
  var queues: [StandInReuseKey: [UICollectionReusableView]] = [:]
  var requests: [Request] = []

  mutating func enqueue(_ view: UICollectionReusableView) {
    if let key = view.standInKey { queues[key, default: []].append(view) }
  }
}

extension UICollectionView {
  // MARK: - Registering

  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    standInRegister(cellClass, StandInReuseKey(kind: nil, identifier: identifier), UICollectionViewCell.self)
  }

  public func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    standInReuse.sources[StandInReuseKey(kind: nil, identifier: identifier)] = nib.map { .nib($0) }
  }

  public func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {
    standInRegister(
      viewClass, StandInReuseKey(kind: elementKind, identifier: identifier), UICollectionReusableView.self)
  }

  public func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    standInReuse.sources[StandInReuseKey(kind: kind, identifier: identifier)] = nib.map { .nib($0) }
  }

  private func standInRegister(_ type: AnyClass?, _ key: StandInReuseKey, _ base: UICollectionReusableView.Type) {
    guard let type else {
      standInReuse.sources[key] = nil
      return
    }
    let isFit = key.kind == nil ? type is UICollectionViewCell.Type : type is UICollectionReusableView.Type
    guard isFit, let type = type as? UICollectionReusableView.Type else {
      return StandInException.raise(
        StandInException.inconsistency, "must pass a class of kind \(base) to register, not \(type)")
    }
    standInReuse.sources[key] = .type(type)
  }

  // MARK: - Dequeuing

  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    let view = standInDequeue(StandInReuseKey(kind: nil, identifier: identifier), indexPath)
    return view as? UICollectionViewCell ?? UICollectionViewCell(frame: .zero)
  }

  public func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    standInDequeue(StandInReuseKey(kind: elementKind, identifier: identifier), indexPath)
      ?? UICollectionReusableView(frame: .zero)
  }

  private func standInDequeue(_ key: StandInReuseKey, _ path: IndexPath) -> UICollectionReusableView? {
    guard let request = standInReuse.requests.last, request.kind == key.kind else {
      StandInException.raise(
        StandInException.inconsistency,
        "Expected dequeued view to be returned to the collection view in preparation for display. When the collection "
          + "view's data source is asked to provide a view for a given index path, ensure that a single view is dequeued "
          + "and returned to the collection view. Avoid dequeuing views without a request from the collection view. "
          + "Identifier: \(key.identifier)")
      return nil
    }
    if request.path != path {
      StandInException.raise(
        StandInException.inconsistency,
        "a view is dequeued for \(path.standInName) where one for \(request.path.standInName) is asked")
    }
    if let existing = request.existing {
      if existing.standInKey != key {
        StandInException.raise(
          StandInException.inconsistency,
          "Attempted to dequeue a cell for a different registration or reuse identifier than the existing cell when "
            + "reconfiguring an item, which is not allowed. You must dequeue a cell using the same registration or reuse "
            + "identifier that was used to dequeue the cell originally to obtain the existing cell. Dequeued reuse "
            + "identifier: \(key.identifier); Original reuse identifier: \(existing.reuseIdentifier ?? "")")
      }
      standInReuse.requests[standInReuse.requests.count - 1].dequeued = [existing]
      return existing
    }
    guard let view = standInReused(key) ?? standInMade(key) else { return nil }
    view.reuseIdentifier = key.identifier
    view.standInKey = key
    standInReuse.requests[standInReuse.requests.count - 1].dequeued.append(view)
    return view
  }

  private func standInReused(_ key: StandInReuseKey) -> UICollectionReusableView? {
    guard let view = standInReuse.queues[key]?.popLast() else { return nil }
    view.prepareForReuse()
    return view
  }

  private func standInMade(_ key: StandInReuseKey) -> UICollectionReusableView? {
    switch standInReuse.sources[key] {
    case .type(let type): return type.init(standInFrame: .zero)
    case .nib(let nib):
      let objects = nib.instantiate(withOwner: nil, options: nil)
      if objects.count == 1, let view = objects[0] as? UICollectionReusableView,
        key.kind != nil || view is UICollectionViewCell
      {
        return view
      }
      StandInException.raise(
        StandInException.inconsistency,
        "invalid nib registered for identifier (\(key.identifier)) - nib must contain exactly one top level object which "
          + "must be a UICollectionReusableView instance")
      return nil
    case nil:
      StandInException.raise(
        StandInException.inconsistency,
        "could not dequeue a view of kind: \(key.kind ?? "UICollectionElementKindCell") with identifier "
          + "\(key.identifier) - must register a nib or a class for the identifier or connect a prototype cell in a "
          + "storyboard")
      return nil
    }
  }

  // MARK: - Requesting views

  /// Requests a cell from the data source, and raises an exception if it was not dequeued for this request.
  func standInAskForCell(
    at path: IndexPath, existing: UICollectionViewCell? = nil
  ) -> UICollectionViewCell? {
    guard let dataSource else { return nil }
    standInReuse.requests.append(StandInReuse.Request(kind: nil, path: path, existing: existing))
    let cell = dataSource.collectionView(self, cellForItemAt: path)
    guard let request = standInReuse.requests.popLast() else { return nil }
    if !request.dequeued.contains(where: { $0 === cell }) {
      StandInException.raise(
        StandInException.inconsistency,
        "the cell returned from -collectionView:cellForItemAtIndexPath: does not have a reuseIdentifier - cells must be "
          + "retrieved by calling -dequeueReusableCellWithReuseIdentifier:forIndexPath: (\(path.standInName))")
    }
    standInCheckAbandoned(request, cell)
    return cell
  }

  func standInAskForView(_ element: StandInElement) -> UICollectionReusableView? {
    guard let dataSource else { return nil }
    standInReuse.requests.append(StandInReuse.Request(kind: element.kind, path: element.path))
    let view = dataSource.collectionView(self, viewForSupplementaryElementOfKind: element.kind, at: element.path)
    guard let request = standInReuse.requests.popLast() else { return nil }
    if !request.dequeued.contains(where: { $0 === view }) {
      StandInException.raise(
        StandInException.inconsistency,
        "the view returned from -collectionView:viewForSupplementaryElementOfKind:atIndexPath: (\(element.kind),"
          + "\(element.path.standInName)) was not retrieved by calling "
          + "-dequeueReusableSupplementaryViewOfKind:withReuseIdentifier:forIndexPath:")
    }
    standInCheckAbandoned(request, view)
    return view
  }

  private func standInCheckAbandoned(_ request: StandInReuse.Request, _ view: UICollectionReusableView) {
    let abandoned = request.dequeued.filter { $0 !== view }
    if abandoned.isEmpty { return }
    StandInException.raise(
      StandInException.inconsistency,
      "Expected dequeued view to be returned to the collection view in preparation for display: \(abandoned.count) more "
        + "were dequeued for \(request.path.standInName) than returned")
    for view in abandoned { standInReuse.enqueue(view) }
  }
}
