/// Columns that the command line names and what comes does not have: nothing will change that.
struct UnusableColumns: Error, CustomStringConvertible {
  let description: String
}
