#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

/// Where the cells of one view, or its views of one supplementary kind, come from, by their reuse identifiers.
@MainActor struct CellSources<Cell: UIView> {
  /// What has to be registered with the view.
  enum Registration {
    case nib(Nib)
    case type(Cell.Type)
  }

  private enum Origin {
    /// The view has cells of that name.
    case view
    case factory(@MainActor (String) -> AnyObject)
    /// Nothing is known of the name, so the view may or may not have cells.
    case unknown
  }

  /// What was said of each name.
  private(set) var sources: [String: CellSource] = [:]
  private var origins: [String: Origin] = [:]

  /// Takes note of where cells come from: for a class a nib of its name if there is one, else a prototype if there is one,
  /// else the class itself.
  ///
  /// - Parameters:
  ///   - source: What is known.
  ///   - reuseIdentifier: The name of the cells.
  ///   - nibs: Knows which nibs there are.
  ///   - hasPrototype: Whether the view has cells of that name already.
  /// - Returns: What has to be registered, if anything.
  mutating func add(
    _ source: CellSource, _ reuseIdentifier: String, nibs: NibFinder, hasPrototype: (String) -> Bool
  ) -> Registration? {
    sources[reuseIdentifier] = source
    switch source {
    case .type(let type):
      guard let type = type as? Cell.Type else { return nil }
      origins[reuseIdentifier] = .view
      if let nib = nibs.nib(for: type) { return .nib(nib) }
      return hasPrototype(reuseIdentifier) ? nil : .type(type)
    case .nib(let name, let bundle):
      guard let nib = nibs.nib(name, in: bundle) else { return nil }
      origins[reuseIdentifier] = .view
      return .nib(nib)
    case .factory(let make):
      origins[reuseIdentifier] = .factory(make)
    case .prototype:
      origins[reuseIdentifier] = hasPrototype(reuseIdentifier) ? .view : .unknown
    }
    return nil
  }

  /// A cell of a name.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The name.
  ///   - insisting: Dequeues a cell that the view is sure to have, if that is another matter.
  ///   - trying: Dequeues a cell if the view has one.
  func dequeue(
    _ reuseIdentifier: String, insisting: ((String) -> Cell)? = nil, trying: (String) -> Cell?
  ) -> Cell? {
    switch origins[reuseIdentifier] {
    case .view: insisting?(reuseIdentifier) ?? trying(reuseIdentifier)
    case .factory(let make): trying(reuseIdentifier) ?? make(reuseIdentifier) as? Cell
    case .unknown, nil: trying(reuseIdentifier)
    }
  }
}
#endif
