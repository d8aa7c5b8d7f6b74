// Runs inside the page, in an isolated world: shrinks the screenshot for lists. Rendering the page again at a smaller scale
// costs three times as much. Sent to the browser as text, so it uses nothing from outside itself.

export interface ShrinkOptions {
  /** The large picture, base64. */
  data: string;
  width: number;
  height: number;
  quality: number;
}

/** The small picture as WebP, base64. */
export async function shrinkPicture({ data, width, height, quality }: ShrinkOptions): Promise<string> {
  const signs = atob(data);
  const bytes = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at);
  const size = { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' } as const;
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }), size);
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  const small = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
  let text = '';
  for (const byte of small) text += String.fromCharCode(byte);
  return btoa(text);
}
