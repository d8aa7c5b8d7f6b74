// The placeholder for a site without an icon: its first letter on its own color.
import { createHash } from 'node:crypto';

/** An SVG, identical for the same host on every machine. */
export function letterTile(hostname: string): string {
  const name = hostname.replace(/^www\d?\./, '');
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '?';
  const hue = createHash('sha256').update(name).digest().readUInt16BE(0) % 360;
  // White on these has a contrast of at least 4.5 to 1 at every hue.
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">',
    `<rect width="64" height="64" rx="14" fill="hsl(${hue},42%,32%)"/>`,
    '<text x="32" y="44" font-family="system-ui,sans-serif" font-size="34" font-weight="600" fill="#fff" text-anchor="middle">',
    `${letter}</text></svg>`,
  ].join('');
}
