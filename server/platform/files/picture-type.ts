// The image type of some bytes, determined by the bytes alone: what a server claims is not trusted.

export interface PictureType {
  contentType: string;
  extension: string;
}

const types = {
  png: { contentType: 'image/png', extension: 'png' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  gif: { contentType: 'image/gif', extension: 'gif' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  avif: { contentType: 'image/avif', extension: 'avif' },
  ico: { contentType: 'image/x-icon', extension: 'ico' },
  svg: { contentType: 'image/svg+xml', extension: 'svg' },
} as const;

/** Null if it is not a type that every browser shows. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return types.png;
  if (text(0, 3) === '\xff\xd8\xff') return types.jpeg;
  if (/^GIF8[79]a$/.test(text(0, 6))) return types.gif;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return types.webp;
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return types.avif;
  if (text(0, 4) === '\0\0\x01\0') return types.ico;
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text(0, 2000))
    ? types.svg
    : null;
}

/** The content type of a file we have named ourselves. */
export function contentTypeOf(extension: string): string | undefined {
  return Object.values(types).find((type) => type.extension === extension)?.contentType;
}
