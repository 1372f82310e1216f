/// The registered cells and headers, and the reuse queues.
@MainActor struct StandInCellSources {
  enum Source {
    case type(UITableViewCell.Type)
    case nib(UINib)
    case prototype(() -> UITableViewCell)
  }

  enum HeaderSource {
    case type(UITableViewHeaderFooterView.Type)
    case nib(UINib)
  }

  var cells: [String: Source] = [:]
  var headers: [String: HeaderSource] = [:]
  var waitingCells: [String: [UITableViewCell]] = [:]
  var waitingHeaders: [String: [UITableViewHeaderFooterView]] = [:]

  /// Returns a reused cell or else a new one, or `nil` if nothing is registered.
  mutating func cell(_ identifier: String) -> UITableViewCell? {
    if let cell = waitingCells[identifier]?.popLast() {
      cell.prepareForReuse()
      return cell
    }
    switch cells[identifier] {
    case .type(let type): return type.init(standInReuseIdentifier: identifier)
    case .nib(let nib):
      let objects = nib.instantiate(withOwner: nil)
      guard objects.count == 1, let cell = objects[0] as? UITableViewCell else {
        StandInException.raise(
          StandInException.inconsistency,
          "invalid nib registered for identifier (\(identifier)) - nib must contain exactly one top level object which"
            + " must be a UITableViewCell instance")
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
      }
      cell.standInAdopt(identifier)
      return cell
    case .prototype(let make):
      let cell = make()
      cell.standInAdopt(identifier)
      return cell
    case nil: return nil
    }
  }

  mutating func header(_ identifier: String) -> UITableViewHeaderFooterView? {
    if let view = waitingHeaders[identifier]?.popLast() {
      view.prepareForReuse()
      return view
    }
    switch headers[identifier] {
    case .type(let type): return type.init(standInReuseIdentifier: identifier)
    case .nib(let nib):
      let objects = nib.instantiate(withOwner: nil)
      guard objects.count == 1, let view = objects[0] as? UITableViewHeaderFooterView else {
        StandInException.raise(
          StandInException.inconsistency,
          "invalid nib registered for identifier (\(identifier)) - nib must contain exactly one top level object which"
            + " must be a UITableViewHeaderFooterView instance")
        return UITableViewHeaderFooterView(reuseIdentifier: identifier)
      }
      view.standInAdopt(identifier)
      return view
    case nil: return nil
    }
  }

  mutating func keep(_ cell: UITableViewCell) {
    guard let identifier = cell.reuseIdentifier else { return }
    waitingCells[identifier, default: []].append(cell)
  }

  mutating func keep(_ view: UIView) {
    guard let view = view as? UITableViewHeaderFooterView, let identifier = view.reuseIdentifier else { return }
    waitingHeaders[identifier, default: []].append(view)
  }
}
