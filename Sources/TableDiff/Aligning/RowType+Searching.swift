/// Searches for many rows by identity. The code is compiled once.
extension RowType {
  /// Returns the positions of rows by identity, using the first of several rows that share an identity.
  ///
  /// - Parameters:
  ///   - segments: All rows, starting at position zero.
  @usableFromInline package func positions(in segments: [Segment], count: Int) -> IdentityTable {
    var positions = IdentityTable(capacity: count, identities: count)
    withRoom(for: _RowQuestion.limit, of: UInt32.self) { hashes in
      for segment in segments {
        var index = 0
        while index < segment.count, !positions.isExhausted {
          let size = min(_RowQuestion.limit, segment.count - index)
          hash(segment, index, count: size, into: hashes, areQuick: false)
          let first = Int(segment.position) + index
          var taken = positions.insert(first, hashes: hashes, count: size)
          while taken != 0 {
            let number = taken.trailingZeroBitCount
            enter(first + number, segment.row(index + number, stride: stride), hashes[number], in: segments, &positions)
            taken &= taken &- 1
          }
          index += size
        }
      }
    }
    return positions
  }

  private func enter(
    _ position: Int, _ row: UnsafeRawPointer, _ hash: UInt32, in segments: [Segment], _ positions: inout IdentityTable
  ) {
    var probe = positions.probe(hash)
    var found = positions.next(&probe)
    while found >= 0 {
      let other = segments[segments.partitioningIndex { $0.position > found } - 1]
      if haveEqualIdentities(other.row(found - Int(other.position), stride: stride), row) { return }
      found = positions.next(&probe)
    }
    if !positions.isExhausted { positions.insert(position, at: probe) }
  }

  /// Looks up the identities of a segment's rows in a table of identities.
  ///
  /// - Parameter isSame: A closure that returns whether the row at an index of the segment has the identity with the
  ///   given number. It is called for equal hashes until it returns `true`.
  @usableFromInline package func find(
    _ segment: Segment, in identities: IdentityTable, isSame: (_ index: Int, _ number: Int) -> Bool
  ) {
    withRoom(for: _RowQuestion.limit, of: UInt32.self) { hashes in
      var index = 0
      while index < segment.count {
        let size = min(_RowQuestion.limit, segment.count - index)
        hash(segment, index, count: size, into: hashes, areQuick: false)
        var taken = identities.collisions(hashes, count: size)
        while taken != 0 {
          let row = taken.trailingZeroBitCount
          var probe = identities.probe(hashes[row])
          var probesLeft = Int.max
          var number = identities.next(&probe, &probesLeft)
          while number >= 0, !isSame(index + row, number) { number = identities.next(&probe, &probesLeft) }
          taken &= taken &- 1
        }
        index += size
      }
    }
  }
}
