// An automaton that finds all of many words in one walk over a text, whatever their number (Aho-Corasick), as flat tables.

export interface WordAutomaton {
  /** What each character is: the place of its letter in a row. */
  classes: Uint8Array;
  /** The class of boundaries; 0 if no word needs one. */
  edge: number;
  /** A row has 2 ** shift places, and a row and a letter class lead to the next row. */
  steps: Uint16Array;
  shift: number;
  /** The groups of the words that end in a row. */
  found: Uint16Array;
}

/** Words by the bit of their group: at most 16 groups. */
export type WordGroups = readonly (readonly [bit: number, words: readonly string[]])[];

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
  edge: number;
  /** Classes from here on are boundaries as well as themselves. */
  signs: number;
}

/** In a list of words, this means a boundary: a character that `inWords` doesn't match, or an end of the text. */
const EDGE = '#';

/** Lower-case words; `#` before or after a word is a boundary. `inWords` matches the ASCII characters of words. */
export function compileWords(groups: WordGroups, inWords: RegExp): WordAutomaton {
  const letters = sortLetters(groups.flatMap(([, words]) => words).join(''), inWords);
  const { classes, edge, width } = letters;
  const root = newRow();
  for (const [bit, words] of groups) for (const word of words) addWord(root, word, letters, bit);
  const rows = inBreadth(root, letters);
  if (rows.length > 65535) throw new RangeError('too many words for one finder');
  const shift = Math.ceil(Math.log2(width));
  return {
    classes,
    edge,
    steps: stepsOf(rows, 2 ** shift),
    shift,
    found: Uint16Array.from(rows, ({ groups }) => groups),
  };
}

function sortLetters(all: string, inWords: RegExp): Letters {
  const isEdge = (letter: string) => !inWords.test(letter);
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

/** Where a row has no word to go on with, it continues as its fallback, which comes before it. */
function stepsOf(rows: Row[], width: number): Uint16Array {
  const steps = new Uint16Array(rows.length * width);
  for (const { index, next, back } of rows) {
    const start = index * width;
    if (back) steps.copyWithin(start, back.index * width, (back.index + 1) * width);
    for (const [letter, following] of next) steps[start + letter] = following.index;
  }
  return steps;
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
