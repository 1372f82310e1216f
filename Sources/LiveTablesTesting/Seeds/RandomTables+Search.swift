public import LiveTablesCells

/// The smallest pair of tables for which a check failed, along with the seed that reproduces the failure.
package struct FailingPair: Error, Sendable, CustomStringConvertible {
  package let seed: UInt64
  package let old: SampleTable
  package let new: SampleTable
  package let error: any Error

  package var description: String { "seed \(seed): \(error)\nold \(old)\nnew \(new)" }
}

extension RandomTables {
  /// Generates a pair of tables for each seed until a check throws an error, and then shrinks the failing pair.
  ///
  /// ```swift
  /// if let failure = RandomTables.firstFailure(seeds: 0..<1_000, check) { Issue.record(failure) }
  /// ```
  ///
  /// - Parameters:
  ///   - seeds: The seeds of the pairs.
  ///   - kind: The size of the tables and the number of edits.
  ///   - check: A deterministic closure that throws an error if it finds a problem.
  /// - Returns: The smallest failing pair, its seed and the error, or `nil` if all checks succeed.
  public static func firstFailure(
    seeds: some Sequence<UInt64>, _ kind: Kind = Kind(),
    _ check: (_ old: SampleTable, _ new: SampleTable) throws -> Void
  ) -> (any Error)? {
    for seed in seeds {
      var tables = RandomTables(seed: seed, kind)
      let (old, new) = tables.pair()
      do {
        try check(old, new)
      } catch {
        return smallest(FailingPair(seed: seed, old: old, new: new, error: error), check)
      }
    }
    return nil
  }

  private static func smallest(
    _ failure: FailingPair, _ check: (_ old: SampleTable, _ new: SampleTable) throws -> Void
  ) -> FailingPair {
    var best = failure
    var found = true
    while found {
      found = false
      for (old, new) in simpler(best.old, best.new) {
        do {
          try check(old, new)
        } catch {
          best = FailingPair(seed: failure.seed, old: old, new: new, error: error)
          found = true
          break
        }
      }
    }
    return best
  }

  /// Returns simpler pairs of tables, the simplest ones first.
  private static func simpler(
    _ old: SampleTable, _ new: SampleTable
  ) -> some Sequence<(SampleTable, SampleTable)> {
    let sections = Set((old.sections.map(\.value.id)) + new.sections.map(\.value.id)).sorted()
    let rows = Set(old.map(\.id) + new.map(\.id)).sorted()
    var pairs: [(SampleTable, SampleTable)] = []
    func add(_ one: SampleTable, _ two: SampleTable) {
      if one != old || two != new { pairs.append((one, two)) }
    }
    for id in sections { add(old.without(section: id), new.without(section: id)) }
    for half in [rows.prefix(rows.count / 2), rows.suffix(rows.count / 2)] where rows.count > 3 {
      let half = Set(half)
      add(old.keeping(half.contains), new.keeping(half.contains))
    }
    for id in rows { add(old.keeping { $0 != id }, new.keeping { $0 != id }) }
    for offset in old.indices { add(old.without(offset), new) }
    for offset in new.indices { add(old, new.without(offset)) }
    add(old.withoutContent, new.withoutContent)
    return pairs
  }
}

extension TableSnapshot where Section == SampleSection, Row == SampleRow {
  fileprivate func without(section id: Int) -> SampleTable {
    TableSnapshot(sections: sections.filter { $0.value.id != id })
  }

  fileprivate func keeping(_ isKept: (Int) -> Bool) -> SampleTable {
    TableSnapshot(sections: sections.map { TableSection($0.value, rows: $0.rows.filter { isKept($0.id) }) })
  }

  fileprivate func without(_ offset: Int) -> SampleTable {
    var result = self
    if let path = path(at: offset) { result.remove(at: path) }
    return result
  }

  fileprivate var withoutContent: SampleTable {
    TableSnapshot(
      sections: sections.map { TableSection(SampleSection($0.value.id), rows: $0.rows.map { SampleRow($0.id) }) })
  }
}
