/// An index of a table's rows by identity, which is updated with each edit.
///
/// Creating an index requires a pass over all rows and some memory for each row. Updating an index takes time
/// proportional to the changes. If too many hashes collide, rows are found by scanning.
@usableFromInline package struct RowIndex<Section: Diffable, Row: Diffable> {
  /// The last complete table, without later individual edits.
  @usableFromInline package var source: TableSnapshot<Section, Row>
  @usableFromInline package var tokens: RowTokens
  /// The identity of each token's row, or `nil` for unused tokens, and the token of the row's section.
  @usableFromInline package var owners: ContiguousArray<(identity: Row.Identity?, section: RowTokens.Token)> = []
  @usableFromInline package var slots: IdentityTable
  @usableFromInline package var room = 0
  /// The number of rows of the table in which too many hashes collided, or zero.
  @usableFromInline package var hopelessCount = 0

  @inlinable package init(_ table: TableSnapshot<Section, Row>) {
    source = table
    tokens = RowTokens(rowCounts: [])
    slots = IdentityTable(capacity: 1, identities: 0)
    reset()
  }

  /// Returns the path of the first row with an identity, or `nil` if there is none.
  ///
  /// - Parameter edited: The table with individual edits made since `source`, if there are any.
  /// - Complexity: O(log² *n*) on average.
  @inlinable package func path(
    of id: Row.Identity, in edited: TableSnapshot<Section, Row>? = nil
  ) -> RowPath? {
    knownPath(of: id) ?? (edited ?? source).path(of: id)
  }

  /// Returns the path of the first row with an identity, `.some(nil)` if there is none, or `nil` if hashes collide.
  ///
  /// - Complexity: O(log² *n*) on average.
  @inlinable package func knownPath(of id: Row.Identity) -> RowPath?? {
    var first: RowPath?
    let isKnown = forEachToken(of: id) { token in
      let path = path(ofToken: token)
      first = first.map { Swift.min($0, path) } ?? path
      return true
    }
    return isKnown ? .some(first) : nil
  }

  /// Returns the path of the only row with an identity, or `.some(nil)` if there is none.
  ///
  /// - Returns: `nil` if several rows have the identity, or if too many hashes collide.
  /// - Complexity: O(log² *n*) on average.
  @inlinable package func onlyPath(of id: Row.Identity) -> RowPath?? {
    var (count, last) = (0, 0)
    let isKnown = forEachToken(of: id) { token in
      count += 1
      last = token
      return count == 1
    }
    if !isKnown || count > 1 { return nil }
    return .some(count == 1 ? path(ofToken: last) : nil)
  }

  /// Calls a closure with the token of each row with an identity until the closure returns `false`.
  ///
  /// - Returns: `false` if too many hashes collide.
  @inlinable package func forEachToken(of id: Row.Identity, _ body: (_ token: Int) -> Bool) -> Bool {
    if slots.isExhausted { return false }
    var left = 4_096
    var probe = slots.probe(identityHash(id))
    var token = slots.next(&probe, &left)
    while token >= 0 {
      if owners[token].identity == id, !body(token) { break }
      token = slots.next(&probe, &left)
    }
    return left >= 0
  }

  @inlinable package func path(ofToken token: Int) -> RowPath {
    tokens.path(of: RowTokens.Token(token), in: owners[token].section)
  }

  /// Updates the index for an edited version of the table.
  ///
  /// - Complexity: The cost of a diff, which skips shared parts, plus O(log *n*) for each operation.
  @inlinable package mutating func follow(to table: TableSnapshot<Section, Row>) {
    if table.rope.isIdentical(to: source.rope) { return }
    if slots.isExhausted { restart(with: table) } else { follow(table.difference(from: source)) }
  }

  /// Updates the index using a changeset whose source is the current table.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations, plus O(*m*) for the *m* rows of a moved section, plus O(*s*) for
  ///   *s* sections if sections are inserted, deleted or moved.
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

  /// Creates a new index, unless too many hashes collided in a table with a similar number of rows.
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

  /// Updates the index after rows were inserted, without changing `source`.
  ///
  /// - Complexity: O(*m* + log *n*) for *m* rows, on average.
  @inlinable package mutating func insert(_ rows: [Row], at path: RowPath) {
    // An index with too many collisions stores no positions, and is recreated for the next table.
    if slots.isExhausted { return }
    slots.probesLeft = 64 * Swift.max(rows.count, 64)
    let arrived = tokens.insert(rows.count, at: path)
    growOwners()
    for (row, token) in zip(rows, arrived.rows) { enter(token, row.identity, in: arrived.section) }
    if room <= 0 { fillSlots() }
  }

  /// Updates the index after the rows at ascending paths were removed, without changing `source`.
  ///
  /// - Complexity: O(*k* log *n*) for a small number *k* of rows, otherwise O(*n*).
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
    // If there is no room left, the slots are refilled later.
    room -= 1
    if room > 0 { fill(token, identity) }
  }

  @inlinable package mutating func fill(_ token: RowTokens.Token, _ identity: Row.Identity) {
    var probe = slots.probe(identityHash(identity))
    let tag = probe.tag
    var stale: IdentityTable.Probe?
    var found = slots.next(&probe)
    // A row that is repeatedly inserted and removed must not use a new slot each time.
    while found >= 0, found != Int(token) {
      if stale == nil, owners[found].identity.map({ slots.probe(identityHash($0)).tag }) != tag {
        stale = IdentityTable.Probe(slot: probe.slot - 1, tag: tag)
      }
      found = slots.next(&probe)
    }
    if found < 0, !slots.isExhausted { slots.insert(Int(token), at: stale ?? probe) }
  }

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
