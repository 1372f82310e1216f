import Foundation

/// A text that is compared byte by byte.
///
/// `String` treats canonically equivalent texts as equal, but the identities and contents of rows are compared as
/// written.
struct ExactText: Sendable {
  let string: String

  init(_ string: String) {
    self.string = string
  }
}

extension ExactText: Hashable {
  static func == (first: Self, second: Self) -> Bool {
    first.string.hasSameBytes(as: second.string)
  }

  func hash(into hasher: inout Hasher) {
    let combined: Void? = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
    if combined == nil {
      for byte in string.utf8 { hasher.combine(byte) }
    }
    hasher.combine(0xFF as UInt8)
  }
}

extension ExactText: Comparable {
  /// Orders texts by their bytes, which is the order of their Unicode scalars.
  static func < (first: Self, second: Self) -> Bool {
    first.string.utf8.lexicographicallyPrecedes(second.string.utf8)
  }
}

extension String {
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let same = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { otherBytes in
        bytes.isEmpty || memcmp(bytes.baseAddress!, otherBytes.baseAddress!, bytes.count) == 0
      }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
