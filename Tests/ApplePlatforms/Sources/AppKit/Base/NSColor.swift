public import Foundation

open class NSColor: NSObject {
  open class var controlAccentColor: NSColor { NSColor() }
  open func setFill() {}
}

open class NSBezierPath: NSObject {
  open class func fill(_ rect: NSRect) {}
}
