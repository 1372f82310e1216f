/// The sections of a table, in order, stored as objects that tables can share.
@usableFromInline package struct SectionList<Section: Diffable, Row: Diffable> {
  @usableFromInline package typealias Element = TableSection<Section, Row>

  @usableFromInline package final class Node: SectionNode {
    // This property changes only in a node with a single reference, so no other code can observe the change.
    @exclusivity(unchecked) @usableFromInline package nonisolated(unsafe) var section: Element

    @inlinable package init(_ section: Element) {
      self.section = section
      super.init(rowCount: section.rows.rope.count)
    }
  }

  @usableFromInline package var nodes: NodeList

  @inlinable package init(_ sections: some Sequence<Element>) { nodes = NodeList(sections.map { Node($0) }) }

  @inlinable package init(_ section: Element) { nodes = NodeList(Node(section)) }

  @inlinable package init(_ node: Node) { nodes = NodeList(node) }

  @inlinable package static func node(_ node: SectionNode) -> Node { unsafeDowncast(node, to: Node.self) }

  @inlinable package var count: Int { nodes.count }

  @inlinable package var weight: Int { nodes.weight }

  @inlinable package subscript(position: Int) -> Element {
    _read { yield Self.node(nodes.node(at: position)).section }
  }

  /// Returns the section that contains the row at an offset across all sections, and the row's index in the section.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func find(weight: Int) -> (position: Int, rest: Int) { nodes.find(weight: weight) }

  @inlinable package func weight(before position: Int) -> Int { nodes.weight(before: position) }

  @inlinable package func isIdentical(to other: SectionList) -> Bool { nodes.isIdentical(to: other.nodes) }

  /// Replaces the sections in a range of the list.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* sections.
  @inlinable package mutating func replace(_ range: Range<Int>, with sections: [Element]) {
    nodes.replace(range, with: sections.map { Node($0) })
  }

  @inlinable package mutating func remove(at positions: [Int]) { nodes.remove(at: positions) }

  @inlinable package mutating func insert(_ arrivals: [(position: Int, element: Element)]) {
    nodes.insert(arrivals.map { ($0.position, Node($0.element)) })
  }

  /// Changes a section of the list, in place if no other list contains the section.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package mutating func update(at position: Int, _ change: (inout Element) -> Void) {
    nodes.update(at: position) { node in
      if isKnownUniquelyReferenced(&node) {
        let node = Self.node(node)
        node.forgetSearches()
        change(&node.section)
        node.rowCount = node.section.rows.rope.count
      } else {
        var section = Self.node(node).section
        change(&section)
        node = Node(section)
      }
    }
  }
}

extension SectionList: Sequence {
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline package var nodes: NodeList.Iterator

    @inlinable package init(_ nodes: NodeList) { self.nodes = NodeList.Iterator(nodes) }

    @inlinable package mutating func next() -> Element? { nodes.next().map { node($0).section } }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(nodes) }
  @inlinable package var underestimatedCount: Int { count }
}

// Shared nodes never change.
extension SectionList: @unchecked Sendable where Section: Sendable, Row: Sendable {}

extension SectionList: Equatable where Section: Equatable, Row: Equatable {
  /// - Complexity: O(*n*), excluding shared storage.
  @inlinable package static func == (one: SectionList, two: SectionList) -> Bool {
    one.nodes.nodes.isEqual(to: two.nodes.nodes) { $0 === $1 || node($0).section == node($1).section }
  }
}

extension SectionList: Hashable where Section: Hashable, Row: Hashable {
  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for section in self { hasher.combine(section) }
  }
}
