// Evaluates what simple scripts assemble, without ever running them: literals joined by '+', variables with such strings,
// String.fromCharCode, atob, unescape, split/reverse/join, document.write in pieces.
import { decodePercent, fromBase64, reverse } from './decoders.ts';
import { isSign, type Token, tokenize } from './script-tokens.ts';

interface Evaluated {
  value: string;
  next: number;
  /** Assembled from parts or decoded: a plain literal is not hidden. */
  made: boolean;
}

/** What the script has assigned so far, and how many more characters may be built: methods in a row can double a text each. */
interface Scope {
  variables: Map<string, string>;
  left: number;
}

const MAX_DEPTH = 12;
const MAX_LENGTH = 20_000;
const MAX_BUILT = 200_000;
/** More than any text that hides an '@' or a dot. */
const MAX_PATTERN = 100;
/** Longer texts are not addresses. */
const MAX_RESULT = 4000;

/** Strings that the script builds and that may contain an address. */
export function evaluateStrings(script: string): string[] {
  const tokens = tokenize(script);
  const scope: Scope = { variables: new Map(), left: MAX_BUILT };
  const { variables } = scope;
  const results: string[] = [];
  let written = '';
  for (let at = 0; at < tokens.length && scope.left > 0; ) {
    const writes = isWrite(tokens, at);
    const assigns = assignment(tokens, at);
    const from = writes ?? assigns?.from ?? at;
    const result = readSum(tokens, from, scope, 0);
    if (!result) {
      at++;
      continue;
    }
    if (assigns && (variables.get(assigns.name)?.length ?? 0) < MAX_LENGTH)
      variables.set(assigns.name, (assigns.adds ? (variables.get(assigns.name) ?? '') : '') + result.value);
    if (writes !== undefined && written.length < MAX_LENGTH) written += result.value;
    if (result.made || (assigns?.adds ?? false) || writes !== undefined) {
      const built = assigns ? (variables.get(assigns.name) ?? '') : result.value;
      scope.left -= built.length;
      results.push(built);
    }
    at = Math.max(result.next, at + 1);
  }
  return [...results, written].filter(
    (text) => text.length < MAX_RESULT && /@|&#0*64;|&#x0*40;|&commat;|%40|\[at\]|\(at\)/i.test(text),
  );
}

/** The position after 'document.write(' if it is here. */
function isWrite(tokens: Token[], at: number): number | undefined {
  const starts =
    tokens[at]?.value === 'document' &&
    isSign(tokens[at + 1], '.') &&
    /^write(?:ln)?$/.test(tokens[at + 2]?.value ?? '');
  return starts && isSign(tokens[at + 3], '(') ? at + 4 : undefined;
}

function assignment(tokens: Token[], at: number): { name: string; adds: boolean; from: number } | undefined {
  const name = tokens[at];
  if (name?.kind !== 'name') return undefined;
  if (isSign(tokens[at + 1], '+=')) return { name: name.value, adds: true, from: at + 2 };
  if (isSign(tokens[at + 1], '=') && !isSign(tokens[at + 2], '='))
    return { name: name.value, adds: false, from: at + 2 };
  return undefined;
}

function readSum(tokens: Token[], from: number, scope: Scope, depth: number): Evaluated | null {
  if (depth > MAX_DEPTH) return null;
  let sum = readTerm(tokens, from, scope, depth);
  if (!sum) return null;
  while (isSign(tokens[sum.next], '+')) {
    const more = readTerm(tokens, sum.next + 1, scope, depth);
    if (!more) break;
    sum = { value: sum.value + more.value, next: more.next, made: true };
    if (sum.value.length > MAX_LENGTH) return null;
  }
  return sum;
}

function readTerm(tokens: Token[], at: number, scope: Scope, depth: number): Evaluated | null {
  const token = tokens[at];
  if (!token || scope.left <= 0) return null;
  let term: Evaluated | null = null;
  if (token.kind === 'text') term = { value: token.value, next: at + 1, made: false };
  else if (isSign(token, '(')) term = readGroup(tokens, at, scope, depth);
  else if (isSign(token, '[')) term = readArray(tokens, at, scope, depth);
  else if (token.kind === 'name') term = readCall(tokens, at, scope, depth) ?? readVariable(tokens, at, scope);
  scope.left -= 1 + (term?.value.length ?? 0);
  return term && readMethods(tokens, term, scope, depth);
}

function readGroup(tokens: Token[], at: number, scope: Scope, depth: number): Evaluated | null {
  const inside = readSum(tokens, at + 1, scope, depth + 1);
  return inside && isSign(tokens[inside.next], ')') ? { ...inside, next: inside.next + 1 } : null;
}

function readVariable(tokens: Token[], at: number, scope: Scope): Evaluated | null {
  const value = scope.variables.get(tokens[at]?.value ?? '');
  return value === undefined || isSign(tokens[at + 1], '(') ? null : { value, next: at + 1, made: true };
}

/** ['a', 'b'].join('x'): the parts separated by a character that no text contains, which join replaces. */
function readArray(tokens: Token[], at: number, scope: Scope, depth: number): Evaluated | null {
  const list = readArguments(tokens, at + 1, ']', scope, depth);
  return list && { value: list.values.join('\u0000'), next: list.next, made: true };
}

function readArguments(
  tokens: Token[],
  from: number,
  close: string,
  scope: Scope,
  depth: number,
): { values: string[]; next: number } | null {
  const values: string[] = [];
  let at = from;
  while (at < tokens.length && values.length < 400) {
    if (isSign(tokens[at], close)) return { values, next: at + 1 };
    if (isSign(tokens[at], ',')) at++;
    else if (tokens[at]?.kind === 'number') values.push(tokens[at++]?.value ?? '');
    else {
      const sum = readSum(tokens, at, scope, depth + 1);
      if (!sum) return null;
      values.push(sum.value);
      at = sum.next;
    }
  }
  return null;
}

const CALLS: Record<string, (values: string[]) => string | null> = {
  fromCharCode: (values) => values.map((one) => String.fromCharCode(Number(one))).join(''),
  fromCodePoint: (values) => String.fromCodePoint(...values.map(Number).filter((code) => code > 0 && code < 0x110000)),
  atob: ([text]) => (text === undefined ? null : fromBase64(text)),
  unescape: ([text]) => (text === undefined ? null : decodePercent(text)),
  decodeURIComponent: ([text]) => (text === undefined ? null : decodePercent(text)),
  decodeURI: ([text]) => (text === undefined ? null : decodePercent(text)),
};

function readCall(tokens: Token[], at: number, scope: Scope, depth: number): Evaluated | null {
  let name = at;
  if (/^(?:String|window)$/.test(tokens[at]?.value ?? '') && isSign(tokens[at + 1], '.')) name = at + 2;
  const call = CALLS[tokens[name]?.value ?? ''];
  if (!call || !Object.hasOwn(CALLS, tokens[name]?.value ?? '') || !isSign(tokens[name + 1], '(')) return null;
  const list = readArguments(tokens, name + 2, ')', scope, depth);
  const value = list && call(list.values);
  return list && value !== null ? { value: value ?? '', next: list.next, made: true } : null;
}

function readMethods(tokens: Token[], term: Evaluated, scope: Scope, depth: number): Evaluated {
  let current = term;
  while (isSign(tokens[current.next], '.') && isSign(tokens[current.next + 2], '(')) {
    const method = tokens[current.next + 1]?.value ?? '';
    const list = readMethodArguments(tokens, current.next + 3, scope, depth);
    const value = list && applyMethod(method, current.value, list.values);
    if (!list || value === null || value.length > MAX_LENGTH) break;
    scope.left -= value.length;
    current = { value, next: list.next, made: true };
  }
  return {
    ...current,
    value:
      current.value.includes('\u0000') && !isSign(tokens[current.next], '.')
        ? current.value.replaceAll('\u0000', ',')
        : current.value,
  };
}

function readMethodArguments(
  tokens: Token[],
  from: number,
  scope: Scope,
  depth: number,
): { values: string[]; next: number } | null {
  const pattern = tokens[from];
  if (pattern?.kind === 'sign' && pattern.value.length > 2 && pattern.value.startsWith('/')) {
    const rest = readArguments(tokens, from + 1, ')', scope, depth);
    return rest && { values: [pattern.value, ...rest.values], next: rest.next };
  }
  return readArguments(tokens, from, ')', scope, depth);
}

function applyMethod(method: string, value: string, [first = '', second = '']: string[]): string | null {
  if (first.length > MAX_PATTERN && method !== 'concat') return null;
  if (method === 'split') return first === '' ? [...value].join('\u0000') : value.split(first).join('\u0000');
  if (method === 'reverse')
    return value.includes('\u0000') ? value.split('\u0000').reverse().join('\u0000') : reverse(value);
  if (method === 'join') return value.replaceAll('\u0000', first);
  if (method === 'concat') return value + first + second;
  if (method === 'toLowerCase' || method === 'trim' || method === 'toString') return value;
  if (method === 'replace' || method === 'replaceAll') return replaceLiterally(value, first, second);
  return null;
}

/** Follows only patterns that are plain text: /AT/g or '[at]'. */
function replaceLiterally(value: string, pattern: string, by: string): string | null {
  const expression = /^\/(.+)\/([gimsuy]*)$/.exec(pattern);
  if (!expression) return value.replace(pattern, () => by);
  const plain = (expression[1] ?? '').replace(/\\(.)/g, '$1');
  if (/[[\](){}^$|?*+]/.test((expression[1] ?? '').replace(/\\./g, ''))) return null;
  return by.length > MAX_PATTERN ? null : value.replaceAll(plain, by);
}
