// Text cut from a page shares its memory: one kept snippet would keep megabytes of page alive.

/** The same text with memory of its own, for what outlives the page. Joining copies, in a quarter of the time of a way through bytes. */
export function detach(text: string): string {
  return ` ${text}`.slice(1);
}
