public import Foundation

@MainActor open class NSEvent: NSObject {
  public enum EventType: UInt, Sendable {
    case leftMouseDown = 1
    case rightMouseDown = 3
    case keyDown = 10
  }

  nonisolated public let type: EventType
  nonisolated public let locationInWindow: NSPoint

  init(_ type: EventType, _ locationInWindow: NSPoint) {
    (self.type, self.locationInWindow) = (type, locationInWindow)
    super.init()
  }
}

@MainActor open class NSApplication: NSResponder {
  public static let shared = NSApplication()
  open internal(set) var currentEvent: NSEvent?
}
