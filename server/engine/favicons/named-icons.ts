// Which icons a page or its manifest names, best first for a tile of 256 pixels.
import { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';
import { readPage } from '../pages/read-page.ts';

export interface Icon {
  url: string;
  /** The longer edge as stated, or a guess. Vector drawings count as large. */
  size: number;
}

const touchIconSize = 180;
const unstatedSize = 40;
const drawingSize = 300;

export function iconsIn(html: string, url: string): Icon[] {
  const { icons, base } = readPage(html.slice(0, 300_000), url);
  return icons.flatMap(({ href, rel, sizes }) => {
    // A mask is a single color on transparent ground.
    const address = rel.includes('mask') ? null : URL.parse(href, base);
    if (address === null || !/^https?:$/.test(address.protocol)) return [];
    const guess = rel.includes('apple-touch') ? touchIconSize : unstatedSize;
    return [{ url: address.href, size: sizeOf(sizes, address.pathname, guess) }];
  });
}

// A tag ends at the next bracket and is short, so a hostile page costs one look at each character.
const linkTag = /<link\b[^<>]{1,2000}>/gi;

export function manifestIn(html: string, url: string): string | null {
  const tags = html.slice(0, 300_000).match(linkTag) ?? [];
  const tag = tags.find((text) => /\brel=["']?manifest\b/i.test(text));
  const href = /\bhref=(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag ?? '');
  return href ? (URL.parse(href[1] ?? href[2] ?? href[3] ?? '', url)?.href ?? null) : null;
}

const manifestSchema = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string().default(''), purpose: z.string().default('any') })),
});

export function iconsInManifest(text: string, url: string): Icon[] {
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) return [];
  return parsed.data.icons.slice(0, 20).flatMap(({ src, sizes, purpose }) => {
    const address = URL.parse(src, url);
    const usable = address !== null && /^https?:$/.test(address.protocol) && purpose.includes('any');
    return usable ? [{ url: address.href, size: sizeOf(sizes, address.pathname, unstatedSize) }] : [];
  });
}

/** The smallest that is large enough, then smaller ones, then those that are far too large. */
export function inOrder(icons: readonly Icon[]): Icon[] {
  const worth = ({ size }: Icon) => (size > 1024 ? 0 : size >= 128 ? 2000 - size : size);
  const once = new Map(icons.map((icon) => [icon.url, icon]));
  return [...once.values()].sort((a, b) => worth(b) - worth(a));
}

function sizeOf(sizes: string, path: string, guess: number): number {
  if (sizes === 'any' || /\.svgz?$/i.test(path)) return drawingSize;
  const stated = [...sizes.matchAll(/(\d{1,5})x(\d{1,5})/gi)].map(([, w, h]) => Math.max(Number(w), Number(h)));
  return stated.length > 0 ? Math.max(...stated) : guess;
}
