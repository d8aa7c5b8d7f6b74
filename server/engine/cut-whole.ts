/** The first so many units of a text, without half a character at the end: PostgreSQL takes none in JSON. */
export function cutWhole(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
