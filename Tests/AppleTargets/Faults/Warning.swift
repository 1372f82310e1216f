// expect: was never used
func planted() { let unused = 1 }
