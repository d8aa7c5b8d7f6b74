// What one page may use. A page that wants more is photographed as far as it came, or ends with its reason.
export interface PageLimits {
  /** From the first request until the document is there. */
  openMs: number;
  /** From then until everything it names has been loaded; after that the picture is taken of what is there. */
  loadMs: number;
  /** For banners, lazy pictures and fonts. */
  settleMs: number;
  captureMs: number;
  /** The whole visit, whatever the page does. */
  totalMs: number;
  /** All that is moved over the network. */
  maxBytes: number;
  /** Documents opened one after the other in the main frame, redirects by script and meta included. */
  maxNavigations: number;
  /** Of the process that draws the page. */
  maxMemoryBytes: number;
}

const MB = 1024 * 1024;

export const DEFAULT_PAGE_LIMITS: PageLimits = {
  openMs: 15_000,
  loadMs: 8_000,
  settleMs: 2_500,
  captureMs: 6_000,
  totalMs: 30_000,
  maxBytes: 40 * MB,
  maxNavigations: 10,
  // An ordinary heavy page stays below 300 MB.
  maxMemoryBytes: 800 * MB,
};
