public enum TableDiffPlaceholder {}
