/// Consecutive rows of a section that are replaced by the same number of rows of another table.
@usableFromInline package struct UpdatedRun {
  /// The average length of a run and the gap after it above which replacing slices of a rope is faster.
  @usableFromInline package static var cost: Int { 8 }

  @usableFromInline package var section: Int
  @usableFromInline package var rows: Range<Int>
  @usableFromInline package var target: RowPath

  @inlinable package init(section: Int, rows: Range<Int>, target: RowPath) {
    self.section = section
    self.rows = rows
    self.target = target
  }
}

extension StagePlan {
  @usableFromInline package func sections(updatedIn runs: [UpdatedRun]) -> [Int] {
    Set(updatedSections.map(\.from) + runs.map(\.section)).ascending()
  }

  /// Returns the runs of updated rows, in order.
  ///
  /// If most rows of a section are updated, a run includes the unchanged rows between them.
  @usableFromInline package func updatedRuns(_ rowCount: (Int) -> Int) -> [UpdatedRun] {
    var runs: [UpdatedRun] = []
    lazy var leaving = PathMap.bySection(structure.deletedRows + structure.movedRows.map(\.from))
    updatedRows.forEachSection(by: { $0.from }) { section, run in
      var found = joined(run.indices) { $1 == $0 + 1 }
      if found.count > 4, found.count * UpdatedRun.cost > rowCount(section) {
        let leaving = leaving[section] ?? IndexList([])
        found = joined(run.indices) { leaving.count(below: $1 + 1) == leaving.count(below: $0) }
      }
      runs += found
    }
    return runs
  }

  /// Returns the runs of updated rows in a section, joining runs that are equally far apart in the target.
  private func joined(_ numbers: Range<Int>, where isUnbroken: (_ row: Int, _ next: Int) -> Bool) -> [UpdatedRun] {
    var runs: [UpdatedRun] = []
    for number in numbers {
      let (path, target) = (updatedRows[number].from, updatedRows[number].to)
      if let last = runs.last, target.section == last.target.section,
        target.row - last.target.row == path.row - last.rows.lowerBound, isUnbroken(last.rows.upperBound - 1, path.row)
      {
        runs[runs.count - 1].rows = last.rows.lowerBound..<path.row + 1
      } else {
        runs.append(UpdatedRun(section: path.section, rows: path.row..<path.row + 1, target: target))
      }
    }
    return runs
  }
}

extension Rope {
  /// Returns the rope with runs of its elements replaced by elements of other ropes.
  ///
  /// - Parameters:
  ///   - runs: The runs to replace, in ascending order of position.
  ///   - source: A closure that returns the rope of a section in the other table.
  /// - Complexity: O(*k* log *n*), without copying elements, for a small number *k* of runs, otherwise O(*n*).
  @inlinable package func replacing(_ runs: ArraySlice<UpdatedRun>, from source: (_ section: Int) -> Rope) -> Rope {
    var leaves: [ArraySlice<Element>] = []
    leaves.reserveCapacity(2 * runs.count + 1)
    var end = 0
    var other = self
    var section = -1
    for run in runs {
      if run.target.section != section {
        section = run.target.section
        other = source(section)
      }
      if end < run.rows.lowerBound { Self.collectLeaves(in: end..<run.rows.lowerBound, of: root, at: 0, &leaves) }
      let taken = run.target.row..<run.target.row + run.rows.count
      Self.collectLeaves(in: taken, of: other.root, at: 0, &leaves)
      end = run.rows.upperBound
    }
    if end < count { Self.collectLeaves(in: end..<count, of: root, at: 0, &leaves) }
    if leaves.count * UpdatedRun.cost > count {
      var all: [Element] = []
      all.reserveCapacity(count)
      for leaf in leaves { all += leaf }
      return Rope(all)
    }
    let adoptedCount = leaves.reduce(0) { $1.count > Self.leafCapacity ? $0 + $1.count : $0 }
    return Rope(leaves: ContiguousArray(leaves.lazy.map { .leaf($0) }), adopted: Adopted(adoptedCount))
  }
}
