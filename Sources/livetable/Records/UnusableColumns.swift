/// An error thrown if the command line names columns that the input does not have, and will not have later.
struct UnusableColumns: Error, CustomStringConvertible {
  let description: String
}
