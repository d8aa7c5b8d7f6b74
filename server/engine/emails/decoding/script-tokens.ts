// Tokenizes a script into strings, names, numbers and punctuation, without comments and spaces. Nothing is executed.

export interface Token {
  kind: 'text' | 'name' | 'number' | 'sign';
  value: string;
}

/** The start of a literal, a name, a number or a sign. */
const TOKEN =
  /["'`]|([A-Za-z_$][\w$]*)|(0x[\da-f]+|\d+(?:\.\d+)?)|\+=|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[+=().,;[\]{}:?!<>&|*/%-]/gi;
/** By their first character: the text inside, and the end, which may be missing. */
const LITERALS = new Map([
  ['"', /"((?:[^"\\\n]|\\[\s\S])*)("?)/y],
  ["'", /'((?:[^'\\\n]|\\[\s\S])*)('?)/y],
  ['`', /`((?:[^`\\$]|\\[\s\S])*)(`?)/y],
  ['/', /\/((?:\\.|[^/\\\n])*)((?:\/[gimsuy]*)?)/iy],
]);
/** More than any script that only hides an address. */
const MAX_TOKENS = 4000;

export function tokenize(script: string): Token[] {
  const tokens: Token[] = [];
  const readLiteral = literalsOf(script);
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(script); match && tokens.length < MAX_TOKENS; match = TOKEN.exec(script)) {
    const [sign, name, number] = match;
    const literal = readLiteral(sign, match.index);
    if (literal) {
      tokens.push(literal.token);
      TOKEN.lastIndex = literal.end;
    } else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (!/^(?:\/[/*]|["'`])/.test(sign)) tokens.push({ kind: 'sign', value: sign });
  }
  return tokens;
}

/**
 * Reads the literal that starts with this sign at this place, if one does. Where one has no end, those inside have none either:
 * they are not searched again, which would take quadratic time.
 */
function literalsOf(script: string): (sign: string, at: number) => { token: Token; end: number } | undefined {
  const endlessUntil = new Map<string, number>();
  return (sign, at) => {
    const pattern = LITERALS.get(sign);
    if (!pattern || at < (endlessUntil.get(sign) ?? 0)) return undefined;
    pattern.lastIndex = at;
    const [whole = '', text = '', close = ''] = pattern.exec(script) ?? [];
    const end = at + whole.length;
    if (close === '') {
      endlessUntil.set(sign, end);
      return undefined;
    }
    const token: Token = sign === '/' ? { kind: 'sign', value: whole } : { kind: 'text', value: unescapeLiteral(text) };
    return { token, end };
  };
}

function unescapeLiteral(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([\s\S]))/gi,
    (_, x, u, long, other: string) => {
      const code = x ?? u ?? long;
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
      return other === 'n' ? '\n' : other;
    },
  );
}

export function isSign(token: Token | undefined, value: string): boolean {
  return token?.kind === 'sign' && token.value === value;
}
