#if SQLite
/// Tables, and the pipeline that brings them to a view, come with the tables of a database.
@_exported public import LiveTables
#endif
