// expect: cannot find 'inotify_init1' in scope
// in: livetable
// for: macos
import Foundation

func planted() -> Int32 { inotify_init1(0) }
