/** The URL, or null if the text isn't one. `URL.parse` and `URL.canParse` are missing in Safari before 18 and 17. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
