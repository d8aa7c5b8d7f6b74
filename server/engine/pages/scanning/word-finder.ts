// Finds which of many short words occur in a text, in one walk over its letters whatever the number of words (Aho-Corasick). Used
// as a first test that most texts fail: reading and finding take 39 % longer if every class name meets all patterns. Words come
// in groups, each a bit, so that the answer says which tests to run next.

export interface WordFinder {
  /** The groups of all words in codes[start..end], ignoring case; 0 if there are none. */
  inCodes(codes: Uint16Array, start: number, end: number): number;
  inText(text: string): number;
}

interface Row {
  next: Map<number, Row>;
  groups: number;
  /** The row of the longest suffix of this one that starts another word. */
  back: Row | undefined;
  index: number;
}

/** Every letter used in a word has its own class; all others share class 0. */
interface Letters {
  classes: Uint8Array;
  width: number;
  /** The class of boundaries; 0 if no word needs one. Classes from `signs` on are boundaries as well as themselves. */
  edge: number;
  signs: number;
}

/** Stands for a word boundary: anything but an ASCII letter, digit or underscore, or the edge of the text. */
const EDGE = '#';

/** Lower-case words by the bit of their group (at most 16 groups); `#` before or after a word is a boundary. */
export function createWordFinder(groups: readonly (readonly [bit: number, words: readonly string[]])[]): WordFinder {
  const letters = sortLetters(groups.flatMap(([, words]) => words).join(''));
  const root = newRow();
  for (const [bit, words] of groups) for (const word of words) addWord(root, word, letters, bit);
  const { steps, found } = flatten(root, letters);
  const { classes, edge } = letters;
  const first = steps[edge] as number;

  return {
    inCodes(codes, start, end) {
      let state = first;
      let bits = 0;
      for (let at = start; at < end; at++) {
        state = steps[state + (classes[codes[at] as number] as number)] as number;
        bits |= found[state] as number;
      }
      return bits | (found[steps[state + edge] as number] as number);
    },
    inText(text) {
      let state = first;
      let bits = 0;
      for (let at = 0; at < text.length; at++) {
        state = steps[state + (classes[text.charCodeAt(at)] as number)] as number;
        bits |= found[state] as number;
      }
      return bits | (found[steps[state + edge] as number] as number);
    },
  };
}

/** Tells whether a text has any of these words, ignoring case. */
export function createWordTest(words: readonly string[]): (text: string) => boolean {
  const finder = createWordFinder([[1, words]]);
  return (text) => finder.inText(text) !== 0;
}

function sortLetters(all: string): Letters {
  const classes = new Uint8Array(65536);
  const edge = all.includes(EDGE) ? 1 : 0;
  if (edge > 0) {
    classes.fill(edge);
    for (let code = 0; code < 128; code++) if (!isEdge(String.fromCharCode(code))) classes[code] = 0;
  }
  const used = [...new Set(all.replaceAll(EDGE, ''))];
  const plain = used.filter((letter) => !isEdge(letter));
  [...plain, ...used.filter(isEdge)].forEach((letter, index) => {
    classes[letter.charCodeAt(0)] = edge + 1 + index;
    classes[letter.toUpperCase().charCodeAt(0)] = edge + 1 + index;
  });
  return { classes, width: edge + 1 + used.length, edge, signs: edge + 1 + plain.length };
}

function isEdge(letter: string): boolean {
  return !/\w/.test(letter);
}

function addWord(root: Row, word: string, { classes, edge }: Letters, bit: number): void {
  let row = root;
  for (const letter of word) row = stepOrGrow(row, letter === EDGE ? edge : (classes[letter.charCodeAt(0)] as number));
  row.groups |= bit;
}

function newRow(): Row {
  return { next: new Map(), groups: 0, back: undefined, index: 0 };
}

function stepOrGrow(row: Row, letter: number): Row {
  const known = row.next.get(letter);
  if (known) return known;
  const grown = newRow();
  row.next.set(letter, grown);
  return grown;
}

/**
 * The automaton as flat tables: a row is a multiple of `width`; row and letter class lead to the next row. Where a row has no word to
 * go on with, it continues as its fallback, which comes before it.
 */
function flatten(root: Row, letters: Letters): { steps: Uint16Array; found: Uint16Array } {
  const rows = inBreadth(root, letters);
  const { width } = letters;
  if (rows.length * width > 65535) throw new RangeError('too many words for one finder');
  const steps = new Uint16Array(rows.length * width);
  const found = new Uint16Array(rows.length * width);
  for (const { index, groups, next, back } of rows) {
    const start = index * width;
    found[start] = groups;
    if (back) steps.copyWithin(start, back.index * width, (back.index + 1) * width);
    for (const [letter, following] of next) steps[start + letter] = following.index * width;
  }
  return { steps, found };
}

/** Numbered rows by depth, each with its fallback and the groups of the words that end in it. */
function inBreadth(root: Row, letters: Letters): Row[] {
  const rows = [root];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as Row;
    const edge = row.next.get(letters.edge);
    row.index = at;
    if (edge) for (let sign = letters.signs; sign < letters.width; sign++) stepOrGrow(row, sign);
    // The boundary first, because punctuation inherits from it.
    for (const [letter, next] of [...row.next].sort(([a], [b]) => a - b)) {
      next.back = row.back ? stepOf(row.back, letter) : root;
      if (edge && letter >= letters.signs) fallToEdge(row, next, edge);
      next.groups |= next.back?.groups ?? 0;
      rows.push(next);
    }
  }
  return rows;
}

/** Punctuation is a boundary as well as itself: at the start of a word it acts like a boundary, otherwise a word ends. */
function fallToEdge(row: Row, next: Row, edge: Row): void {
  if (row.back) next.groups |= edge.groups;
  else next.back = edge;
}

function stepOf(row: Row, letter: number): Row {
  for (let at = row; ; at = at.back) {
    const next = at.next.get(letter);
    if (next) return next;
    if (!at.back) return at;
  }
}
