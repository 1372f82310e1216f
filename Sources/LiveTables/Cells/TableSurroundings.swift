/// What stands around the rows of a whole table: something above all sections, something below them, and what is seen
/// where there are no rows.
///
/// `View` is whatever the view puts on its screen: a view of the platform, or a text.
public struct TableSurroundings<View> {
  /// What stands above the first section, and scrolls with it.
  public var header: View?

  /// What stands below the last section, and scrolls with it.
  public var footer: View?

  /// What is seen instead of rows where there are none.
  public var empty: View?

  /// What is seen before the first table has come.
  public var waiting: View?

  /// Creates surroundings.
  public init(header: View? = nil, footer: View? = nil, empty: View? = nil, waiting: View? = nil) {
    self.header = header
    self.footer = footer
    self.empty = empty
    self.waiting = waiting
  }

  /// What is seen where rows would be.
  ///
  /// - Parameters:
  ///   - rowCount: How many rows the table has in all sections.
  ///   - revision: What ``TableLink/revision`` says: zero until a first table has come.
  public func background(rowCount: Int, revision: Int) -> View? {
    rowCount > 0 ? nil : revision == 0 ? waiting : empty
  }
}

extension TableSurroundings: Sendable where View: Sendable {}
extension TableSurroundings: Equatable where View: Equatable {}
