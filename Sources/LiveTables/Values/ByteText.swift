/// A text that is compared byte by byte, as in databases, rather than by canonical equivalence.
package struct ByteText: Hashable, Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (one: ByteText, other: ByteText) -> Bool { one.string.utf8.elementsEqual(other.string.utf8) }

  package func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)  // cannot occur in UTF-8, so it separates adjacent texts
  }
}
