// expect: has no member 'blobs'
// in: LiveTablesSQLite
// for: macos
import LiveTables

func planted(_ value: DatabaseValue) -> Bool { value.blobs }
