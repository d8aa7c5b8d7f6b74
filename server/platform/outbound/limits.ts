/** Defaults with the given values over them; a value that is undefined counts as not given. */
export function withGiven<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(entries) };
}
