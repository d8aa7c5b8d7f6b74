export interface Sheet {
  name: string;
  /** The cells of each row; rows may have different lengths. */
  rows: string[][];
}

export interface SheetLimits {
  maxRows: number;
  maxColumns: number;
  /** Of the file's contents, decompressed. */
  maxBytes: number;
}
