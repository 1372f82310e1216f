/// A test double of Swift's pointer for Objective-C `inout` parameters, which does not exist on Linux.
public struct AutoreleasingUnsafeMutablePointer<Pointee> {
  private let pointer: UnsafeMutablePointer<Pointee>
  init(_ pointer: UnsafeMutablePointer<Pointee>) { self.pointer = pointer }

  public var pointee: Pointee {
    get { pointer.pointee }
    nonmutating set { pointer.pointee = newValue }
  }
}
