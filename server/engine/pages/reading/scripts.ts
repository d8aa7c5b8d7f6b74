// Scripts are never executed. We keep JSON-LD, small scripts (which may assemble an address), and snippets around the word
// author, because many systems state it in a data layer.
import { LIMITS, type PageFacts } from '../page-facts.ts';
import { type Attributes, attribute, SLOT } from '../scanning/attributes.ts';
import { isInert, type Reading } from './reading.ts';

const MAX_CUTTINGS = 24;
const MAX_SEARCHED = 1_500_000;

/** Script types a browser executes; any other type is data. */
const RUNS = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:;.*)?)?$/;

export function readScript(reading: Reading, text: string, attributes: Attributes): void {
  const { facts } = reading;
  const type = (attribute(attributes, SLOT.type) ?? '').trim().toLowerCase();
  if (type.includes('ld+json')) {
    if (hasRoom(facts, text)) facts.jsonLd.push(text);
    return;
  }
  if (text.length === 0 || text.length > MAX_SEARCHED) return;
  cutAroundAuthor(facts, text);
  if (text.length <= LIMITS.scriptCharacters && facts.scripts.length < LIMITS.scripts) {
    facts.scripts.push(text);
    if (
      text.includes('location') &&
      attribute(attributes, SLOT.src) === undefined &&
      RUNS.test(type) &&
      !isInert(reading)
    )
      facts.locationScripts.push(text);
  }
}

function hasRoom(facts: PageFacts, text: string): boolean {
  if (facts.jsonLd.length >= LIMITS.jsonLd || text.length > LIMITS.jsonLdCharacters) return false;
  return facts.jsonLd.reduce((sum, block) => sum + block.length, text.length) <= LIMITS.jsonLdTotal;
}

function cutAroundAuthor(facts: PageFacts, text: string): void {
  for (let at = text.indexOf('uthor'); at >= 0 && facts.scriptAuthors.length < MAX_CUTTINGS; ) {
    facts.scriptAuthors.push(text.slice(Math.max(0, at - 30), at + 200));
    at = text.indexOf('uthor', at + 60);
  }
}
