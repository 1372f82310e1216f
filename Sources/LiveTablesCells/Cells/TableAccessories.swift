/// The views around the rows of a whole table.
///
/// `View` is what the table view puts on its screen: a view of the platform, or a text.
public struct TableAccessories<View> {
  /// The view above the first section; it scrolls with it.
  public var header: View?

  /// The view below the last section; it scrolls with it.
  public var footer: View?

  /// The view in the place of the rows while the table has none.
  public var emptyView: View?

  /// The view in the place of the rows until the first table has come.
  public var loadingView: View?

  /// Creates accessories.
  ///
  /// - Parameters:
  ///   - header: The view above the first section.
  ///   - footer: The view below the last section.
  ///   - emptyView: The view in the place of the rows while the table has none.
  ///   - loadingView: The view in the place of the rows until the first table has come.
  public init(header: View? = nil, footer: View? = nil, emptyView: View? = nil, loadingView: View? = nil) {
    self.header = header
    self.footer = footer
    self.emptyView = emptyView
    self.loadingView = loadingView
  }

  /// The view in the place of the rows.
  ///
  /// - Parameters:
  ///   - rowCount: How many rows the table has in all sections.
  ///   - revision: The value of `TableLink.revision`: zero until a first table has come.
  /// - Returns: `nil` where there are rows.
  @_spi(Adapters) public func background(rowCount: Int, revision: Int) -> View? {
    rowCount > 0 ? nil : revision == 0 ? loadingView : emptyView
  }
}

extension TableAccessories: Sendable where View: Sendable {}
extension TableAccessories: Equatable where View: Equatable {}
