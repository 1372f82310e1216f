#if canImport(ObjectiveC)
import Foundation
import ObjectiveC

/// The delegate methods that a binder implements, which can be read on any thread.
///
/// A lock that every method acquires protects both properties.
final class DelegateMessages: @unchecked Sendable {
  private let lock = NSLock()
  private var answers: [Selector: Bool] = [:]
  private weak var earlierDelegate: AnyObject?
  private let absentDelegate = AbsentDelegate()

  func set(_ answers: [Selector: Bool], target: AnyObject?) {
    lock.withLock {
      self.answers = answers
      earlierDelegate = target
    }
  }

  /// Returns whether a method is implemented, or `nil` if it is not a delegate method.
  func answer(to selector: Selector?) -> Bool? {
    selector.flatMap { selector in lock.withLock { answers[selector] } }
  }

  /// Returns the object to which a method is forwarded, or `nil` if it is not a delegate method.
  func target(of selector: Selector?) -> AnyObject? {
    guard let selector else { return nil }
    return lock.withLock { answers[selector] == nil ? nil : earlierDelegate ?? absentDelegate }
  }

  /// Returns the optional methods of the named protocols and of their parent protocols, except `NSObject`.
  static func selectors(of names: [String]) -> Set<Selector> {
    var selectors: Set<Selector> = []
    var protocols = names.compactMap { NSProtocolFromString($0) }
    while let next = protocols.popLast() {
      var count: UInt32 = 0
      if let methods = protocol_copyMethodDescriptionList(next, false, true, &count) {
        for index in 0..<Int(count) { if let name = methods[index].name { selectors.insert(name) } }
        free(methods)
      }
      if let inherited = protocol_copyProtocolList(next, &count) {
        for index in 0..<Int(count) where NSStringFromProtocol(inherited[index]) != "NSObject" {
          protocols.append(inherited[index])
        }
      }
    }
    return selectors
  }

  /// Returns the Objective-C type encoding of a delegate method, or `nil` if the selector is not a delegate method.
  static func types(of selector: Selector) -> UnsafeMutablePointer<CChar>? {
    for name in [
      "UITableViewDelegate", "UICollectionViewDelegateFlowLayout", "UIPickerViewDelegate", "NSTableViewDelegate",
      "NSOutlineViewDelegate", "NSCollectionViewDelegateFlowLayout",
    ] {
      guard let delegate = NSProtocolFromString(name) else { continue }
      if let types = protocol_getMethodDescription(delegate, selector, false, true).types { return types }
    }
    return nil
  }
}

/// An object that implements every delegate method, with no effect and an empty result.
///
/// When its delegate is set, a view caches which methods the delegate implements. After the previous delegate has been
/// deallocated, the view keeps calling methods that only that delegate implemented until the view checks again. Without
/// a receiver, such a call would terminate the process.
private final class AbsentDelegate: NSObject {
  override class func resolveInstanceMethod(_ selector: Selector!) -> Bool {
    guard let selector, let types = DelegateMessages.types(of: selector) else {
      return super.resolveInstanceMethod(selector)
    }
    return class_addMethod(self, selector, implementation(answering: String(cString: types)), types)
  }

  /// Returns an implementation that does nothing and returns the empty value of the result type in the type encoding.
  private static func implementation(answering encoding: String) -> IMP {
    if encoding.hasPrefix("{CGSize") || encoding.hasPrefix("{CGPoint") {
      let answer: @convention(block) (AnyObject) -> CGSize = { _ in .zero }
      return imp_implementationWithBlock(answer)
    }
    if encoding.hasPrefix("{") {  // insets and rectangles: four numbers
      let answer: @convention(block) (AnyObject) -> CGRect = { _ in .zero }
      return imp_implementationWithBlock(answer)
    }
    if encoding.hasPrefix("d") {
      let answer: @convention(block) (AnyObject) -> Double = { _ in 0 }
      return imp_implementationWithBlock(answer)
    }
    let answer: @convention(block) (AnyObject) -> Int = { _ in 0 }
    return imp_implementationWithBlock(answer)
  }
}
#endif
