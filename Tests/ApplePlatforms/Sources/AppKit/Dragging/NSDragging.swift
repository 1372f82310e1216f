public import Foundation

public struct NSDragOperation: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let copy = NSDragOperation(rawValue: 1)
  public static let link = NSDragOperation(rawValue: 2)
  public static let generic = NSDragOperation(rawValue: 4)
  public static let `private` = NSDragOperation(rawValue: 8)
  public static let move = NSDragOperation(rawValue: 16)
  public static let delete = NSDragOperation(rawValue: 32)
}

@MainActor public protocol NSDraggingInfo: NSObjectProtocol {
  var draggingSource: Any? { get }
  var draggingPasteboard: NSPasteboard { get }
  var draggingLocation: NSPoint { get }
}

@MainActor open class NSDraggingSession: NSObject {
  open private(set) var draggingPasteboard = NSPasteboard()
  nonisolated override init() { super.init() }
}

/// The dragging info of a simulated drag from `source`.
@MainActor final class StandInDraggingInfo: NSObject, NSDraggingInfo {
  let draggingSource: Any?
  let draggingPasteboard: NSPasteboard
  var draggingLocation = NSPoint.zero

  init(source: Any?, _ pasteboard: NSPasteboard) {
    draggingSource = source
    draggingPasteboard = pasteboard
    super.init()
  }
}
