// Finds an unconditional redirect in a script: `location = "…"` or `location.replace("…")` as a top-level statement,
// outside any function, block or condition. The script is tokenized, never executed.

const TARGET = String.raw`(?:(?:window|document|self|top|parent|globalThis|this)\s*\.\s*)*location`;
const TEXT = String.raw`(["'\`])([^"'\`\s]{1,2000})\1`;
// Appending the current fragment makes no difference to us; any other expression is not a constant.
const HASH = String.raw`(?:\s*\+\s*(?:(?:window|document)\s*\.\s*)?location\s*\.\s*hash)?`;
const END = String.raw`(?=[^\S\r\n]*(?:[;,}\r\n]|$|-->|//|/\*))`;
const ASSIGNED = new RegExp(String.raw`${TARGET}(?:\s*\.\s*href)?\s*=\s*${TEXT}${HASH}${END}`, 'y');
const CALLED = new RegExp(String.raw`${TARGET}\s*\.\s*(?:replace|assign)\s*\(\s*${TEXT}${HASH}\s*\)${END}`, 'y');

/** Keywords whose parentheses make the following statement conditional or repeated. */
const CONTROL = new Set(['if', 'while', 'for', 'with']);
/** Keywords after which a line break does not end the statement. */
const OPEN_WORDS = new Set(
  'else do return throw typeof in of new delete void case await yield instanceof var let const function class'.split(
    ' ',
  ),
);
const WORD = /[\w$\u0080-\uffff]+/y;
const ENDS_OPERAND = /[\w$)\]}"'`]/;

interface Walk {
  readonly script: string;
  at: number;
  depth: number;
  /** The previous token, ignoring comments: a word or a single character. */
  last: string;
  /** There was a line break since the previous token. */
  newLine: boolean;
  /** One entry per open parenthesis: whether it belongs to if, while, for or with. */
  controls: boolean[];
  /** The previous token closed such a parenthesis. */
  isControlled: boolean;
}

/** The constant URL the script always redirects to, if any. */
export function unconditionalRedirect(script: string): string | undefined {
  if (!script.includes('location')) return undefined;
  const walk: Walk = { script, at: 0, depth: 0, last: '', newLine: false, controls: [], isControlled: false };
  while (walk.at < script.length) {
    if (walk.depth === 0 && walk.controls.length === 0 && beginsStatement(walk)) {
      const target = redirectAt(script, walk.at);
      if (target !== undefined) return target;
    }
    step(walk);
  }
  return undefined;
}

function redirectAt(script: string, at: number): string | undefined {
  for (const form of [ASSIGNED, CALLED]) {
    form.lastIndex = at;
    const [, quote, target] = form.exec(script) ?? [];
    if (target !== undefined && !(quote === '`' && target.includes('${'))) return target.replaceAll('\\/', '/');
  }
  return undefined;
}

function beginsStatement({ last, newLine, isControlled }: Walk): boolean {
  if (last === '' || last === ';' || last === '}') return true;
  return newLine && !isControlled && !OPEN_WORDS.has(last) && ENDS_OPERAND.test(last.at(-1) ?? '');
}

function step(walk: Walk): void {
  const { script, at } = walk;
  const sign = script[at] as string;
  if (sign === '\n' || sign === '\r') walk.newLine = true;
  if (/\s/.test(sign)) walk.at++;
  else if (isComment(script, at)) skipComment(walk);
  else if (sign === '"' || sign === "'" || sign === '`') token(walk, sign, endOfQuoted(script, at, sign));
  else if (sign === '/' && !ENDS_OPERAND.test(walk.last.at(-1) ?? '')) token(walk, ')', endOfPattern(script, at));
  else if (wordAt(script, at) !== '') token(walk, wordAt(script, at), at + wordAt(script, at).length);
  else bracket(walk, sign);
}

function token(walk: Walk, last: string, end: number): void {
  walk.last = last;
  walk.at = end;
  walk.newLine = false;
  walk.isControlled = false;
}

function bracket(walk: Walk, sign: string): void {
  const isControl = CONTROL.has(walk.last);
  token(walk, sign, walk.at + 1);
  if (sign === '{' || sign === '[') walk.depth++;
  else if (sign === '}' || sign === ']') walk.depth = Math.max(0, walk.depth - 1);
  else if (sign === '(') walk.controls.push(isControl);
  else if (sign === ')') walk.isControlled = walk.controls.pop() ?? false;
}

function wordAt(script: string, at: number): string {
  WORD.lastIndex = at;
  return WORD.exec(script)?.[0] ?? '';
}

function isComment(script: string, at: number): boolean {
  return ['//', '/*', '<!--', '-->'].some((start) => script.startsWith(start, at));
}

function skipComment(walk: Walk): void {
  const { script, at } = walk;
  const isBlock = script.startsWith('/*', at);
  const end = script.indexOf(isBlock ? '*/' : '\n', at);
  walk.at = end < 0 ? script.length : isBlock ? end + 2 : end;
}

function endOfQuoted(script: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < script.length && script[at] !== quote) at += script[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The end of a regular expression literal, or the end of the line if it is unterminated. */
function endOfPattern(script: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < script.length; at++) {
    const sign = script[at];
    if (sign === '\\') at++;
    else if (sign === '\n') return at;
    else if (sign === '[') inClass = true;
    else if (sign === ']') inClass = false;
    else if (sign === '/' && !inClass) return at + 1;
  }
  return script.length;
}
