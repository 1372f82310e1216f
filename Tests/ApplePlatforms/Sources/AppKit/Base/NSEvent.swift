public import Foundation

@MainActor open class NSEvent: NSObject {
  public enum EventType: UInt, Sendable {
    case leftMouseDown = 1
    case rightMouseDown = 3
    case keyDown = 10
  }

  public struct ModifierFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let option = ModifierFlags(rawValue: 1 << 19)
  }

  nonisolated public let type: EventType
  nonisolated public let locationInWindow: NSPoint
  nonisolated public let modifierFlags: ModifierFlags

  init(_ type: EventType, _ locationInWindow: NSPoint, _ modifierFlags: ModifierFlags = []) {
    (self.type, self.locationInWindow, self.modifierFlags) = (type, locationInWindow, modifierFlags)
    super.init()
  }
}

@MainActor open class NSApplication: NSResponder {
  public static let shared = NSApplication()
  open internal(set) var currentEvent: NSEvent?
}
