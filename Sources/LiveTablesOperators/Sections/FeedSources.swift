import LiveTables

/// The sequences that provide the content of sections.
///
/// At most one sequence provides each part of a section, and a later call replaces the sequence.
///
/// This type is a pure state machine. A sequence that no longer provides any part is cancelled.
struct FeedSources<ID: Hashable> {
  /// A part of a section that a sequence can provide.
  enum Matter: Hashable {
    case rows
    case supplement(SupplementaryKind)
  }

  private struct Place: Hashable {
    let matter: Matter
    /// The section, or `nil` for all other sections.
    let section: ID?
  }

  private var feeding: [Place: Int] = [:]

  /// Assigns a part of sections to a sequence, or to a constant value.
  ///
  /// - Parameters:
  ///   - sections: The named sections, or `nil` for all other sections.
  ///   - source: The number of the sequence, or `nil` for a constant value.
  /// - Returns: The sequences that no longer provide any part.
  mutating func take(_ matter: Matter, of sections: [ID]?, for source: Int? = nil) -> Set<Int> {
    var replaced: Set<Int> = []
    for place in places(matter, sections) {
      if let old = feeding[place] { replaced.insert(old) }
      feeding[place] = source
    }
    return replaced.subtracting(feeding.values)
  }

  /// Returns the sections whose part a sequence still provides.
  ///
  /// The inner value is `nil` for all other sections.
  ///
  /// - Returns: The sections, or `nil` if there are none.
  func fed(by source: Int, _ matter: Matter, of sections: [ID]?) -> [ID]?? {
    let fed = places(matter, sections).filter { feeding[$0] == source }
    return fed.isEmpty ? .none : .some(sections == nil ? nil : fed.compactMap(\.section))
  }

  func matters(of section: ID) -> [Matter] { feeding.keys.filter { $0.section == section }.map(\.matter) }

  mutating func end(_ source: Int) { feeding = feeding.filter { $0.value != source } }

  private func places(_ matter: Matter, _ sections: [ID]?) -> [Place] {
    sections.map { $0.map { Place(matter: matter, section: $0) } } ?? [Place(matter: matter, section: nil)]
  }
}
