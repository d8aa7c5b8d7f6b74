// URLs as browsers show them: letters and digits of any script instead of their percent-encoding. The rest stays encoded: what has
// a meaning in a URL, and characters that are invisible or turn the direction of the text.

/** For display and search only; the result is another URL than the original. */
export function readableUrl(url: string): string {
  return url.replace(/(?:%[89a-f][0-9a-f])+/gi, decodeLetters);
}

function decodeLetters(encoded: string): string {
  try {
    return decodeURIComponent(encoded).replace(/[^\p{L}\p{N}\p{M}]+/gu, encodeURIComponent);
  } catch {
    // Not UTF-8.
    return encoded;
  }
}
