// Tokenizes a script into strings, names, numbers and punctuation, without comments and spaces. Nothing is executed.

export interface Token {
  kind: 'text' | 'name' | 'number' | 'sign';
  value: string;
}

const TOKEN =
  /"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|`((?:[^`\\$]|\\[\s\S])*)`|([A-Za-z_$][\w$]*)|(0x[\da-f]+|\d+(?:\.\d+)?)|(\+=|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\/(?:\\.|[^/\\\n*])(?:\\.|[^/\\\n])*\/[gimsuy]*|[+=().,;[\]{}:?!<>&|*/%-])/gi;
/** More than any script that only hides an address. */
const MAX_TOKENS = 4000;

export function tokenize(script: string): Token[] {
  const tokens: Token[] = [];
  for (const match of script.matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break;
    const text = match[1] ?? match[2] ?? match[3];
    if (text !== undefined) tokens.push({ kind: 'text', value: unescapeLiteral(text) });
    else if (match[4] !== undefined) tokens.push({ kind: 'name', value: match[4] });
    else if (match[5] !== undefined) tokens.push({ kind: 'number', value: match[5] });
    else if (match[6] !== undefined && !/^\/[/*]/.test(match[6])) tokens.push({ kind: 'sign', value: match[6] });
  }
  return tokens;
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
