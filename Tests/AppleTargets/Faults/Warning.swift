// expect: was never used
// in: LiveTablesUIKit
// for: ios
func planted() { let unused = 1 }
