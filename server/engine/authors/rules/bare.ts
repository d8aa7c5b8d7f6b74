// A line under the headline that is only a name (perhaps with a date), as many designs set the byline. Weak on its own: it
// needs a picture with that name, a date or role next to it, or another source.
import { AREA, NOT_CONTENT, type TextBlock } from '../../pages/page-facts.ts';
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import { flatten } from '../names/person-name.ts';
import type { PageView } from '../page-view.ts';

const REACH = 8;
const TIME =
  /^\d{1,2}[:.]\d{2}(?:\s*(?:uhr|am|pm|h|est|edt|gmt|cet))?$|^\d+\s*(?:min|minutes?|comments?|views?|kommentare?)/i;
/** Pictures of a person beside the name. */
const AVATAR = /avatar|gravatar|headshot|portrait|profile|author|userpic|mugshot|contributor/i;
const DATE =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d+\s*(?:min|minutes?|days?|hours?|weeks?|tage|jours|días)\b|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w*\.?\s+\d/i;
export const ROLE =
  /\b(?:writer|editor|author|reporter|journalist|correspondent|contributor|columnist|manager|director|founder|ceo|cto|head of|specialist|expert|analyst|engineer|strategist|marketer|redakteur\w*|autor\w*|journaliste|rédact\w+|redact\w+|producer|chef|consultant|professor|researcher|attorney|physician)\b/i;

export function authorsInBareLines(view: PageView): Candidate[] {
  const { blocks, headline } = view.facts;
  const found: Candidate[] = [];
  if (headline < 0) return found;
  for (let index = Math.max(0, headline - 3); index <= headline + REACH; index++) {
    const block = blocks[index];
    if (block && index !== headline && !(block.area & (NOT_CONTENT | AREA.noscript)))
      readLine(view, block, index, found);
  }
  return found;
}

function readLine(view: PageView, block: TextBlock, index: number, found: Candidate[]): void {
  // A line that ends with a full stop is a sentence or the caption of a picture.
  if (block.text.length > 80 || block.text.length < 5 || /(?<=\p{Ll})\.$/u.test(block.text)) return;
  const parts = block.text.split(/\s*[|•·●∙▪]\s*|\s[–—-]\s|,\s+(?=\d)|(?<=\s(?:19|20)\d\d),\s+/);
  const bare = parts.filter((part) => !DATE.test(part) && !TIME.test(part.trim())).join(' | ');
  if (!/^\p{Lu}[\p{L}'’.-]+(?:\s+[\p{L}'’.-]+){1,4}(?:\s*(?:\||,|\/|&|and|und).*)?$/u.test(bare)) return;
  const headline = flatten(view.facts.blocks[view.facts.headline]?.text ?? '');
  for (const person of readPeople(bare.replace(/(\p{L})\/(\p{L})/gu, '$1 / $2'), view.written)) {
    if (person.trust < 1 && bare.length > 30) continue;
    if (headline.includes(flatten(person.name))) continue;
    found.push({
      name: person.name,
      family: 'bare',
      rule: 'name under the headline',
      weight: weigh(view, block, index, person.name) * person.trust,
      snippet: block.text,
      block: index,
    });
  }
}

function weigh(view: PageView, block: TextBlock, index: number, name: string): number {
  const { blocks, images } = view.facts;
  const wanted = flatten(name);
  const around = `${block.text} ${blocks[index - 1]?.text.slice(0, 60) ?? ''} | ${blocks[index + 1]?.text.slice(0, 60) ?? ''}`;
  let weight = 0.32;
  if (DATE.test(block.text)) weight += 0.3;
  else if (DATE.test(around)) weight += 0.25;
  if (ROLE.test(blocks[index + 1]?.text.slice(0, 80) ?? '')) weight += 0.1;
  const near = images.filter((image) => Math.abs(image.block - index) < 4);
  if (near.some((image) => flatten(image.alt).includes(wanted))) weight += 0.25;
  else if (near.some((image) => Math.abs(image.block - index) < 2 && AVATAR.test(`${image.alt} ${image.src}`)))
    weight += 0.22;
  return weight;
}
