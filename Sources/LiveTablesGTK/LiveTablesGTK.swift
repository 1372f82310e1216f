/// Importing this module also imports `LiveTables`.
@_exported public import LiveTables
/// Importing this module also imports `LiveTablesCells`.
@_exported public import LiveTablesCells
