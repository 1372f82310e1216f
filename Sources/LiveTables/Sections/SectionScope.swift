/// Which sections something is said of.
public enum SectionScope<ID: Hashable & Sendable>: Hashable, Sendable {
  /// These.
  case sections([ID])
  /// All of which nothing of the kind is said by name.
  case others
  /// All of them.
  case any

  /// One section.
  public static func section(_ id: ID) -> SectionScope { .sections([id]) }
}

/// What is to be called when something happens in a section.
///
/// Handlers for a section by name take the place of those for all other sections; handlers for any section are called
/// besides. All are called in the order in which they were added.
public struct SectionHandlers<ID: Hashable & Sendable, Event> {
  private var handlers: [(scope: SectionScope<ID>, call: @MainActor (ID, Event) -> Void)] = []

  /// Creates a value without handlers.
  public init() {}

  /// Adds a handler.
  public mutating func add(_ scope: SectionScope<ID>, _ call: @escaping @MainActor (ID, Event) -> Void) {
    handlers.append((scope, call))
  }

  /// Whether anything would be called.
  public func handles(_ section: ID) -> Bool { !matching(section).isEmpty }

  /// Something happened in a section.
  @MainActor public func call(_ event: Event, in section: ID) {
    for call in matching(section) { call(section, event) }
  }

  private func matching(_ section: ID) -> [@MainActor (ID, Event) -> Void] {
    let isNamed = handlers.contains { $0.scope.names(section) }
    return handlers.filter { handler in
      switch handler.scope {
      case .sections: handler.scope.names(section)
      case .others: !isNamed
      case .any: true
      }
    }.map(\.call)
  }
}

extension SectionScope {
  fileprivate func names(_ section: ID) -> Bool {
    if case .sections(let sections) = self { sections.contains(section) } else { false }
  }
}
