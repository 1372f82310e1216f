/// Everything a table is made of comes with the pipeline that shows it.
@_exported public import TableDiff
