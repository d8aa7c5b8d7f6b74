// Reads fields of JSON that may have any shape: what has the wrong type counts as missing.

/** A field several levels deep; undefined if a level is missing. */
export function fieldAt(value: unknown, ...path: string[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The entries of a list; a single value counts as a list of one. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** All texts of an HTTP header, which is a text or, since CC-MAIN-2024-51, a list of texts. Names are compared without case. */
export function headerTexts(headers: unknown, name: string): string[] {
  if (typeof headers !== 'object' || headers === null) return [];
  for (const key in headers) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    return listOf((headers as Record<string, unknown>)[key]).map(textOf);
  }
  return [];
}
