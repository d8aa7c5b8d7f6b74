// What one page may use. A page that exceeds it is captured as far as it got, or ends with its reason.
export interface PageLimits {
  /** From the first request until the document has arrived. */
  openMs: number;
  /** From then until all its resources have loaded; after that we capture what is there. */
  loadMs: number;
  /** For banners, lazy images and fonts. */
  settleMs: number;
  captureMs: number;
  /** A browser that has not closed the page by then does not respond. */
  closeMs: number;
  /** The whole visit, whatever the page does. */
  totalMs: number;
  /** Total network traffic. */
  maxBytes: number;
  /** Documents opened one after the other in the main frame, including redirects by script and meta. */
  maxNavigations: number;
  /** Memory of the renderer. */
  maxMemoryBytes: number;
}

const MB = 1024 * 1024;

export const DEFAULT_PAGE_LIMITS: PageLimits = {
  openMs: 15_000,
  loadMs: 8_000,
  settleMs: 2_500,
  captureMs: 6_000,
  closeMs: 5_000,
  totalMs: 30_000,
  maxBytes: 40 * MB,
  maxNavigations: 10,
  // An ordinary heavy page stays below 300 MB.
  maxMemoryBytes: 800 * MB,
};
