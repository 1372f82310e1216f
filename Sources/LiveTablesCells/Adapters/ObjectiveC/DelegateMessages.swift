#if canImport(ObjectiveC)
import Foundation
import ObjectiveC

/// Which messages of delegates a binder answers, readable on any thread.
///
/// The lock protects both properties, and every method takes it.
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

  /// Whether a message is answered; `nil` for messages that are not a delegate's.
  func answer(to selector: Selector?) -> Bool? {
    selector.flatMap { selector in lock.withLock { answers[selector] } }
  }

  /// What a message is forwarded to; `nil` for messages that are not a delegate's.
  func target(of selector: Selector?) -> AnyObject? {
    guard let selector else { return nil }
    return lock.withLock { answers[selector] == nil ? nil : earlierDelegate ?? absentDelegate }
  }

  /// The optional messages of protocols and of those that they inherit from, but for `NSObject`.
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

  /// How Objective-C encodes the arguments and the result of a message of delegates; `nil` for other messages.
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

/// Implements every message of delegates, does nothing, and answers no, none or zero.
///
/// A view remembers which messages a delegate implemented when it was set. When the earlier delegate goes, the view sends
/// what only that one implemented until it has asked again; without a receiver, that would end the process.
private final class AbsentDelegate: NSObject {
  override class func resolveInstanceMethod(_ selector: Selector!) -> Bool {
    guard let selector, let types = DelegateMessages.types(of: selector) else {
      return super.resolveInstanceMethod(selector)
    }
    return class_addMethod(self, selector, implementation(answering: String(cString: types)), types)
  }

  /// Does nothing, and answers with the empty value of the type with which an encoding begins.
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
