/// Importing this module also imports `LiveTablesCells`.
@_exported public import LiveTablesCells
