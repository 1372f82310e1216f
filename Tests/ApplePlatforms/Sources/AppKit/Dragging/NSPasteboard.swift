public import Foundation

@MainActor open class NSPasteboard: NSObject {
  public struct PasteboardType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let string = PasteboardType("public.utf8-plain-text")
  }

  open private(set) var pasteboardItems: [NSPasteboardItem]? = []

  @discardableResult open func writeObjects(_ objects: [any NSPasteboardWriting]) -> Bool {
    pasteboardItems = objects.compactMap { $0 as? NSPasteboardItem }
    return pasteboardItems?.count == objects.count
  }

  nonisolated override init() { super.init() }
}

public protocol NSPasteboardWriting: NSObjectProtocol {}

open class NSPasteboardItem: NSObject, NSPasteboardWriting {
  private var values: [NSPasteboard.PasteboardType: String] = [:]

  open var types: [NSPasteboard.PasteboardType] { Array(values.keys) }

  @discardableResult open func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
    values[type] = string
    return true
  }

  open func string(forType type: NSPasteboard.PasteboardType) -> String? { values[type] }
}
