#if Postgres
/// Tables, and the pipeline that brings them to a view, come with the tables of a server.
@_exported public import LiveTables
#endif
