// Structured data: the author of the Article, Recipe or posting that this page is about.
import { memoizeObjects } from '../../../platform/memoize-objects.ts';
import {
  imageOf,
  type JsonLdNode,
  type JsonLdObject,
  type JsonLdValue,
  resolveNode,
  textsOf,
  typesOf,
} from '../../pages/json-ld.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import { flatten } from '../names/person-name.ts';
import { isArticleType, type PageView } from '../page-view.ts';

/** Keys that contain other people's words or other pages. */
const ELSEWHERE =
  /^(?:comment|comments|review|reviews|aggregaterating|suggestedanswer|acceptedanswer|answer|citation|hascourse|haspart|itemlistelement|mentions|video|relatedlink|isrelatedto|issimilarto|offers|isbasedon|associatedmedia|image|recordedas|workexample|blogpost|subjectof|review_|tracks?)$/i;

export function authorsInJsonLd(view: PageView): Candidate[] {
  const found: Candidate[] = [];
  const pieces = view.data.nodes.filter(
    (one) => one.types.some(isArticleType) && !one.path.some((key) => ELSEWHERE.test(key)),
  );
  const several = pieces.length > 3;
  for (const piece of pieces) {
    const weight = weightOf(view, piece, several);
    if (weight > 0) readAuthors(view, piece.node, weight, found);
  }
  if (found.length === 0) readWebPages(view, found);
  if (found.length === 0) readLonePerson(view, found);
  return found;
}

function weightOf(view: PageView, piece: JsonLdNode, several: boolean): number {
  const headline = piece.node.headline ?? piece.node.name;
  const named = typeof headline === 'string' && matchesTitle(view, headline);
  const isReview = piece.types.some((type) => type.includes('review'));
  if (isReview && view.data.nodes.some((one) => one.types.includes('product')) && !named) return 0.2;
  if (several && !named) return 0.1;
  return named ? 0.82 : 0.72;
}

function matchesTitle(view: PageView, headline: string): boolean {
  const wanted = flatten(headline).slice(0, 40);
  if (wanted.length < 5) return false;
  return titlesOf(view.facts).some((title) => title.includes(wanted));
}

const titlesOf = memoizeObjects(({ title, meta, blocks, headline }: PageFacts) =>
  [title, ...(meta.get('og:title') ?? []), blocks[headline]?.text ?? ''].map(flatten),
);

function readAuthors(view: PageView, node: JsonLdObject, weight: number, found: Candidate[]): void {
  const before = found.length;
  readAuthor(view, node.author, weight, 'author', found);
  if (found.length === before) readAuthor(view, node.creator, weight * 0.8, 'creator', found);
}

function readAuthor(
  view: PageView,
  value: JsonLdValue | undefined,
  weight: number,
  key: string,
  found: Candidate[],
): void {
  if (typeof value === 'string') addPeople(view, value, weight * 0.95, key, {}, found);
  else if (Array.isArray(value)) for (const one of value.slice(0, 20)) readAuthor(view, one, weight, key, found);
  else if (typeof value === 'object' && value !== null) {
    const node = resolveNode(view.data, value);
    const types = typesOf(node);
    const isGroup =
      types.some((type) => /organi[sz]ation|corporation|brand|website/.test(type)) && !types.includes('person');
    const name = nameOf(node);
    if (name !== '') addPeople(view, name, isGroup ? weight * 0.4 : weight, key, node, found);
  }
}

function nameOf(node: JsonLdObject): string {
  const { name, givenName, familyName } = node;
  if (typeof name === 'string') return name;
  if (Array.isArray(name)) return textsOf(name).join('; ');
  return typeof givenName === 'string' && typeof familyName === 'string' ? `${givenName} ${familyName}` : '';
}

function addPeople(
  view: PageView,
  name: string,
  weight: number,
  key: string,
  node: JsonLdObject,
  found: Candidate[],
): void {
  const people = readPeople(name, view.stated);
  const alone = people.length === 1;
  for (const person of people) {
    found.push({
      name: person.name,
      family: 'json-ld',
      rule: `json-ld ${key}`,
      weight: weight * person.trust,
      snippet: name.slice(0, 120),
      url: alone ? textsOf(node.url)[0] : undefined,
      photo: alone ? imageOf(node.image) : undefined,
      sameAs: alone ? textsOf(node.sameAs).slice(0, 20) : undefined,
    });
  }
}

function readWebPages(view: PageView, found: Candidate[]): void {
  for (const one of view.data.nodes) {
    if (
      one.path.length > 1 ||
      !one.types.some((type) =>
        /^(?:webpage|videoobject|podcastepisode|creativework|blog|book|qapage|course|faqpage)$/.test(type),
      )
    )
      continue;
    if (one.path.some((key) => ELSEWHERE.test(key))) continue;
    readAuthors(view, one.node, one.types.includes('webpage') ? 0.6 : 0.4, found);
  }
}

/** WordPress plugins state the writer as the only Person of the graph. */
function readLonePerson(view: PageView, found: Candidate[]): void {
  const people = view.data.nodes.filter(
    (one) => one.types.includes('person') && !one.path.some((key) => ELSEWHERE.test(key)),
  );
  const names = new Set(people.map((one) => nameOf(one.node)).filter((name) => name !== ''));
  const [lone] = people;
  if (names.size !== 1 || !lone || lone.types.includes('organization')) return;
  addPeople(view, nameOf(lone.node), lone.path.includes('founder') ? 0.1 : 0.35, 'person', lone.node, found);
}
