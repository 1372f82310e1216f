/// Importing this module also imports `TableDiff`.
@_exported public import TableDiff
