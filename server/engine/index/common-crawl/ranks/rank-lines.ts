// Lines of a ranks file: harmonic position and value, PageRank position and value, the reversed domain, and its number of hosts,
// separated by tabs. The file is sorted by harmonic position, so the strongest domains come first.

export interface DomainRank {
  name: string;
  position: number;
}

const mostDomains = 2_147_483_647;
/** The longest name that DNS allows. */
const longestName = 253;
const reversedName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

export const reverseName = (name: string) => name.split('.').reverse().join('.');
export const isReversedName = (text: string) => text.length <= longestName && reversedName.test(text);

/** Null for headings and for lines that are not understood. */
export function toDomainRank(line: string): DomainRank | null {
  const [, , position = '', , reversed = ''] = line.split('\t');
  const number = Number(position);
  if (!Number.isInteger(number) || number < 1 || number > mostDomains) return null;
  if (!isReversedName(reversed)) return null;
  return { name: reverseName(reversed), position: number };
}
