#if Postgres
/// Importing this module also imports `LiveTables`.
@_exported public import LiveTables
#endif
