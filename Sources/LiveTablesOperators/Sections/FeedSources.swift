import LiveTables

/// Which sequence feeds which part of which section: each part is fed by one at a time, and the last call wins.
///
/// Pure. A sequence that feeds nothing any more is cancelled.
struct FeedSources<ID: Hashable> {
  /// A part of a section that can be fed.
  enum Matter: Hashable {
    case rows
    case supplement(SupplementaryKind)
  }

  private struct Place: Hashable {
    let matter: Matter
    /// `nil`: all other sections.
    let section: ID?
  }

  private var feeding: [Place: Int] = [:]

  /// A sequence, or a call with a value, takes over a part of sections.
  ///
  /// - Parameters:
  ///   - matter: The part.
  ///   - sections: The sections by name; `nil`: all other sections.
  ///   - source: The number of the sequence that feeds them from now on, if one does.
  /// - Returns: The sources that feed nothing any more.
  mutating func take(_ matter: Matter, of sections: [ID]?, for source: Int? = nil) -> Set<Int> {
    var replaced: Set<Int> = []
    for place in places(matter, sections) {
      if let old = feeding[place] { replaced.insert(old) }
      feeding[place] = source
    }
    return replaced.subtracting(feeding.values)
  }

  /// Which of the sections that a source began to feed it still feeds.
  ///
  /// - Returns: Their names, an inner `nil` for all other sections, or `nil` if there are none.
  func fed(by source: Int, _ matter: Matter, of sections: [ID]?) -> [ID]?? {
    let fed = places(matter, sections).filter { feeding[$0] == source }
    return fed.isEmpty ? .none : .some(sections == nil ? nil : fed.compactMap(\.section))
  }

  /// What of a section is fed by sequences.
  func matters(of section: ID) -> [Matter] { feeding.keys.filter { $0.section == section }.map(\.matter) }

  /// A source has ended.
  mutating func end(_ source: Int) { feeding = feeding.filter { $0.value != source } }

  private func places(_ matter: Matter, _ sections: [ID]?) -> [Place] {
    sections.map { $0.map { Place(matter: matter, section: $0) } } ?? [Place(matter: matter, section: nil)]
  }
}
