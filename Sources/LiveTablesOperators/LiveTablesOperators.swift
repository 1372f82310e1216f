/// Tables, and the pipeline that brings them to a view, come with what derives tables from others.
@_exported public import LiveTables
