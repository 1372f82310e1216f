/// The sections of two tables that do not share storage, represented by integers for their identities.
///
/// Because identities are integers, the alignment of sections is compiled only once.
@usableFromInline package struct SectionGaps {
  /// The sections of the old table, followed by those of the new table.
  @usableFromInline package private(set) var nodes: [SectionNode] = []
  /// A number for each section, or -1 if it is not known yet.
  ///
  /// Sections with equal numbers have equal identities.
  @usableFromInline package var numbers: [Int] = []

  /// The sections between two consecutive runs that the tables share.
  @usableFromInline package struct Gap {
    @usableFromInline package var old: Range<Int>
    @usableFromInline package var new: Range<Int>
    /// The positions, in their tables, of the first sections between the runs.
    var start: (old: Int, new: Int)
  }
  @usableFromInline package private(set) var gaps: [Gap] = []
  private var shared: [Run] = []

  @usableFromInline package init(_ old: NodeList, _ new: NodeList) {
    let (old, new) = (old.nodes, new.nodes)
    var news: [SectionNode] = []
    var start = (old: 0, new: 0)
    for run in old.runs(sharedWith: new) + [Run(old: Int32(old.count), new: Int32(new.count), count: 0, isShared: true)]
    {
      let ones = Self.joined(old.leaves(in: start.old..<Int(run.old)))
      let twos = Self.joined(new.leaves(in: start.new..<Int(run.new)))
      // An edit copies the list of nodes, but not the nodes themselves.
      let size = min(ones.count, twos.count)
      var front = 0
      while front < size, ones[ones.startIndex + front] === twos[twos.startIndex + front] { front += 1 }
      var back = 0
      while back < size - front, ones[ones.endIndex - 1 - back] === twos[twos.endIndex - 1 - back] { back += 1 }
      share(start.old, start.new, front)
      let before = (old: nodes.count, new: news.count)
      nodes += ones.dropFirst(front).dropLast(back)
      news += twos.dropFirst(front).dropLast(back)
      if nodes.count > before.old || news.count > before.new {
        gaps.append(
          Gap(
            old: before.old..<nodes.count, new: before.new..<news.count,
            start: (start.old + front, start.new + front)))
      }
      share(Int(run.old) - back, Int(run.new) - back, back)
      share(Int(run.old), Int(run.new), Int(run.count))
      start = (Int(run.old + run.count), Int(run.new + run.count))
    }
    for index in gaps.indices {
      gaps[index].new = gaps[index].new.lowerBound + nodes.count..<gaps[index].new.upperBound + nodes.count
    }
    nodes += news
    numbers = [Int](repeating: -1, count: nodes.count)
  }

  /// Joins leaves without copying in the common case of a single leaf.
  private static func joined(_ leaves: [ArraySlice<SectionNode>]) -> ArraySlice<SectionNode> {
    if leaves.count == 1 { return leaves[0] }
    var all: [SectionNode] = []
    for leaf in leaves { all += leaf }
    return all[...]
  }

  private mutating func share(_ old: Int, _ new: Int, _ count: Int) {
    if count > 0 { shared.append(Run(old: Int32(old), new: Int32(new), count: Int32(count), isShared: true)) }
  }

  /// Returns the pairs of sections with equal numbers, or `nil` if hashes collide too often.
  ///
  /// The returned pairing does not list content changes.
  @usableFromInline package func pairing(while shouldContinue: () -> Bool) throws(DiffCancellation) -> SectionPairing? {
    defer { withExtendedLifetime(numbers) {} }
    var aligner = Aligner(RowType(Int.self))
    aligner.alignment.begin()
    var runs = shared[...]
    for gap in gaps {
      while let run = runs.first, run.old < gap.start.old || run.new < gap.start.new {
        aligner.alignment.append(runs.removeFirst())
      }
      try aligner.align(
        Segment(numbers[gap.old], at: gap.start.old), Segment(numbers[gap.new], at: gap.start.new),
        while: shouldContinue)
    }
    for run in runs { aligner.alignment.append(run) }
    guard let matching = try aligner.matching(while: shouldContinue) else { return nil }
    return SectionPairing(aligner.alignment, matching)
  }

  /// Assigns equal numbers to sections with equal identities.
  ///
  /// The ends of each gap are compared and paired in place. The remaining sections are hashed if both sides have any.
  ///
  /// - Parameters:
  ///   - areEqual: A closure that returns whether two sections have equal identities.
  ///   - hash: A closure that returns the hash of a section's identity.
  /// - Returns: `false` if hashes collide too often.
  @usableFromInline package mutating func number(
    areEqual: (Int, Int) -> Bool, hash: (Int) -> UInt32, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) -> Bool {
    // The number of identities visited since the last check for cancellation.
    var unchecked = 512
    func poll() throws(DiffCancellation) {
      unchecked += 1
      if unchecked < 512 { return }
      unchecked = 0
      try DiffCancellation.unless(shouldContinue)
    }
    var rest = (old: 0, new: 0)
    for gap in gaps {
      var (olds, news) = (gap.old, gap.new)
      while let one = olds.first, let two = news.first {
        try poll()
        if !areEqual(one, two) { break }
        (numbers[one], numbers[two]) = (one, one)
        (olds, news) = (olds.dropFirst(), news.dropFirst())
      }
      while let one = olds.last, let two = news.last {
        try poll()
        if !areEqual(one, two) { break }
        (numbers[one], numbers[two]) = (one, one)
        (olds, news) = (olds.dropLast(), news.dropLast())
      }
      rest.old += olds.count
      rest.new += news.count
    }
    if rest.old == 0 || rest.new == 0 {
      for index in nodes.indices where numbers[index] < 0 { numbers[index] = index }
      return true
    }
    var table = IdentityTable(capacity: nodes.count, identities: nodes.count)
    for index in nodes.indices where numbers[index] < 0 {
      var probe = table.probe(hash(index))
      var found = table.next(&probe)
      // Identities that are not equal to themselves are skipped, because many of them would all collide.
      var isEqualToItself: Bool?
      try poll()
      while found >= 0 {
        try poll()
        if areEqual(found, index) { break }
        let isLookedFor = isEqualToItself ?? areEqual(index, index)
        isEqualToItself = isLookedFor
        found = isLookedFor ? table.next(&probe) : -1
      }
      if table.isExhausted { return false }
      if found < 0, isEqualToItself != false { table.insert(index, at: probe) }
      numbers[index] = found < 0 ? index : found
    }
    return true
  }
}

extension SectionPairing {
  /// Finds the sections whose values have changed.
  ///
  /// - Parameters:
  ///   - hasSameContent: A closure that returns whether the values of two paired sections have the same content.
  @usableFromInline package mutating func update(
    from old: NodeList, to new: NodeList, hasSameContent: (SectionNode, SectionNode) -> Bool,
    while shouldContinue: () -> Bool
  ) throws(DiffCancellation) {
    var (olds, news) = (NodeList.Finder(old), NodeList.Finder(new))
    for (index, pair) in pairs.enumerated() {
      if index % 512 == 0 { try DiffCancellation.unless(shouldContinue) }
      let (one, two) = (olds.node(at: Int(pair.old)), news.node(at: Int(pair.new)))
      if one !== two, !hasSameContent(one, two) { updates.append(pair) }
    }
  }
}

extension TableSnapshot {
  /// Pairs the sections with the sections of another table by identity, or returns `nil` if hashes collide too often.
  ///
  /// Only the comparisons are compiled for the section type.
  @inlinable package func alignSections(
    from old: TableSnapshot, while shouldContinue: () -> Bool
  ) throws(DiffCancellation) -> SectionPairing? {
    var gaps = SectionGaps(old.rope.nodes, rope.nodes)
    let nodes = gaps.nodes
    func identity(_ index: Int) -> Section.Identity { Storage.node(nodes[index]).section.value.identity }
    let areNumbered = try gaps.number(
      areEqual: { identity($0) == identity($1) }, hash: { identityHash(identity($0)) }, while: shouldContinue)
    guard areNumbered, var pairing = try gaps.pairing(while: shouldContinue) else { return nil }
    try pairing.update(
      from: old.rope.nodes, to: rope.nodes,
      hasSameContent: { Storage.node($0).section.value.hasSameContent(as: Storage.node($1).section.value) },
      while: shouldContinue)
    return pairing
  }
}
