#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import Foundation

extension OutlineItems {
  enum Step {
    /// Inserts items at their indexes after the update.
    case insert(IndexSet, parent: Item?)
    /// Removes items at their indexes before the update.
    case remove(IndexSet, parent: Item?)
    /// Removes an item and inserts it at an index among the remaining items.
    case move(Int, parent: Item?, to: Int, newParent: Item?)
  }

  /// The outline view's updates for a batch, with adjacent updates combined.
  struct Changes {
    private(set) var steps: [Step] = []
    /// The items that may have to be expanded, collapsed, or reloaded afterwards.
    var items: Set<Item> = []

    mutating func touch(_ item: Item?) {
      if let item { items.insert(item) }
    }

    mutating func insert(_ index: Int, under parent: Item?) {
      guard case .insert(var indexes, let last)? = steps.last, last === parent, let end = indexes.last, end < index
      else { return steps.append(.insert([index], parent: parent)) }
      steps.removeLast()  // makes the reference to the indexes unique
      indexes.insert(index)
      steps.append(.insert(indexes, parent: parent))
    }

    mutating func remove(_ index: Int, under parent: Item?) {
      guard case .remove(var indexes, let last)? = steps.last, last === parent, let first = indexes.first, index < first
      else { return steps.append(.remove([index], parent: parent)) }
      steps.removeLast()
      indexes.insert(index)
      steps.append(.remove(indexes, parent: parent))
    }

    mutating func move(_ index: Int, under parent: Item?, to target: Int, under newParent: Item?) {
      steps.append(.move(index, parent: parent, to: target, newParent: newParent))
    }
  }
}
#endif
