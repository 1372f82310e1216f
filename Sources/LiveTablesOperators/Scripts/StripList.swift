import LiveTables

/// Elements that stand together, by where they come from.
struct Strip {
  /// For rows, the section that they come from: of the source, or of the target if they are new.
  var section = 0
  /// The first one's place there.
  var start: Int
  var count: Int
  /// Whether they come from the target.
  var isNew = false

  /// The first one's place.
  var path: RowPath { RowPath(section: section, row: start) }
}

/// Strips weigh their elements.
enum StripCount: RopeWeight {
  static var isZero: Bool { false }
  static func weight(of strip: Strip) -> Int { strip.count }
}

/// A list on its way through the steps of a script: which element stands where, at the cost of the steps so far and not of
/// the list.
struct StripList {
  private(set) var strips: Rope<Strip, StripCount>

  /// - Parameter strip: What stands in the list.
  init(_ strip: Strip) { strips = Rope(strip.count > 0 ? [strip] : []) }

  var count: Int { strips.weight }

  /// - Returns: `nil` for an index out of range.
  /// - Complexity: O(log *k*) for *k* strips.
  subscript(index: Int) -> Strip? {
    guard index >= 0, index < count else { return nil }
    let (position, rest) = strips.find(weight: index)
    var found = strips[position]
    found.start += rest
    found.count = 1
    return found
  }

  /// Takes out one element.
  ///
  /// - Returns: `nil` for an index out of range; then nothing has changed.
  /// - Complexity: O(log *k*) for *k* strips.
  mutating func remove(at index: Int) -> Strip? {
    guard let removed = self[index] else { return nil }
    let (position, rest) = strips.find(weight: index)
    let (before, after) = split(strips[position], at: rest)
    strips.replace(position..<position + 1, with: before + split(after, dropping: 1))
    return removed
  }

  /// Puts in one element.
  ///
  /// - Returns: False for an index out of range; then nothing has changed.
  /// - Complexity: O(log *k*) for *k* strips.
  mutating func insert(_ element: Strip, at index: Int) -> Bool {
    let count = count
    guard index >= 0, index <= count else { return false }
    if index == count {
      strips.replace(strips.count..<strips.count, with: [element])
    } else {
      let (position, rest) = strips.find(weight: index)
      let (before, after) = split(strips[position], at: rest)
      strips.replace(position..<position + 1, with: before + [element, after])
    }
    return true
  }

  /// What stands before a place in a strip, if anything does, and what stands from there on.
  private func split(_ strip: Strip, at offset: Int) -> (before: [Strip], after: Strip) {
    var (before, after) = (strip, strip)
    before.count = offset
    after.start += offset
    after.count -= offset
    return (offset > 0 ? [before] : [], after)
  }

  private func split(_ strip: Strip, dropping count: Int) -> [Strip] {
    strip.count > count ? [split(strip, at: count).after] : []
  }
}
