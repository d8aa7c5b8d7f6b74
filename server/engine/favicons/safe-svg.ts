// Whether a drawing is only a drawing. One that could run, load or include anything is not shown: refusing a strange icon
// costs a letter tile, cleaning it could be got wrong. As a picture in a page none of this would run anyway.

const maxCharacters = 200_000;

// Elements that run, load or hold foreign content, with any namespace prefix.
const activeElement =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|audio|video|link|meta|base|handler|listener|set|animate\w*|discard|feimage|import)\b/i;
const handler = /[\s"'/]on[a-z]+\s*=/i;
const declared = /<!(?:DOCTYPE|ENTITY)|<\?(?!xml\s)/i;
// What is named must be in the drawing itself, or a raster picture written out in it. No two neighbouring parts take the
// same characters, so a long run of spaces is read once.
const outsideLink = /(?:href|src)\s*=(?!\s*(?:["']\s*)?(?:#|data:image\/(?:png|jpe?g|gif|webp);base64,))/i;
const outsideStyle =
  /url\((?!\s*(?:["']\s*)?(?:#|data:image\/(?:png|jpe?g|gif|webp);base64,))|@import|expression\(|\\/i;

export function isSafeSvg(text: string): boolean {
  if (text.length > maxCharacters) return false;
  return ![activeElement, handler, declared, outsideLink, outsideStyle].some((pattern) => pattern.test(text));
}
