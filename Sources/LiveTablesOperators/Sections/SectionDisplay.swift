import LiveTables

/// The rule that determines which sections a binder shows, and in which order.
///
/// ```swift
/// SectionDisplay<Part>.hidingWithoutRows(in: .list([.today, .earlier]))
/// ```
public struct SectionDisplay<ID: Hashable & Sendable>: Sendable {
  private enum Rule {
    case byHand([ID])
    case all
    case withRows
    case withContent
  }

  private let rule: Rule
  private let order: SectionOrder<ID>

  /// Returns a display of exactly the given sections, in this order, even if they are empty.
  ///
  /// Duplicate sections are ignored.
  ///
  /// - Parameter sections: The sections to show.
  public static func byHand(_ sections: [ID]) -> SectionDisplay {
    SectionDisplay(rule: .byHand(sections), order: .bound)
  }

  /// Returns a display of all configured sections, including sections without rows.
  ///
  /// - Parameter order: The order of sections.
  public static func all(in order: SectionOrder<ID> = .bound) -> SectionDisplay {
    SectionDisplay(rule: .all, order: order)
  }

  /// Returns a display of only those sections that have rows.
  ///
  /// - Parameter order: The order of sections.
  public static func hidingWithoutRows(in order: SectionOrder<ID> = .bound) -> SectionDisplay {
    SectionDisplay(rule: .withRows, order: order)
  }

  /// Returns a display of only those sections that have rows or supplementary items, such as a header.
  ///
  /// - Parameter order: The order of sections.
  public static func hidingWithoutContent(in order: SectionOrder<ID> = .bound) -> SectionDisplay {
    SectionDisplay(rule: .withContent, order: order)
  }

  /// The facts that determine whether a section is shown.
  struct Facts: Hashable, Sendable {
    var id: ID
    var rowCount: Int
    /// Whether the section has a header, a footer or another supplementary item.
    var hasSupplements: Bool

    init(_ id: ID, rowCount: Int, hasSupplements: Bool = false) {
      self.id = id
      self.rowCount = rowCount
      self.hasSupplements = hasSupplements
    }
  }

  /// Returns the sections to show.
  ///
  /// - Parameter known: All sections, in the order of their first configuration.
  /// - Complexity: O(*s* log *s*) for *s* sections.
  func sections(of known: [Facts]) -> [ID] {
    switch rule {
    case .byHand(let sections):
      var seen: Set<ID> = []
      return sections.filter { seen.insert($0).inserted }
    case .all: return order.sorted(known.map(\.id))
    case .withRows: return order.sorted(known.filter { $0.rowCount > 0 }.map(\.id))
    case .withContent: return order.sorted(known.filter { $0.rowCount > 0 || $0.hasSupplements }.map(\.id))
    }
  }
}

/// The order of sections.
public struct SectionOrder<ID: Hashable & Sendable>: Sendable {
  private enum Rule {
    case bound
    case list([ID])
    case comparison(@Sendable (ID, ID) -> Bool)
  }

  private let rule: Rule

  /// The order in which sections were first configured.
  public static var bound: SectionOrder { SectionOrder(rule: .bound) }

  /// Returns the order of the sections in a list.
  ///
  /// Sections that are not in the list follow in the order of their first configuration.
  ///
  /// - Parameter sections: The sections, in the order in which to show them, for example all cases of an enum.
  public static func list(_ sections: some Sequence<ID>) -> SectionOrder { SectionOrder(rule: .list(Array(sections))) }

  /// Returns the order that is defined by the given predicate.
  ///
  /// Equivalent sections are in the order of their first configuration.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether the first section precedes the second.
  public static func by(_ areInIncreasingOrder: @escaping @Sendable (ID, ID) -> Bool) -> SectionOrder {
    SectionOrder(rule: .comparison(areInIncreasingOrder))
  }

  /// Returns the sorted sections.
  ///
  /// - Parameter sections: Distinct sections, in the order of their first configuration.
  /// - Complexity: O(*s* log *s*) for *s* sections.
  func sorted(_ sections: [ID]) -> [ID] {
    // The standard library's sort is stable.
    switch rule {
    case .bound: return sections
    case .list(let list):
      var ranks: [ID: Int] = [:]
      for (rank, id) in list.enumerated() where ranks[id] == nil { ranks[id] = rank }
      return sections.sorted { (ranks[$0] ?? list.count) < (ranks[$1] ?? list.count) }
    case .comparison(let areInIncreasingOrder): return sections.sorted(by: areInIncreasingOrder)
    }
  }
}
