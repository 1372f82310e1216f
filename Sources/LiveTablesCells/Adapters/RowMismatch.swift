/// An error for a batch that does not result in the rows that were delivered with it.
package struct RowMismatch: Error, CustomStringConvertible {
  package var description: String { "the batch does not lead to the rows that there are" }

  package init() {}
}
