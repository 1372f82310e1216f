#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import Foundation

extension OutlineItems {
  /// What the outline view is told.
  enum Step {
    /// Items come; they have these indexes afterwards.
    case insert(IndexSet, parent: Item?)
    /// Items go; they have these indexes before.
    case remove(IndexSet, parent: Item?)
    /// An item is taken out, and put in at an index of what remains.
    case move(Int, parent: Item?, to: Int, newParent: Item?)
  }

  /// What a batch means for the outline view, with steps put together that belong together.
  struct Changes {
    /// What the outline view is told while it is updated, one after the other.
    private(set) var steps: [Step] = []
    /// The items that may have to be opened, closed or read again afterwards.
    var items: Set<Item> = []

    mutating func touch(_ item: Item?) {
      if let item { items.insert(item) }
    }

    mutating func insert(_ index: Int, under parent: Item?) {
      guard case .insert(var indexes, let last)? = steps.last, last === parent, let end = indexes.last, end < index
      else { return steps.append(.insert([index], parent: parent)) }
      steps.removeLast()  // so that the indexes are not copied
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
