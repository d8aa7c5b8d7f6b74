// Which inline styles and simple style-sheet rules hide an element or reverse its text. Only rules on a single class or id count,
// and only outside @media: the rest depends on the screen and on scripts.

const HIDES =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[;\s])(?:left|top|right|text-indent)\s*:\s*-\d{3,}|font-size\s*:\s*0(?![.\d])|clip\s*:\s*rect\(\s*0/i;
/** On its own it only starts an animation; out of the flow or not clickable, it hides permanently. */
const TRANSPARENT = /opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)/i;
const OUT_OF_REACH = /position\s*:\s*absolute|pointer-events\s*:\s*none|z-index\s*:\s*-/i;
const NO_SIZE = /(?:^|[;\s])(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|!|$)/i;
const TURNS = /unicode-bidi\s*:\s*(?:bidi-override|isolate-override)/i;
const RTL = /direction\s*:\s*rtl/i;
const WORTH_A_LOOK = /none|hidden|-override|-\d{3}|font-size:\s*0|opacity:\s*0|rect\(/;
/** Longer sheets are whole themes: their rules aren't about a single honeypot, and parsing them takes time. */
const MAX_SHEET = 60_000;

/** The effect of a style on an element; above the HINT bits, so that both fit into one number. */
export const STYLED = { hides: 1 << 16, turns: 1 << 17 } as const;

/** The STYLED bits of class and id names with a rule that hides them or forces right-to-left text. */
export interface SheetWords {
  classes: Map<string, number>;
  ids: Map<string, number>;
}

function styleHides(style: string): boolean {
  if (HIDES.test(style)) return true;
  if (TRANSPARENT.test(style)) return OUT_OF_REACH.test(style);
  return NO_SIZE.test(style) && /overflow\s*:\s*hidden/i.test(style);
}

function styleTurns(style: string): boolean {
  return TURNS.test(style) && RTL.test(style);
}

/** The STYLED bits of an inline style. */
export function readStyle(style: string): number {
  return (styleHides(style) ? STYLED.hides : 0) | (styleTurns(style) ? STYLED.turns : 0);
}

/** Adds what a style sheet says about single classes and ids. One walk over the braces; skips bad CSS. */
export function readSheet(css: string, into: SheetWords): void {
  if (css.length > MAX_SHEET || !WORTH_A_LOOK.test(css)) return;
  for (let at = 0; ; ) {
    const open = css.indexOf('{', at);
    const close = open < 0 ? -1 : css.indexOf('}', open);
    if (close < 0) return;
    const selector = css.slice(Math.max(at, open - 300), open);
    if (selector.includes('@')) at = endOfAtRule(css, open);
    else {
      readRule(selector, css.slice(open + 1, close), into);
      at = close + 1;
    }
  }
}

function readRule(selector: string, body: string, { classes, ids }: SheetWords): void {
  if (body.length > 1000 || !WORTH_A_LOOK.test(body)) return;
  const bits = readStyle(body);
  if (bits === 0) return;
  for (const part of selector.split(',')) {
    const plain = part.replace(/\/\*.*?\*\//gs, '').trim();
    const [, sign, name] = /^(?:[a-z]+)?([.#])([\w-]+)$/i.exec(plain) ?? [];
    if (name === undefined) continue;
    const known = sign === '.' ? classes : ids;
    known.set(name, (known.get(name) ?? 0) | bits);
  }
}

function endOfAtRule(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return at + 1;
  }
  return css.length;
}
