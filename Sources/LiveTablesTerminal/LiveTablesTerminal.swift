/// Cells, tables, and the pipeline come with the views that show them.
@_exported public import LiveTablesCells
