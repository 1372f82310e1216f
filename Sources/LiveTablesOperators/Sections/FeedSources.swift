import LiveTables

/// The sequences that provide the content of sections.
///
/// At most one sequence provides each part of a section, and a later call replaces the sequence.
///
/// This type is a pure state machine. A sequence that no longer provides any part is cancelled.
struct FeedSources<ID: Hashable & Sendable> {
  /// A part of a section that a sequence can provide.
  enum Part: Hashable {
    case rows
    case supplement(SupplementaryKind)
  }

  private struct Slot: Hashable {
    let part: Part
    /// The section, or `nil` for all other sections.
    let section: ID?
  }

  /// The number of the sequence that provides each part.
  private var sources: [Slot: Int] = [:]

  /// Assigns a part of sections to a sequence, or to a constant value.
  ///
  /// - Parameter source: The number of the sequence, or `nil` for a constant value.
  /// - Returns: The sequences that no longer provide any part.
  mutating func assign(_ part: Part, of scope: SectionScope<ID>, to source: Int? = nil) -> Set<Int> {
    var replaced: Set<Int> = []
    for slot in slots(part, scope) {
      if let old = sources[slot] { replaced.insert(old) }
      sources[slot] = source
    }
    return replaced.subtracting(sources.values)
  }

  /// Returns the sections of a scope whose part a sequence still provides, or `nil` if there are none.
  func scope(of source: Int, _ part: Part, in scope: SectionScope<ID>) -> SectionScope<ID>? {
    let provided = slots(part, scope).filter { sources[$0] == source }
    if provided.isEmpty { return nil }
    if case .others = scope { return .others }
    return .sections(provided.compactMap(\.section))
  }

  func parts(of section: ID) -> [Part] { sources.keys.filter { $0.section == section }.map(\.part) }

  mutating func end(_ source: Int) { sources = sources.filter { $0.value != source } }

  private func slots(_ part: Part, _ scope: SectionScope<ID>) -> [Slot] {
    switch scope {
    case .sections(let ids): ids.map { Slot(part: part, section: $0) }
    case .others: [Slot(part: part, section: nil)]
    }
  }
}
