// Many words in one line: 'posts?' stands for 'post' and 'posts', 'entry-(meta|info)' for 'entry-meta' and 'entry-info'.

/** All words that a pattern of letters, groups, alternatives and optional parts stands for. */
export function wordsOfPattern(pattern: string): string[] {
  const { words, end } = readAlternatives(pattern, 0);
  if (end < pattern.length) throw unbalanced(pattern);
  return words;
}

function readAlternatives(pattern: string, start: number): { words: string[]; end: number } {
  const words: string[] = [];
  let started = [''];
  let at = start;
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      words.push(...started);
      started = [''];
      at++;
      continue;
    }
    const part = readPart(pattern, at);
    started = started.flatMap((word) => part.words.map((next) => word + next));
    at = part.end;
  }
  return { words: [...words, ...started], end: at };
}

/** A letter or a group, perhaps optional. */
function readPart(pattern: string, at: number): { words: string[]; end: number } {
  const isGroup = pattern[at] === '(';
  const inside = isGroup ? readAlternatives(pattern, at + 1) : { words: [pattern.charAt(at)], end: at };
  if (inside.end >= pattern.length) throw unbalanced(pattern);
  const end = inside.end + 1;
  return pattern[end] === '?' ? { words: ['', ...inside.words], end: end + 1 } : { words: inside.words, end };
}

function unbalanced(pattern: string): SyntaxError {
  return new SyntaxError(`unbalanced parentheses: ${pattern}`);
}
