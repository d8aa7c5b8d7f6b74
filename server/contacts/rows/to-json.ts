// JSON as PostgreSQL takes it: no zero characters and no halves of characters, whatever a page or mail server sent.

export function toJson(value: object): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' ? one.toWellFormed().replaceAll('\0', '') : one,
  );
}
