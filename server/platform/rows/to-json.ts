// JSON as PostgreSQL takes it: no zero characters and no halves of characters, whatever a page or mail server sent.

/** How JSON.stringify writes both; also in a text that only looks like it, which costs no more than a second look. */
const UNTAKEN = /\\u(?:0000|d[89a-f])/;

export function toJson(value: NonNullable<unknown> | null): string {
  const text = JSON.stringify(value);
  if (!UNTAKEN.test(text)) return text;
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' ? one.toWellFormed().replaceAll('\0', '') : one,
  );
}
