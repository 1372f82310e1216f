/// Finds rows by identity, and follows its table from edit to edit.
///
/// Making one costs a pass over all rows, and some memory for each; following costs what has changed. Where hashes of
/// identities collide too often to be of use, rows are looked for one by one.
@usableFromInline package struct RowIndex<Section: Diffable, Row: Diffable> {
  @usableFromInline package var source: TableSnapshot<Section, Row>
  @usableFromInline package var list = ListOrder()
  /// For each section, a token for each of its rows.
  @usableFromInline package var tokens: [ListOrder.Tokens] = []
  @usableFromInline package var sectionList = ListOrder()
  @usableFromInline package var sectionTokens = ListOrder.Tokens()
  /// For each token its row's identity and the token of its section; those that are not in use have no identity.
  @usableFromInline package var owners: ContiguousArray<(identity: Row.Identity?, section: ListOrder.Token)> = []
  @usableFromInline package var slots: IdentityTable
  @usableFromInline package var room = 0

  /// Creates the index of a table.
  ///
  /// - Complexity: O(*n*).
  @inlinable package init(_ table: TableSnapshot<Section, Row>) {
    source = table
    slots = IdentityTable(capacity: 1, identities: 0)
    reset()
  }

  /// The path of the first row with an identity, or `nil`.
  ///
  /// - Parameters:
  ///   - id: Who the row is.
  ///   - edited: The table, where single edits were told since the last one that the index followed.
  /// - Complexity: O(log² *n*) on average.
  @inlinable package mutating func path(
    of id: Row.Identity, in edited: TableSnapshot<Section, Row>? = nil
  ) -> RowPath? {
    if slots.isExhausted { return (edited ?? source).path(of: id) }
    slots.probesLeft = 4_096
    var best: RowPath?
    var probe = slots.probe(identityHash(id))
    var token = slots.next(&probe)
    while token >= 0 {
      if owners[token].identity == id {
        let section = sectionList.position(of: owners[token].section, in: sectionTokens)
        let row = list.position(of: ListOrder.Token(token), in: tokens[section])
        let path = RowPath(section: section, row: row)
        best = best.map { Swift.min($0, path) } ?? path
      }
      token = slots.next(&probe)
    }
    return slots.isExhausted ? (edited ?? source).path(of: id) : best
  }

  /// The path of the only row with an identity, or nothing inside where there is none.
  ///
  /// - Returns: `nil` where several rows have the identity, or that cannot be told.
  /// - Complexity: O(log² *n*) on average.
  @inlinable package mutating func onlyPath(of id: Row.Identity) -> RowPath?? {
    if slots.isExhausted { return nil }
    slots.probesLeft = 4_096
    var only: Int?
    var probe = slots.probe(identityHash(id))
    var token = slots.next(&probe)
    while token >= 0 {
      if owners[token].identity == id {
        if only != nil { return nil }
        only = token
      }
      token = slots.next(&probe)
    }
    if slots.isExhausted { return nil }
    guard let only else { return .some(nil) }
    let section = sectionList.position(of: owners[only].section, in: sectionTokens)
    return .some(RowPath(section: section, row: list.position(of: ListOrder.Token(only), in: tokens[section])))
  }

  /// Goes on to an edited version of the table.
  ///
  /// - Complexity: That of the difference, which skips what both share, and O(log *n*) for each of its operations.
  @inlinable package mutating func follow(to table: TableSnapshot<Section, Row>) {
    if !table.rope.isIdentical(to: source.rope) { follow(table.difference(from: source)) }
  }

  /// Goes on by a changeset that begins with the table as it was.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations; O(*m*) for the *m* rows of a section that moves, O(*s*) for *s*
  ///   sections where one comes, goes or moves.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) {
    guard let change = changeset.unstaged(from: source), !slots.isExhausted else {
      source = changeset.target
      return reset()
    }
    slots.probesLeft = 64 * Swift.max(room, 64)
    let before = sectionTokens
    let target = changeset.target.rope
    for index in change.deletedSections {
      forget(tokens[index])
      sectionList.release(CollectionOfOne(before[index]))
    }
    let leaving = (change.deletedSections + change.movedSections.map(\.from)).ascending()
    sectionTokens.remove(at: leaving)
    let arriving = (change.insertedSections + change.movedSections.map(\.to)).ascending()
    for move in change.movedSections { sectionList.release(CollectionOfOne(before[move.from])) }
    let new = Dictionary(uniqueKeysWithValues: zip(arriving, sectionList.insert(arriving, into: &sectionTokens)))
    tokens = tokens.rearranged(
      leaving: change.deletedSections + change.movedSections.map(\.from),
      arriving: change.movedSections.map { (place: $0.to, element: tokens[$0.from]) }
        + change.insertedSections.map { (place: $0, element: ListOrder.Tokens()) })
    for index in change.insertedSections { tokens[index] = entered(target[index].rows, in: new[index] ?? 0) }
    // Rows know their section by its token, which is a new one for a section that moved.
    for move in change.movedSections {
      let section = new[move.to] ?? 0
      for token in tokens[move.to] { owners[Int(token)].section = section }
    }
    for section in change.sections {
      takeOut(section.leaving, from: section.new)
      let rows = target[section.new].rows.rope
      putIn(section.arrivals.map(\.row), of: section.new) { rows[$0].identity }
    }
    source = changeset.target
    if room <= 0 { fillSlots() }
  }

  // MARK: - Single edits

  /// Goes on by rows that were inserted at a path.
  ///
  /// The source stays what it is.
  ///
  /// - Complexity: O(*m* + log *n*) for *m* rows, on average.
  @inlinable package mutating func insert(_ rows: [Row], at path: RowPath) {
    if !slots.isExhausted { slots.probesLeft = 64 * Swift.max(rows.count, 64) }
    putIn(Array(path.row..<path.row + rows.count), of: path.section) { rows[$0 - path.row].identity }
    if room <= 0 { fillSlots() }
  }

  /// Goes on by rows that were removed, given by ascending paths.
  ///
  /// The source stays what it is.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows that are few, else O(*n*).
  @inlinable package mutating func remove(at paths: [RowPath]) {
    var start = 0
    while start < paths.count {
      let section = paths[start].section
      var end = start
      while end < paths.count, paths[end].section == section { end += 1 }
      takeOut(paths[start..<end].map(\.row), from: section)
      start = end
    }
  }

  @inlinable package mutating func takeOut(_ positions: [Int], from section: Int) {
    forget(positions.map { tokens[section][$0] })
    tokens[section].remove(at: positions)
  }

  /// Enters rows of a section at the positions that they have afterwards; these ascend.
  @inlinable package mutating func putIn(_ positions: [Int], of section: Int, _ identity: (Int) -> Row.Identity) {
    let arrived = list.insert(positions, into: &tokens[section])
    growOwners()
    let owner = sectionTokens[section]
    for (position, token) in zip(positions, arrived) { enter(token, identity(position), in: owner) }
  }

  @inlinable package mutating func reset() {
    list = ListOrder()
    owners = []
    sectionList = ListOrder()
    sectionTokens = ListOrder.Tokens(sectionList.list(count: source.rope.count))
    room = .max
    tokens = []
    for (section, token) in zip(source.rope, sectionTokens) { tokens.append(entered(section.rows, in: token)) }
    fillSlots()
  }

  /// Enters the rows of a new section.
  @inlinable package mutating func entered(_ rows: SectionRows<Row>, in section: ListOrder.Token) -> ListOrder.Tokens {
    let tokens = list.list(count: rows.count)
    growOwners()
    for (token, row) in zip(tokens, rows) { enter(token, row.identity, in: section) }
    return ListOrder.Tokens(tokens)
  }

  @inlinable package mutating func growOwners() {
    let free: (identity: Row.Identity?, section: ListOrder.Token) = (nil, 0)
    owners.append(contentsOf: repeatElement(free, count: list.capacity - owners.count))
  }

  @inlinable package mutating func enter(
    _ token: ListOrder.Token, _ identity: Row.Identity, in section: ListOrder.Token
  ) {
    owners[Int(token)] = (identity, section)
    // While all are entered, and when there is no more room, the slots are filled afterwards.
    if room == .max { return }
    room -= 1
    if room > 0 { fill(token, identity) }
  }

  @inlinable package mutating func fill(_ token: ListOrder.Token, _ identity: Row.Identity) {
    var probe = slots.probe(identityHash(identity))
    while slots.next(&probe) >= 0 {}
    if !slots.isExhausted { slots.insert(Int(token), at: probe) }
  }

  /// Fills the slots again; those of rows that have gone are freed.
  @inlinable package mutating func fillSlots() {
    room = list.capacity + 64
    slots = IdentityTable(capacity: 2 * room, identities: 2 * room)
    for (token, owner) in owners.enumerated() {
      if let identity = owner.identity { fill(ListOrder.Token(token), identity) }
    }
    if !slots.isExhausted { slots.probesLeft = Swift.max(slots.probesLeft, 64 * room) }
  }

  @inlinable package mutating func forget(_ gone: some Sequence<ListOrder.Token>) {
    for token in gone { owners[Int(token)].identity = nil }
    list.release(gone)
  }
}

extension RowIndex: Sendable where Section: Sendable, Row: Sendable {}
