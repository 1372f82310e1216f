/// An object that starts or continues the list of the long searches by identity in the rows of a section.
@usableFromInline package class RowSearchLink {
  // The functions below require that this is the first property. Every thread can set it, but only once.
  @usableFromInline package final nonisolated(unsafe) var object: AnyObject?

  private final var address: UnsafeMutablePointer<AnyObject?> {
    _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: AnyObject?.self)
  }

  /// The next search, which other threads may store at the same time.
  @usableFromInline package final var next: RowSearch? {
    _stdlib_atomicLoadARCRef(object: address).map { unsafeDowncast($0, to: RowSearch.self) }
  }

  /// Appends a search, unless another thread has appended one.
  @usableFromInline package final func append(_ search: RowSearch) {
    _ = _stdlib_atomicInitializeARCRef(object: address, desired: search)
  }

  /// Discards the searches of an object that no other code can access.
  @usableFromInline package final func forgetSearches() { object = nil }

  @inlinable package init() {}
}

/// A search that visited many rows of a section.
@usableFromInline package final class RowSearch: RowSearchLink {
  /// The positions of rows by identity, which one of the searches stores.
  @usableFromInline package let positions: IdentityTable?

  @inlinable package init(_ positions: IdentityTable?) { self.positions = positions }
}
