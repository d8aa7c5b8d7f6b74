// Text cut from a page shares its memory: one kept snippet would keep megabytes of page alive.

/** The same text with memory of its own, for what outlives the page. */
export function detach(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
