extension Rope.Node {
  @inlinable package var slice: ArraySlice<Element> { if case .leaf(let slice) = self { slice } else { [] } }

  @inlinable package var count: Int {
    switch self {
    case .leaf(let slice): slice.count
    case .branch(let branch): branch.ends[branch.ends.count - 1]
    }
  }

  /// Passes the last element, if there is one, to a function without copying it.
  @inlinable package func lendLast<Result>(to body: (borrowing Element) -> Result) -> Result? {
    switch self {
    case .leaf(let slice): slice.isEmpty ? nil : slice.span.lend(slice.count - 1, to: body)
    case .branch(let branch): branch.children[branch.children.count - 1].lendLast(to: body)
    }
  }

  @inlinable package var weight: Int {
    if Weight.isZero { return 0 }
    switch self {
    case .leaf(let slice): return slice.reduce(0) { $0 + Weight.weight(of: $1) }
    case .branch(let branch): return branch.weightEnds[branch.weightEnds.count - 1]
    }
  }

  @inlinable package var digest: Weight.Digest? {
    switch self {
    case .leaf(let slice): Weight.digest(of: slice)
    case .branch(let branch): Weight.digest(of: branch.digests)
    }
  }

  @inlinable package var height: Int {
    switch self {
    case .leaf: 0
    case .branch(let branch): branch.height
    }
  }
}
