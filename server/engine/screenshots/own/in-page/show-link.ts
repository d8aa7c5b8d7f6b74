// Runs inside the page, in an isolated world: scrolls to a link and draws a box around it. Sent to the browser as text, so it
// uses nothing from outside itself.

interface Wanted {
  href: string;
  text: string;
  /** The size of the picture; not larger than the window. */
  size: { width: number; height: number };
}

/** Where the picture starts, in pixels of the document; null if visitors can't see such a link. */
export async function showLink({ href, text, size }: Wanted): Promise<{ x: number; y: number } | null> {
  const plain = (words: string | null) => (words ?? '').replace(/\s+/g, ' ').trim();
  const nextFrame = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 100);
      requestAnimationFrame(resolve);
    });
  const all = [...document.querySelectorAll<HTMLElement>('a[href], area[href]')];
  const same = all.filter((one) => one.getAttribute('href')?.trim().slice(0, 4000) === href);
  // Collapsed content is part of the page once it is opened.
  for (const one of same.slice(0, 20)) one.closest('details:not([open])')?.setAttribute('open', '');
  const seen = same.filter((one) => one.checkVisibility());
  const link = seen.find((one) => plain(one.textContent) === plain(text)) ?? seen[0];
  if (!link) return null;

  const root = document.documentElement;
  // From the picture of another link.
  for (const old of document.querySelectorAll('[data-zeus-link]')) old.remove();
  root.style.removeProperty('clip-path');
  const boxNow = () =>
    link.querySelector('img, picture, svg, video')?.getBoundingClientRect() ??
    link.getClientRects()[0] ??
    link.getBoundingClientRect();
  link.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  await nextFrame();
  // Images above it that load only now move it.
  link.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const box = boxNow();
  if (box.width < 1 || box.height < 1 || box.bottom < 0 || box.top > innerHeight) return null;

  // The link is in the middle. Its paragraph is too, if it fits in, so that no line is cut off.
  let paragraph: Element = link;
  while (paragraph.parentElement && getComputedStyle(paragraph).display.startsWith('inline')) {
    paragraph = paragraph.parentElement;
  }
  const lines = paragraph.getBoundingClientRect();
  const across = lines.width > size.width ? box : lines;
  const startAt = (middle: number, length: number, most: number) =>
    Math.round(Math.max(0, Math.min(middle - length / 2, most - length)));
  const from = {
    x: startAt(across.left + across.width / 2, size.width, innerWidth),
    y: startAt(box.top + box.height / 2, size.height, innerHeight),
  };

  const frame = document.createElement('div');
  const set = (element: HTMLElement, style: Record<string, string>) => {
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important');
  };
  set(frame, {
    position: 'fixed',
    border: '3px solid #e11d48',
    'border-radius': '6px',
    'box-shadow': '0 0 0 1px #ffffff, inset 0 0 0 1px #ffffff',
    'box-sizing': 'border-box',
    margin: '0',
    padding: '0',
    background: 'transparent',
    'z-index': '2147483647',
    'pointer-events': 'none',
    transform: 'none',
    display: 'block',
  });
  frame.setAttribute('data-zeus-link', '');
  root.append(frame);

  const place = () => {
    // More would cover the letters next to the link.
    const room = 4;
    const { left, top, width, height } = boxNow();
    set(frame, {
      left: `${left - room}px`,
      top: `${top - room}px`,
      width: `${width + 2 * room}px`,
      height: `${height + 2 * room}px`,
    });
    // Otherwise the browser also draws what is around the picture, in case someone scrolls: at least 8 of 72 ms.
    const page = root.getBoundingClientRect();
    const outside = [
      from.y - page.top,
      page.right - from.x - size.width,
      page.bottom - from.y - size.height,
      from.x - page.left,
    ];
    set(root, { 'clip-path': `inset(${outside.map((pixels) => `${pixels}px`).join(' ')})` });
  };
  place();
  // What loads from now on may still move it before the picture is taken.
  const resizes = new ResizeObserver(place);
  resizes.observe(root);
  if (document.body) resizes.observe(document.body);
  return { x: from.x + scrollX, y: from.y + scrollY };
}
