public import Foundation

@MainActor open class NSTableColumn: NSObject {
  public init(identifier: NSUserInterfaceItemIdentifier) {
    self.identifier = identifier
    super.init()
  }

  open var identifier: NSUserInterfaceItemIdentifier
  open weak var tableView: StandInTable?
  open var title = ""
  open var width: CGFloat = 100
  open var isHidden = false
}

@MainActor open class NSTableHeaderView: NSView {}

@MainActor open class NSTableCellView: NSView {
  open var objectValue: Any?
  open weak var textField: NSTextField?
  open weak var imageView: NSImageView?
}

@MainActor open class NSTableRowView: NSView {
  open var isSelected = false
  open var isGroupRowStyle = false
  open var isFloating = false

  open var numberOfColumns: Int { standInViews.count }

  open func view(atColumn column: Int) -> Any? { standInViews.indices.contains(column) ? standInViews[column] : nil }

  /// The views of the columns, or the only view of a group row.
  var standInViews: [NSView?] = []
}

@MainActor open class NSTableViewRowAction: NSObject {
  public enum Style: Int, Sendable {
    case regular
    case destructive
  }

  public init(style: Style, title: String, handler: @escaping (NSTableViewRowAction, Int) -> Void) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }

  open private(set) var style: Style
  open var title: String
  private let handler: (NSTableViewRowAction, Int) -> Void

  /// Simulates the user choosing the action.
  public func standInChoose(row: Int) { handler(self, row) }
}
