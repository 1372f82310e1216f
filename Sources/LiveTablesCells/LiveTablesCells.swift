/// What cells show comes with them: tables, and the pipeline that brings them to the view.
@_exported public import LiveTables
