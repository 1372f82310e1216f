import LiveTables

/// Which of the known sections are shown, and in which order.
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

  /// Exactly these sections, in this order, whether or not there is anything in them.
  ///
  /// A section that is named twice is shown once.
  ///
  /// - Parameter sections: The sections to show.
  /// - Returns: The display.
  public static func byHand(_ sections: [ID]) -> SectionDisplay {
    SectionDisplay(rule: .byHand(sections), order: .bound)
  }

  /// All declared sections, also those without rows.
  ///
  /// - Parameter order: In what order.
  /// - Returns: The display.
  public static func all(in order: SectionOrder<ID> = .bound) -> SectionDisplay {
    SectionDisplay(rule: .all, order: order)
  }

  /// Those that have rows.
  ///
  /// - Parameter order: In what order.
  /// - Returns: The display.
  public static func hidingWithoutRows(in order: SectionOrder<ID> = .bound) -> SectionDisplay {
    SectionDisplay(rule: .withRows, order: order)
  }

  /// Those that have rows, a header, a footer or anything of another supplementary kind.
  ///
  /// - Parameter order: In what order.
  /// - Returns: The display.
  public static func hidingWithoutContent(in order: SectionOrder<ID> = .bound) -> SectionDisplay {
    SectionDisplay(rule: .withContent, order: order)
  }

  /// What there is to know of a section before it is shown.
  struct Facts: Hashable, Sendable {
    /// Who it is.
    var id: ID
    /// How many rows it has.
    var rowCount: Int
    /// Whether it has a header, a footer or anything of another supplementary kind.
    var hasSupplements: Bool

    /// Creates facts.
    init(_ id: ID, rowCount: Int, hasSupplements: Bool = false) {
      self.id = id
      self.rowCount = rowCount
      self.hasSupplements = hasSupplements
    }
  }

  /// The sections that are shown.
  ///
  /// - Parameter known: All sections, in the order in which anything was first said of them.
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

  /// The order in which anything was first said of them.
  public static var bound: SectionOrder { SectionOrder(rule: .bound) }

  /// The order of a list.
  ///
  /// Sections that are not in it follow in the order in which anything was first said of them.
  ///
  /// - Parameter sections: The list.
  /// - Returns: The order.
  public static func list(_ sections: [ID]) -> SectionOrder { SectionOrder(rule: .list(sections)) }

  /// The order of a comparison: whether the first one comes before the second.
  ///
  /// Sections of which neither comes first keep the order in which anything was first said of them.
  ///
  /// - Parameter areInIncreasingOrder: The comparison.
  /// - Returns: The order.
  public static func by(_ areInIncreasingOrder: @escaping @Sendable (ID, ID) -> Bool) -> SectionOrder {
    SectionOrder(rule: .comparison(areInIncreasingOrder))
  }

  /// Sorts sections, each of which is named once.
  ///
  /// - Parameter sections: The sections in the order in which anything was first said of them.
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

extension SectionOrder where ID: Comparable {
  /// The sections' own order.
  public static var ascending: SectionOrder { .by { $0 < $1 } }
}

extension SectionOrder where ID: CaseIterable {
  /// The order in which the cases are declared.
  public static var declared: SectionOrder { .list(Array(ID.allCases)) }
}
