// Which inline styles and simple style-sheet rules hide an element or turn its text round. Only rules on one plain
// class or id count, and only outside @media: the rest depends on the screen and on scripts.
const HIDES =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[;\s])(?:left|top|right|text-indent)\s*:\s*-\d{3,}|font-size\s*:\s*0(?![.\d])|clip\s*:\s*rect\(\s*0/i;
/** Alone it only begins an animation; out of the flow or untouchable it hides for good. */
const TRANSPARENT = /opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)/i;
const OUT_OF_REACH = /position\s*:\s*absolute|pointer-events\s*:\s*none|z-index\s*:\s*-/i;
const NO_SIZE = /(?:^|[;\s])(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|!|$)/i;
const TURNS = /unicode-bidi\s*:\s*(?:bidi-override|isolate-override)/i;
const RTL = /direction\s*:\s*rtl/i;
const WORTH_A_LOOK = /none|hidden|-override|-\d{3}|font-size:\s*0|opacity:\s*0|rect\(/;
/** Longer sheets are whole themes: their rules are not about one trap, and reading them costs time. */
const MAX_SHEET = 60_000;

export interface SheetWords {
  /** '.name' and '#name' of rules that hide. */
  hides: Set<string>;
  /** '.name' and '#name' of rules that show text from right to left by force. */
  turns: Set<string>;
}

export function styleHides(style: string): boolean {
  if (HIDES.test(style)) return true;
  if (TRANSPARENT.test(style)) return OUT_OF_REACH.test(style);
  return NO_SIZE.test(style) && /overflow\s*:\s*hidden/i.test(style);
}

export function styleTurns(style: string): boolean {
  return TURNS.test(style) && RTL.test(style);
}

/** Adds what a style sheet says of plain classes and ids. One walk over its braces; bad CSS is passed over. */
export function readSheet(css: string, into: SheetWords): void {
  if (css.length > MAX_SHEET || !WORTH_A_LOOK.test(css)) return;
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    if (open < 0) return;
    const close = css.indexOf('}', open);
    if (close < 0) return;
    const selector = css.slice(Math.max(at, open - 300), open);
    if (selector.indexOf('@') >= 0) {
      at = endOfAtRule(css, open);
      continue;
    }
    readRule(selector, css.slice(open + 1, close), into);
    at = close + 1;
  }
}

function readRule(selector: string, body: string, into: SheetWords): void {
  if (body.length > 1000 || !WORTH_A_LOOK.test(body)) return;
  const hides = styleHides(body);
  const turns = styleTurns(body);
  if (!hides && !turns) return;
  for (const part of selector.split(',')) {
    const name = part
      .replace(/\/\*.*?\*\//gs, '')
      .trim()
      .replace(/^[a-z]+(?=[.#])/i, '');
    if (!/^[.#][\w-]+$/.test(name)) continue;
    if (turns) into.turns.add(name);
    if (hides) into.hides.add(name);
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
