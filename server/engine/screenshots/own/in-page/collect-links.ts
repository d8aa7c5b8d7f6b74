// Runs inside the page, in an isolated world: waits until scripts add no more links, and reads the visible ones.
// Sent to the browser as text, so it uses nothing from outside itself.

export interface CollectOptions {
  most: number;
  /** Longer addresses are left out. */
  longest: number;
  /** How long the number of links must stay the same. */
  restMs: number;
  waitMs: number;
}

export interface CollectedLinks {
  base: string;
  hrefs: string[];
}

export async function collectLinks({ most, longest, restMs, waitMs }: CollectOptions): Promise<CollectedLinks> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const count = () => document.querySelectorAll('a[href]').length;
  const until = performance.now() + waitMs;
  let known = count();
  let since = performance.now();
  while (performance.now() < until && (known === 0 || performance.now() - since < restMs)) {
    await pause(100);
    const now = count();
    if (now !== known) since = performance.now();
    known = now;
  }
  const directives = [...document.querySelectorAll<HTMLMetaElement>('meta[name="robots" i]')].flatMap(({ content }) =>
    content.toLowerCase().split(/[\s,]+/),
  );
  // As a whole: `max-image-preview:none` is not `none`.
  if (directives.includes('nofollow') || directives.includes('none')) return { base: document.baseURI, hrefs: [] };
  const hrefs: string[] = [];
  for (const link of document.querySelectorAll('a[href]:not([rel~="nofollow" i])')) {
    if (hrefs.length >= most) break;
    const href = link.getAttribute('href') ?? '';
    if (href.length <= longest && link.checkVisibility()) hrefs.push(href);
  }
  return { base: document.baseURI, hrefs };
}
