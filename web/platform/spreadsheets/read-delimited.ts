// Reads CSV and similar texts: cells separated by commas, semicolons, tabs or vertical bars, quoted or not.

const delimiters = [',', ';', '\t', '|'] as const;
/** How many lines to look at to find the delimiter. */
const sampled = 50;

/** The cells of each line. Reading stops after `maxRows` + 1 rows, so that the caller can tell that there are too many. */
export function readDelimited(text: string, { maxRows }: { maxRows: number }): string[][] {
  return parse(text, delimiterOf(text), maxRows + 1);
}

/** The delimiter that most lines have, and have equally often; a tab is rarely part of a text. */
function delimiterOf(text: string): string {
  const scores = delimiters.map((delimiter) => {
    // By the wrong delimiter, the rest of a line would seem to follow a closing quote.
    const rows = parse(text, delimiter, sampled, { endsAtQuote: true }).filter((row) =>
      row.some((cell) => cell !== ''),
    );
    const widths = new Map<number, number>();
    for (const { length } of rows) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
    return { delimiter, score: Math.max(0, ...widths.values()) * (delimiter === '\t' ? 2 : 1) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function parse(text: string, delimiter: string, most: number, { endsAtQuote = false } = {}): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length && rows.length < most) {
    const quoted = () => quotedCell(text, at, endsAtQuote ? null : delimiter);
    const { cell, end } = text[at] === '"' ? quoted() : plainCell(text, at, delimiter);
    row.push(cell);
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (at >= text.length) break;
  }
  return rows;
}

function plainCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(start, end).trim(), end };
}

/**
 * Up to its closing quote; a doubled quote is a part of the text. Given a delimiter, text after the closing quote belongs to the cell,
 * too: spreadsheets copy a title such as "Best" courses as it is.
 */
function quotedCell(text: string, start: number, delimiter: string | null): { cell: string; end: number } {
  let end = start + 1;
  let cell = '';
  for (;;) {
    const quote = text.indexOf('"', end);
    // Not closed: the rest of the text would become one cell, so only this line does.
    if (quote === -1) {
      const line = /[\r\n]|$/.exec(text.slice(start))?.index ?? 0;
      return { cell: text.slice(start + 1, start + line).trim(), end: start + line };
    }
    cell += text.slice(end, quote);
    if (text[quote + 1] !== '"') {
      const after = delimiter === null ? quote + 1 : plainCell(text, quote + 1, delimiter).end;
      return { cell: (cell + text.slice(quote + 1, after)).trim(), end: after };
    }
    cell += '"';
    end = quote + 2;
  }
}
