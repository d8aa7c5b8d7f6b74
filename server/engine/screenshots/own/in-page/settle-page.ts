// Runs inside the page, in an isolated world where the page can't have replaced anything: loads lazy content above the fold,
// removes covers, scrolls to the top, and waits for fonts and images, within a time limit. It is sent to the browser as text,
// so it uses nothing from outside itself.

export interface SettleOptions {
  known: string;
  closingWords: string;
  consentWords: string;
  waitMs: number;
}

export interface Settled {
  title: string;
  /** The first of what can be read. */
  text: string;
  /** How many links the page has. */
  links: number;
  /** Nothing is visible. */
  blank: boolean;
  /** How many elements were hidden or closed. */
  removed: number;
}

export async function settlePage(options: SettleOptions): Promise<Settled> {
  const until = performance.now() + options.waitMs;
  const { innerWidth: width, innerHeight: height } = window;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const hide = (element: Element) => (element as HTMLElement).style?.setProperty('display', 'none', 'important');
  const closing = new RegExp(options.closingWords, 'i');
  const consent = new RegExp(options.consentWords, 'i');
  let removed = 0;

  function loadLazy(): HTMLImageElement[] {
    const inView = [...document.images].slice(0, 300).filter((image) => {
      const { top, bottom, left } = image.getBoundingClientRect();
      return top < height && bottom >= 0 && left < width;
    });
    for (const image of inView) {
      image.loading = 'eager';
      const { src, lazySrc, original, srcset, lazySrcset } = image.dataset;
      const isEmpty = image.getAttribute('src') === null || /^data:|^$/.test(image.getAttribute('src') ?? '');
      const late = src ?? lazySrc ?? original;
      if (isEmpty && late) image.src = late;
      const lateSet = srcset ?? lazySrcset;
      if (lateSet && !image.srcset) image.srcset = lateSet;
    }
    return inView;
  }

  const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) =>
    [0.1, 0.35, 0.6, 0.85, 0.97].map((y) => [x * width, y * height] as const),
  );

  // The fixed element that this one belongs to.
  function layerOf(element: Element | null, x: number, y: number): Element | null {
    const shadow = element?.shadowRoot?.elementFromPoint(x, y);
    if (element && shadow && layerOf(shadow, x, y)) return element;
    for (let at = element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
      const { position, zIndex } = getComputedStyle(at);
      if (position === 'fixed' || position === 'sticky') return at;
      if (position === 'absolute' && Number(zIndex) >= 100 && at.parentElement === document.body) return at;
    }
    return null;
  }

  function shareOf(element: Element): number {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const wide = Math.min(right, width) - Math.max(left, 0);
    const high = Math.min(bottom, height) - Math.max(top, 0);
    return wide > 0 && high > 0 ? (wide * high) / (width * height) : 0;
  }

  // biome-ignore lint/performance/useDomNodeTextContent: what cannot be seen does not count
  const textOf = (element: Element) => ((element as HTMLElement).innerText ?? '').trim();

  function findCover(pageText: number): Element | null {
    const seen = new Set<Element>();
    for (const [x, y] of points) {
      const layer = layerOf(document.elementFromPoint(x, y), x, y);
      if (layer === null || seen.has(layer)) continue;
      seen.add(layer);
      const share = shareOf(layer);
      if (share < 0.04) continue;
      const text = textOf(layer);
      // Some pages live inside one fixed box: that is the page, not a cover.
      if (text.length > pageText * 0.5) continue;
      if (share >= 0.3 || consent.test(text.slice(0, 3000))) return layer;
    }
    return null;
  }

  async function close(cover: Element): Promise<void> {
    const buttons = [...cover.querySelectorAll<HTMLElement>('button, [role="button"], a:not([href]), a[href="#"]')];
    const button = buttons.slice(0, 100).find((one) => {
      const words = [one.getAttribute('aria-label'), one.title, one.textContent];
      return words.some((word) => word && word.length < 40 && closing.test(word.trim()));
    });
    if (button) {
      button.click();
      await pause(100);
    }
    if (cover.isConnected && shareOf(cover) > 0) hide(cover);
  }

  async function removeCovers(): Promise<void> {
    for (const banner of document.querySelectorAll(options.known)) {
      if (banner === document.body || banner === document.documentElement) continue;
      hide(banner);
      removed++;
    }
    const pageText = textOf(document.body).length;
    for (let round = 0; round < 4; round++) {
      const cover = findCover(pageText);
      if (cover === null) break;
      await close(cover);
      removed++;
    }
    if (removed === 0) return;
    for (const part of [document.body, ...document.body.children]) {
      if (getComputedStyle(part).filter.includes('blur')) (part as HTMLElement).style.setProperty('filter', 'none');
    }
  }

  const top = (x: number, y: number) => document.elementFromPoint(x, y) as HTMLElement | null;
  const isBlank = () =>
    points.every(([x, y]) => [null, document.body, document.documentElement].includes(top(x, y))) &&
    textOf(document.body) === '';

  const loaded = (image: HTMLImageElement) =>
    image.complete ||
    new Promise((resolve) => {
      image.addEventListener('load', resolve, { once: true });
      image.addEventListener('error', resolve, { once: true });
    });

  if (!document.body) return { title: document.title.slice(0, 500), text: '', links: 0, blank: true, removed };
  const images = loadLazy();
  while (isBlank() && performance.now() < until) await pause(100);
  await removeCovers();
  // The screenshot shows the top, wherever the page has scrolled.
  if (scrollX !== 0 || scrollY !== 0) scrollTo({ left: 0, top: 0, behavior: 'instant' });
  const rest = Math.max(0, until - performance.now());
  await Promise.race([pause(rest), Promise.all([document.fonts.ready, ...images.map(loaded)])]);
  // Wait for a frame rendered after all this.
  await Promise.race([pause(250), new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))]);
  const text = textOf(document.body).slice(0, 5000);
  const links = document.querySelectorAll('a[href]').length;
  return { title: document.title.slice(0, 500), text, links, blank: isBlank(), removed };
}
