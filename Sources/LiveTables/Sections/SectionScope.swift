/// The sections that a call or a handler is meant for.
public enum SectionScope<ID: Hashable & Sendable>: Hashable, Sendable {
  /// These.
  case sections([ID])
  /// All that are not named elsewhere.
  case others
  /// All of them.
  case any

  /// One section.
  public static func section(_ id: ID) -> SectionScope { .sections([id]) }
}

/// Handlers of events, by section.
///
/// Handlers for a section by name replace those for all other sections; handlers for any section are called besides. All
/// are called in insertion order.
public struct SectionHandlers<ID: Hashable & Sendable, Event> {
  private var handlers: [(scope: SectionScope<ID>, call: @MainActor (ID, Event) -> Void)] = []

  /// Creates a value without handlers.
  public init() {}

  /// Adds a handler.
  ///
  /// - Parameters:
  ///   - scope: The sections it is meant for.
  ///   - call: Called with the section and the event.
  public mutating func add(_ scope: SectionScope<ID>, _ call: @escaping @MainActor (ID, Event) -> Void) {
    handlers.append((scope, call))
  }

  /// Whether a section has handlers.
  ///
  /// - Parameter section: The section.
  public func handles(_ section: ID) -> Bool { !matching(section).isEmpty }

  /// Calls the handlers of a section.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - section: Where it happened.
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
