/** Rows of a file held in memory at once. */
export const fileBatch = 1_000;

/** Reads rows in batches, each starting after the last row of the previous one. Ends with a batch that is not full. */
export async function* readInBatches<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
