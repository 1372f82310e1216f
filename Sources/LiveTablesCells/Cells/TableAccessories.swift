/// The header, footer, and background views of a table.
///
/// `View` is a platform view, or the text to show in a terminal.
public struct TableAccessories<View> {
  /// The view above the first section, which scrolls with the table.
  public var header: View?

  /// The view below the last section, which scrolls with the table.
  public var footer: View?

  /// The view to show in place of the rows while the table is empty.
  public var emptyView: View?

  /// The view to show in place of the rows until the first table arrives.
  public var loadingView: View?

  /// Creates accessories from the given views.
  ///
  /// - Parameters:
  ///   - header: The view above the first section.
  ///   - footer: The view below the last section.
  ///   - emptyView: The view to show in place of the rows while the table is empty.
  ///   - loadingView: The view to show in place of the rows until the first table arrives.
  public init(header: View? = nil, footer: View? = nil, emptyView: View? = nil, loadingView: View? = nil) {
    self.header = header
    self.footer = footer
    self.emptyView = emptyView
    self.loadingView = loadingView
  }

  /// Returns the view to show in place of the rows.
  ///
  /// - Parameters:
  ///   - rowCount: The total number of rows in all sections.
  ///   - revision: The value of `TableLink.revision`, which is zero until the first table arrives.
  /// - Returns: The view, or `nil` if the table has rows or no view was provided.
  package func background(rowCount: Int, revision: Int) -> View? {
    rowCount > 0 ? nil : revision == 0 ? loadingView : emptyView
  }
}

extension TableAccessories: Sendable where View: Sendable {}
extension TableAccessories: Equatable where View: Equatable {}
