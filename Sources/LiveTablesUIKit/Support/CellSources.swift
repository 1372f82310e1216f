#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

/// The sources of a view's cells, or of its supplementary views of one kind, keyed by reuse identifier.
@MainActor struct CellSources<Cell: UIView> {
  enum Registration {
    case nib(Nib)
    case type(Cell.Type)
  }

  private enum Origin {
    /// The view already has cells with this reuse identifier.
    case view
    case factory(@MainActor (String) -> AnyObject)
    /// It is unknown whether the view has cells with this reuse identifier.
    case unknown
  }

  private(set) var sources: [String: CellSource] = [:]
  private var origins: [String: Origin] = [:]

  /// Adds a source, replacing a class with the nib that is named after it or with a prototype, if any.
  ///
  /// - Returns: The registration to perform, if any.
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

  /// Dequeues a cell.
  ///
  /// - Parameters:
  ///   - insisting: A closure that dequeues a cell that the view is known to have, if the view has a separate method
  ///     for this.
  ///   - trying: A closure that dequeues a cell if the view has one.
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
