/// Where a method of Objective-C puts an object for its caller; on Linux Swift has no such thing.
public struct AutoreleasingUnsafeMutablePointer<Pointee> {
  private let pointer: UnsafeMutablePointer<Pointee>
  init(_ pointer: UnsafeMutablePointer<Pointee>) { self.pointer = pointer }

  public var pointee: Pointee {
    get { pointer.pointee }
    nonmutating set { pointer.pointee = newValue }
  }
}
