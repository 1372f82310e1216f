/// The running animations, which only delay their completion handlers. Not UIKit API.
///
/// Tests end animations with ``finish()``; otherwise they end in a later turn of the main queue.
@MainActor public enum StandInAnimations {
  private static var ends: [@MainActor () -> Void] = []
  static var isEnabled = true
  static var duration: TimeInterval = 0

  /// Ends all animations.
  public static func finish() {
    while !ends.isEmpty {
      let ending = ends
      ends = []
      for end in ending { end() }
    }
  }

  /// Runs a closure when the animations end, or immediately if animations are turned off.
  static func atEnd(_ end: @escaping @MainActor () -> Void) {
    guard isEnabled else { return end() }
    ends.append(end)
    if ends.count == 1 { DispatchQueue.main.async { MainActor.assumeIsolated { finish() } } }
  }
}

extension UIView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let layoutSubviews = AnimationOptions(rawValue: 1)
    public static let allowUserInteraction = AnimationOptions(rawValue: 2)
    public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
  }

  public enum AnimationCurve: Int, Sendable { case easeInOut, easeIn, easeOut, linear }

  public class var areAnimationsEnabled: Bool { StandInAnimations.isEnabled }
  public class func setAnimationsEnabled(_ enabled: Bool) { StandInAnimations.isEnabled = enabled }
  public class var inheritedAnimationDuration: TimeInterval { StandInAnimations.duration }

  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let wasEnabled = StandInAnimations.isEnabled
    StandInAnimations.isEnabled = false
    actionsWithoutAnimation()
    StandInAnimations.isEnabled = wasEnabled
  }

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let outer = StandInAnimations.duration
    StandInAnimations.duration = duration
    animations()
    StandInAnimations.duration = outer
    guard let completion else { return }
    StandInAnimations.atEnd { completion(true) }
  }

  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, animations: animations, completion: completion)
  }

  public class func transition(
    with view: UIView, duration: TimeInterval, options: UIView.AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, options: options, animations: animations ?? {}, completion: completion)
  }
}
