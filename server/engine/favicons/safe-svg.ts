// Whether an SVG is only a drawing. One that could run, load or include anything is not shown: rejecting a strange icon costs a
// letter tile, while cleaning it could go wrong. Inside an <img> none of this would run anyway.

const maxCharacters = 200_000;

// Elements that run, load or contain foreign content, with any namespace prefix.
const activeElement =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|audio|video|link|meta|base|handler|listener|set|animate\w*|discard|feimage|import)\b/i;
const handler = /[\s"'/]on[a-z]+\s*=/i;
const declared = /<!(?:DOCTYPE|ENTITY)|<\?(?!xml\s)/i;
// References must point into the drawing itself or to an inline raster image. No two adjacent parts match the same characters,
// so a long run of spaces is read once.
const outsideLink = /(?:href|src)\s*=(?!\s*(?:["']\s*)?(?:#|data:image\/(?:png|jpe?g|gif|webp);base64,))/i;
const outsideStyle =
  /url\((?!\s*(?:["']\s*)?(?:#|data:image\/(?:png|jpe?g|gif|webp);base64,))|@import|expression\(|\\/i;

export function isSafeSvg(text: string): boolean {
  if (text.length > maxCharacters) return false;
  return ![activeElement, handler, declared, outsideLink, outsideStyle].some((pattern) => pattern.test(text));
}
