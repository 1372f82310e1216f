public import LiveTables

/// The identities of expanded nodes.
///
/// Unlike `Set`, this type does not trap if the hash of an identity does not match its `==`.
@usableFromInline struct ExpandedNodes<Identity: Hashable & Sendable> {
  @usableFromInline var numbers = IdentityIndex<Identity>()
  /// Whether each numbered node is expanded, including collapsed nodes that have not been removed yet.
  @usableFromInline var isExpanded: [Bool] = []
  @usableFromInline var count = 0

  @inlinable init() {}

  /// - Complexity: O(1) on average.
  @inlinable func contains(_ id: Identity) -> Bool { numbers.existingNumber(of: id).map { isExpanded[$0] } ?? false }

  /// - Complexity: O(1) on average, amortized.
  @inlinable mutating func set(_ id: Identity, _ isExpanded: Bool) {
    if !isExpanded, !contains(id) { return }
    let (number, isNew) = numbers.number(of: id)
    if isNew { self.isExpanded.append(false) }
    if self.isExpanded[number] == isExpanded { return }
    self.isExpanded[number] = isExpanded
    count += isExpanded ? 1 : -1
    if self.isExpanded.count > 64, count < self.isExpanded.count / 4 {
      let kept = all
      self = ExpandedNodes()
      for id in kept { set(id, true) }
    }
  }

  @inlinable var all: [Identity] { zip(numbers.identities, isExpanded).filter(\.1).map(\.0) }
}

extension ExpandedNodes: Sendable {}
