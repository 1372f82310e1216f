public protocol NSItemProviderWriting: NSObjectProtocol {}

extension NSString: NSItemProviderWriting {}

open class NSItemProvider: NSObject {
  public override init() { super.init() }
  public init(object: any NSItemProviderWriting) { super.init() }
}

@MainActor open class UIDragItem: NSObject {
  public let itemProvider: NSItemProvider
  open var localObject: Any?

  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
}

@MainActor public protocol UIDragDropSession: NSObjectProtocol {
  var items: [UIDragItem] { get }
  func location(in view: UIView) -> CGPoint
  var allowsMoveOperation: Bool { get }
  var isRestrictedToDraggingApplication: Bool { get }
}

@MainActor public protocol UIDragSession: UIDragDropSession {
  var localContext: Any? { get set }
}

@MainActor public protocol UIDropSession: UIDragDropSession {
  var localDragSession: (any UIDragSession)? { get }
}

public enum UIDropOperation: UInt, Sendable { case cancel = 0, forbidden, copy, move }

/// A simulated drag session, which is also the drop session. Not UIKit API.
@MainActor public final class StandInDragSession: NSObject, UIDragSession, UIDropSession {
  public internal(set) var items: [UIDragItem]
  public var localContext: Any?
  public var position = CGPoint.zero
  public let allowsMoveOperation = true
  public let isRestrictedToDraggingApplication = false
  public var localDragSession: (any UIDragSession)? { self }

  public init(items: [UIDragItem] = []) {
    self.items = items
    super.init()
  }

  public func location(in view: UIView) -> CGPoint { view.convert(position, from: nil) }
}
