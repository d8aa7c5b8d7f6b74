// Lines of an edges file: the ids of the linking and the linked domain, separated by a tab. The real file has 3.9 billion of them, so they
// are parsed as bytes.

const tab = 9;
const newline = 10;
const carriageReturn = 13;
/** Longer numbers are not ids. */
const mostDigits = 10;

export interface EdgeParser {
  /** Links read so far. */
  edges: number;
  /** Lines that were not understood, or that name a domain that is not there. */
  skipped: number;
  /** The position after the last complete line. */
  readonly position: number;
  feed(bytes: Uint8Array): void;
  /** Something is missing here, so the line is not what it seems. */
  interrupt(): void;
  /** After the last byte. */
  finish(): void;
}

/** `ids`: ids must be below it. `position`: where in the decompressed file reading begins. */
export function createEdgeParser(
  { ids, position: start, edges, skipped }: { ids: number; position: number; edges: number; skipped: number },
  onEdge: (from: number, to: number) => void,
): EdgeParser {
  let position = start;
  let read = start;
  let from = 0;
  let number = 0;
  let digits = 0;
  let column = 0;
  let isBad = false;

  const parser: EdgeParser = {
    ...{ edges, skipped },
    get position() {
      return position;
    },
    feed(bytes) {
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] as number;
        if (byte >= 48 && byte <= 57) {
          number = number * 10 + byte - 48;
          digits += 1;
          if (digits > mostDigits) isBad = true;
        } else if (byte === newline) {
          endLine();
          position = read + at + 1;
        } else if (byte === tab && column === 0 && digits > 0) {
          from = number;
          number = 0;
          digits = 0;
          column = 1;
        } else if (byte !== carriageReturn) isBad = true;
      }
      read += bytes.length;
    },
    interrupt() {
      isBad = true;
    },
    finish() {
      if (read > position || isBad) endLine();
    },
  };

  function endLine(): void {
    if (isBad || column !== 1 || digits === 0 || from >= ids || number >= ids) parser.skipped += 1;
    else if (from !== number) {
      parser.edges += 1;
      onEdge(from, number);
    }
    from = 0;
    number = 0;
    digits = 0;
    column = 0;
    isBad = false;
  }
  return parser;
}
