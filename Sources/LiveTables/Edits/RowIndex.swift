/// Finds rows by identity, and follows its table from edit to edit.
///
/// Making one costs a pass over all rows, and some memory for each; following costs what has changed. Where hashes of
/// identities collide too often to be of use, rows are looked for one by one.
@usableFromInline package struct RowIndex<Section: Diffable, Row: Diffable> {
  /// The table that was followed last; single edits that were told since then are not in it.
  @usableFromInline package var source: TableSnapshot<Section, Row>
  @usableFromInline package var tokens: RowTokens
  /// For each token its row's identity and the token of its section; those that are not in use have no identity.
  @usableFromInline package var owners: ContiguousArray<(identity: Row.Identity?, section: RowTokens.Token)> = []
  @usableFromInline package var slots: IdentityTable
  @usableFromInline package var room = 0
  /// How many rows there were when the hashes of all collided too often; zero if they did not.
  @usableFromInline package var hopelessCount = 0

  /// Creates the index of a table.
  ///
  /// - Complexity: O(*n*).
  @inlinable package init(_ table: TableSnapshot<Section, Row>) {
    source = table
    tokens = RowTokens(rowCounts: [])
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
    knownPath(of: id) ?? (edited ?? source).path(of: id)
  }

  /// The path of the first row with an identity, or nothing inside where there is none.
  ///
  /// - Returns: `nil` where hashes collide too often to tell.
  /// - Complexity: O(log² *n*) on average.
  @inlinable package mutating func knownPath(of id: Row.Identity) -> RowPath?? {
    if slots.isExhausted { return nil }
    var left = 4_096
    var best: RowPath?
    var probe = slots.probe(identityHash(id))
    var token = slots.next(&probe, &left)
    while token >= 0 {
      if owners[token].identity == id {
        let path = tokens.path(of: RowTokens.Token(token), in: owners[token].section)
        best = best.map { Swift.min($0, path) } ?? path
      }
      token = slots.next(&probe, &left)
    }
    return left < 0 ? nil : .some(best)
  }

  /// The path of the only row with an identity, or nothing inside where there is none.
  ///
  /// - Returns: `nil` where several rows have the identity, or that cannot be told.
  /// - Complexity: O(log² *n*) on average.
  @inlinable package mutating func onlyPath(of id: Row.Identity) -> RowPath?? {
    if slots.isExhausted { return nil }
    var left = 4_096
    var only: Int?
    var probe = slots.probe(identityHash(id))
    var token = slots.next(&probe, &left)
    while token >= 0 {
      if owners[token].identity == id {
        if only != nil { return nil }
        only = token
      }
      token = slots.next(&probe, &left)
    }
    if left < 0 { return nil }
    guard let only else { return .some(nil) }
    return .some(tokens.path(of: RowTokens.Token(only), in: owners[only].section))
  }

  /// Goes on to an edited version of the table.
  ///
  /// - Complexity: That of the difference, which skips what both share, and O(log *n*) for each of its operations.
  @inlinable package mutating func follow(to table: TableSnapshot<Section, Row>) {
    if table.rope.isIdentical(to: source.rope) { return }
    if slots.isExhausted { restart(with: table) } else { follow(table.difference(from: source)) }
  }

  /// Goes on by a changeset that begins with the table as it was.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations; O(*m*) for the *m* rows of a section that moves, O(*s*) for *s*
  ///   sections where one comes, goes or moves.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) {
    guard !slots.isExhausted, let change = changeset.unstaged(from: source) else {
      return restart(with: changeset.target)
    }
    slots.probesLeft = 64 * Swift.max(room, 64)
    let target = changeset.target.storage
    let followed = tokens.follow(change, to: target.nodes)
    forget(followed.gone)
    for row in followed.moved { owners[Int(row.token)].section = row.section }
    growOwners()
    for row in followed.arrived {
      enter(row.token, target[row.path.section].rows.rope[row.path.row].identity, in: row.section)
    }
    source = changeset.target
    if room <= 0 { fillSlots() }
  }

  /// Begins again with a table; while it is of no use, not before the table has twice or half as many rows.
  @inlinable package mutating func restart(with table: TableSnapshot<Section, Row>) {
    source = table
    let count = table.count
    if hopelessCount == 0 || count >= 2 * hopelessCount || 2 * count <= hopelessCount { reset() }
  }

  @inlinable package mutating func reset() {
    tokens = RowTokens(rowCounts: source.rowCounts)
    owners = []
    owners.reserveCapacity(tokens.capacity)
    source.forEachIdentity { path, identity in owners.append((identity, RowTokens.Token(path.section))) }
    fillSlots()
    hopelessCount = slots.isExhausted ? source.count : 0
  }

  // MARK: - Single edits

  /// Goes on by rows that were inserted at a path.
  ///
  /// The source stays what it is.
  ///
  /// - Complexity: O(*m* + log *n*) for *m* rows, on average.
  @inlinable package mutating func insert(_ rows: [Row], at path: RowPath) {
    // One of no use knows no places; it begins again with the table that it follows next.
    if slots.isExhausted { return }
    slots.probesLeft = 64 * Swift.max(rows.count, 64)
    let arrived = tokens.insert(rows.count, at: path)
    growOwners()
    for (row, token) in zip(rows, arrived.rows) { enter(token, row.identity, in: arrived.section) }
    if room <= 0 { fillSlots() }
  }

  /// Goes on by rows that were removed, given by ascending paths.
  ///
  /// The source stays what it is.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows that are few, else O(*n*).
  @inlinable package mutating func remove(at paths: [RowPath]) {
    if !slots.isExhausted { forget(tokens.remove(at: paths)) }
  }

  @inlinable package mutating func growOwners() {
    let free: (identity: Row.Identity?, section: RowTokens.Token) = (nil, 0)
    owners.append(contentsOf: repeatElement(free, count: tokens.capacity - owners.count))
  }

  @inlinable package mutating func enter(
    _ token: RowTokens.Token, _ identity: Row.Identity, in section: RowTokens.Token
  ) {
    owners[Int(token)] = (identity, section)
    // When there is no more room, the slots are filled afterwards.
    room -= 1
    if room > 0 { fill(token, identity) }
  }

  @inlinable package mutating func fill(_ token: RowTokens.Token, _ identity: Row.Identity) {
    var probe = slots.probe(identityHash(identity))
    let tag = probe.tag
    var stale: IdentityTable.Probe?
    var found = slots.next(&probe)
    // A row that comes and goes again and again must not take another slot each time.
    while found >= 0, found != Int(token) {
      if stale == nil, owners[found].identity.map({ slots.probe(identityHash($0)).tag }) != tag {
        stale = IdentityTable.Probe(slot: probe.slot - 1, tag: tag)
      }
      found = slots.next(&probe)
    }
    if found < 0, !slots.isExhausted { slots.insert(Int(token), at: stale ?? probe) }
  }

  /// Fills the slots again; those of rows that have gone are freed.
  @inlinable package mutating func fillSlots() {
    room = tokens.capacity + 64
    slots = IdentityTable(capacity: 2 * room, identities: 2 * room)
    for (token, owner) in owners.enumerated() {
      if let identity = owner.identity { fill(RowTokens.Token(token), identity) }
    }
    if !slots.isExhausted { slots.probesLeft = Swift.max(slots.probesLeft, 64 * room) }
  }

  @inlinable package mutating func forget(_ gone: [RowTokens.Token]) {
    for token in gone { owners[Int(token)].identity = nil }
  }
}

extension RowIndex: Sendable where Section: Sendable, Row: Sendable {}
