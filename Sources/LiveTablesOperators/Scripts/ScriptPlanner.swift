import LiveTables

/// Turns what the steps of a script come to into stages.
///
/// Sections and rows pair as the steps have them stay and move; from there on they are planned like a difference.
struct ScriptPlanner {
  private let replay: ScriptReplay

  init(_ replay: ScriptReplay) { self.replay = replay }

  /// The stages.
  ///
  /// - Throws: What is not as the target has it: the number of sections or rows, or the place of what is new or updated.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* steps.
  func plan() throws(BatchError) -> StagePlan {
    let sections = try pairedSections()
    var rows = Alignment()
    var origins: [Strip] = []
    for pair in sections.pairs {
      if let list = replay.rows[Int(pair.old)] {
        try checkCount(list.count, of: Int(pair.new))
        origins += rows.align(list, with: Int(pair.old), count: replay.before[Int(pair.old)])
        try appendUpdates(to: &rows, pair)
      } else {
        try checkCount(replay.before[Int(pair.old)], of: Int(pair.new))
        rows.begin()
      }
    }
    let matching = try matching(rows, origins, sections.pairs)
    return StagePlanner.plan(
      sections, rows: rows, matching: matching, sectionCount: (replay.before.count, replay.after.count))
  }

  // MARK: - Sections

  private func pairedSections() throws(BatchError) -> SectionPairing {
    let count = replay.sections.count
    if count != replay.after.count {
      throw BatchError(.r6, "the steps lead to \(count) sections, but there are \(replay.after.count) in the target")
    }
    var lists = Alignment()
    let origins = lists.align(replay.sections, with: 0, count: replay.before.count)
    var numbers: [Int: Int32] = [:]
    for (index, old) in lists.oldLeft.enumerated() { numbers[Int(old)] = Int32(index) }
    var pairs: [Int32] = []
    var changed: [Int32] = []
    for (index, origin) in origins.enumerated() {
      let place = Int(lists.newLeft[index])
      if origin.start >= replay.before.count { try checkNewSection(origin.start, at: place) }
      if let stated = replay.updatedSections[origin.start] {
        try Self.check(stated == place, .r1, "section \(origin.start)", "\(stated)", "\(place)")
        changed.append(Int32(index))
      }
      pairs.append(numbers[origin.start] ?? -1)
    }
    for (old, stated) in replay.updatedSections.sorted(on: { $0.key }) {
      guard let place = lists.runs.place(of: old) else { continue }
      try Self.check(stated == place, .r1, "section \(old)", "\(stated)", "\(place)")
      lists.updates.append(Pair(old: Int32(old), new: Int32(place)))
    }
    return SectionPairing(lists, Matching(pairs: pairs, oldCount: lists.oldLeft.count, changed: changed))
  }

  /// A new section comes with the rows that it has in the target; those that steps put there have to be the same.
  private func checkNewSection(_ number: Int, at place: Int) throws(BatchError) {
    let stated = replay.born[number - replay.before.count]
    try Self.check(stated == place, .r4, "a new section", "\(stated)", "\(place)")
    guard let list = replay.rows[number] else { return }
    try checkCount(list.count, of: place)
    var row = 0
    for strip in list.strips.contents {
      if strip.isNew { try checkNewRow(strip, at: RowPath(section: place, row: row)) }
      row += strip.count
    }
  }

  // MARK: - Rows

  private func appendUpdates(to rows: inout Alignment, _ pair: Pair) throws(BatchError) {
    guard let updates = replay.updatedRows[Int(pair.old)] else { return }
    let runs = rows.runs[(rows.marks.last?.runs ?? 0)...]
    for (old, stated) in updates.sorted(on: { $0.key }) {
      guard let row = runs.place(of: old) else { continue }
      let place = RowPath(section: Int(pair.new), row: row)
      try Self.check(stated == place, .r1, "row \(RowPath(section: Int(pair.old), row: old))", "\(stated)", "\(place)")
      rows.updates.append(Pair(old: Int32(old), new: Int32(row)))
    }
  }

  /// Which of the rows that were left over are which.
  private func matching(_ rows: Alignment, _ origins: [Strip], _ sections: [Pair]) throws(BatchError) -> Matching {
    var numbers: [RowPath: Int32] = [:]
    for (number, pair) in sections.enumerated() {
      for index in rows.part(number).oldLeft {
        numbers[RowPath(section: Int(pair.old), row: Int(rows.oldLeft[index]))] = Int32(index)
      }
    }
    var pairs = [Int32](repeating: -1, count: origins.count)
    var changed: [Int32] = []
    for (number, pair) in sections.enumerated() {
      for index in rows.part(number).newLeft {
        let origin = origins[index]
        let place = RowPath(section: Int(pair.new), row: Int(rows.newLeft[index]))
        if origin.isNew { try checkNewRow(origin, at: place) }
        guard !origin.isNew, let match = numbers[origin.path] else { continue }
        pairs[index] = match
        if let stated = replay.updatedRows[origin.section]?[origin.start] {
          try Self.check(stated == place, .r1, "row \(origin.path)", "\(stated)", "\(place)")
          changed.append(Int32(index))
        }
      }
    }
    return Matching(pairs: pairs, oldCount: rows.oldLeft.count, changed: changed)
  }

  // MARK: - Checks

  private func checkCount(_ count: Int, of section: Int) throws(BatchError) {
    if count != replay.after[section] {
      throw BatchError(
        .r7, "the steps lead to \(count) rows in section \(section), but there are \(replay.after[section])")
    }
  }

  private func checkNewRow(_ row: Strip, at place: RowPath) throws(BatchError) {
    try Self.check(row.path == place, .r4, "a new row", "\(row.path)", "\(place)")
  }

  private static func check(
    _ isSo: Bool, _ rule: BatchRule, _ what: String, _ stated: @autoclosure () -> String,
    _ found: @autoclosure () -> String
  ) throws(BatchError) {
    if !isSo { throw BatchError(rule, "\(what) is said to be at \(stated()) in the target, and ends up at \(found())") }
  }
}

extension Alignment {
  /// Goes on with a list: what stays in order are runs, the rest is left over.
  ///
  /// - Parameters:
  ///   - list: The list in the end.
  ///   - section: Where its own elements come from.
  ///   - count: How many of these there were.
  /// - Returns: What each of the new elements is that are left over.
  /// - Complexity: O(*k* log *k*) for *k* strips and elements that are left over.
  fileprivate mutating func align(_ list: StripList, with section: Int, count: Int) -> [Strip] {
    begin()
    let strips = list.strips.contents
    var own: [Run] = []
    var place: Int32 = 0
    for strip in strips {
      if !strip.isNew, strip.section == section, strip.start < count {
        own.append(Run(old: Int32(strip.start), new: place, count: Int32(strip.count), isShared: false))
      }
      place += Int32(strip.count)
    }
    let kept = Ordering.heaviest(of: own)
    var old: Int32 = 0
    for run in kept {
      oldLeft += old..<run.old
      old = run.old + run.count
      append(run)
    }
    oldLeft += old..<Int32(count)

    var origins: [Strip] = []
    var next = kept[...]
    place = 0
    for strip in strips {
      if let run = next.first, run.new == place {
        next = next.dropFirst()
      } else {
        for offset in 0..<strip.count {
          newLeft.append(place + Int32(offset))
          origins.append(
            Strip(section: strip.section, start: strip.start + offset, count: 1, isNew: strip.isNew))
        }
      }
      place += Int32(strip.count)
    }
    return origins
  }
}

extension RandomAccessCollection<Run> where Index == Int {
  /// The new place of an old element that is in one of the runs.
  fileprivate func place(of old: Int) -> Int? {
    let index = partitioningIndex { Int($0.old + $0.count) > old }
    guard index < endIndex, Int(self[index].old) <= old else { return nil }
    return Int(self[index].new) + old - Int(self[index].old)
  }
}
