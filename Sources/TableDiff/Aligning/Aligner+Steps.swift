/// A diff goes by steps that look at elements, and each type has them made for it: `_advance(_:while:)` is a
/// requirement with a default, which the compiler specialises where a type conforms. So generic code that is not compiled
/// for its rows calls specialised code once for a step, and not for every row.
extension Aligner {
  @usableFromInline package enum Step {
    /// Aligns two slices that begin at their sequences' starts.
    case slices(ArraySlice<Element>, ArraySlice<Element>)
    /// Aligns the leaves between two shared runs.
    case lanes(Lane<Element>, Lane<Element>)
    /// Pairs what was left over.
    case match
    /// Pairs all of two short slices.
    case short(ArraySlice<Element>, ArraySlice<Element>)
  }

  /// Has a step taken by the elements' type.
  @inlinable package mutating func take(_ step: consuming Step, while goesOn: () -> Bool) throws(CalledOff) {
    self.step = step
    withUnsafeMutablePointer(to: &self) { Element._advance($0, while: goesOn) }
    if isCalledOff { throw CalledOff() }
  }

  /// Pairs what was left over.
  ///
  /// - Parameter goesOn: Called at least once for every 1,024 elements hashed or compared.
  /// - Returns: `nil` if hashes collide too often.
  @inlinable package mutating func matching(while goesOn: () -> Bool) throws(CalledOff) -> Matching? {
    if alignment.oldLeft.isEmpty || alignment.newLeft.isEmpty { return Matching(noneOf: alignment) }
    try take(.match, while: goesOn)
    return matching
  }

  /// Takes the step that is due, by code that is not made for the elements' type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline package mutating func takeSharedStep(while goesOn: () -> Bool) { takeStep(while: goesOn) }

  /// Takes the step that is due.
  @inlinable package mutating func takeStep(while goesOn: () -> Bool) {
    do throws(CalledOff) {
      switch step.take() {
      case .slices(let old, let new): try align(old, at: 0, new, at: 0, while: goesOn)
      case .lanes(let old, let new): try align(old, new, while: goesOn)
      case .match: matching = try match(while: goesOn)
      case .short(let old, let new): short = Self.shortPairing(old, new)
      case nil: break
      }
    } catch {
      isCalledOff = true
    }
  }
}

extension Diffable {
  /// Takes a step of a diff, by code that is made for this type.
  @inlinable public static func _advance(_ aligner: UnsafeMutableRawPointer, while goesOn: () -> Bool) {
    aligner.assumingMemoryBound(to: Aligner<Self>.self).pointee.takeStep(while: goesOn)
  }
}

/// A type of the standard library or of ours that is seldom a type of rows: code for each would make every program larger.
@usableFromInline package protocol SeldomRow: Diffable {}

extension SeldomRow {
  /// Takes a step of a diff, by code that all types share.
  @inlinable public static func _advance(_ aligner: UnsafeMutableRawPointer, while goesOn: () -> Bool) {
    aligner.assumingMemoryBound(to: Aligner<Self>.self).pointee.takeSharedStep(while: goesOn)
  }
}
