// Several names in one text: 'A and B', 'A, B & C', 'Doe, Jane'. Drops parts that aren't names (roles, places, agencies).
import { CREDENTIAL, OTHER_PART, SUFFIX } from './name-words.ts';
import { type NameRules, type PersonName, readPersonName } from './person-name.ts';

const BETWEEN =
  /\s*(?:;|\||\n|\s[+&/]\s|&amp;|,?\s+(?:and|und|et|och|og|ja|ve|en|sowie|with|im gespräch mit|in conversation with|и|та|i|y|e|oraz)\s+|、|，|／|•|·|●|∙|▪)\s*/iu;
/** A bracket or an East Asian letter, without which no text matches OTHER_PART. */
const MAY_BE_OTHER = /[([\u2e80-\uffff]/;
const MAX_TEXT = 400;

/** The people a text names, in order, without duplicates. */
export function readPeople(raw: string, rules: NameRules = {}): PersonName[] {
  const text = raw.slice(0, MAX_TEXT).trim();
  const turned = readTurned(text, rules);
  if (turned) return [turned];
  const found: PersonName[] = [];
  for (const part of text.split(BETWEEN)) addPart(part, rules, found);
  return found.length > 0 ? found : readInside(text, rules);
}

/** 'jdoe (Jane Doe)': an account, and whose it is. */
function readInside(text: string, rules: NameRules): PersonName[] {
  const inside = /^[^()]{1,40}\(([^()]{5,40})\)\s*$/.exec(text)?.[1];
  const person = inside === undefined ? null : readPersonName(inside, rules);
  return person?.trust === 1 ? [person] : [];
}

/** 'Jane Doe, Head of Growth': what follows a comma is a name only if a name precedes it. */
function addPart(part: string, rules: NameRules, found: PersonName[]): void {
  splitCommas(part).forEach((piece, index) => {
    if (MAY_BE_OTHER.test(piece) && OTHER_PART.test(piece)) return;
    const person = index > 0 && found.length === 0 ? null : readPersonName(piece, rules);
    if (person && !found.some((other) => other.name === person.name)) found.push(person);
  });
}

/** 'Doe, Jane' and 'Doe, Jane M.': one comma, single words around it. */
function readTurned(text: string, rules: NameRules): PersonName | null {
  if (!text.includes(', ')) return null;
  const match = /^(\p{Lu}[\p{L}'’-]+), (\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?)$/u.exec(text);
  if (!match || CREDENTIAL.test(match[2] ?? '') || SUFFIX.test(match[2] ?? '')) return null;
  return readPersonName(`${match[2]} ${match[1]}`, rules);
}

function splitCommas(part: string): string[] {
  const pieces = part.split(/\s*,\s+/);
  if (pieces.length === 1) return pieces;
  const kept = [pieces[0] ?? ''];
  for (const piece of pieces.slice(1)) {
    if (SUFFIX.test(piece)) kept[kept.length - 1] += ` ${piece}`;
    else if (!CREDENTIAL.test(piece) && /\s/.test(piece.trim())) kept.push(piece);
  }
  return kept;
}
