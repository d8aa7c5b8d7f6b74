// Reads a page, finds its authors, looks for people and addresses on the rest of the site, and combines the results.

import { maxAuthorsPerPage } from '../../../shared/limits.ts';
import type { Author } from '../authors/author.ts';
import { findAuthors } from '../authors/find-authors.ts';
import { flatten } from '../authors/names/person-name.ts';
import { type ContactForm, findContactForm } from '../contact-forms/find-contact-form.ts';
import { type FetchOutcome, waitOf } from '../pages/fetch-outcome.ts';
import type { PageFetcher } from '../pages/fetch-page.ts';
import { hasFewWords } from '../pages/has-few-words.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { domainOf } from '../pages/page-url.ts';
import { mergePeople } from '../people/merge-people.ts';
import type { FoundPerson } from '../people/person.ts';
import { kindOfUrl } from '../people/site-pages.ts';
import { type SiteVisit, visitSite } from '../people/visit-site.ts';
import { guessAddresses, mailHostOf } from './guess-addresses.ts';
import { fetchHome, hasSiteMoved, isSiteParked, ledAway } from './led-away.ts';
import { readAddresses } from './printed-addresses.ts';
import { peopleOn } from './read-once.ts';
import { isSamePage, peopleOnRendered, type RenderedFindings } from './rendered/rendered-findings.ts';
import type { CouldNotLook, PageEnd, SitePerson, SiteStudy } from './site-study.ts';

/** A team page may list hundreds; no user writes to all of them. */
const MAX_PEOPLE = 40;
const MAX_EVIDENCE = 3;

export interface StudyOptions {
  signal?: AbortSignal | undefined;
  /** What was found on the page while a browser showed it; null if none did. Only called when the served page says too little. */
  readRendered?: (url: string) => Promise<RenderedFindings | null>;
}

/**
 * Never throws because of the site: see `page` and `unreached`. Throws when the signal fires, the outbound client closes, or
 * `readRendered` throws.
 */
export async function studySite(
  fetcher: PageFetcher,
  url: string,
  { signal, readRendered }: StudyOptions = {},
): Promise<SiteStudy> {
  const outcome = await fetcher.fetchPage(url, { signal });
  const page = endOf(outcome);
  if (page.kind === 'unreached' || !URL.canParse(url)) return { ...nothingOf(url), page };
  if (outcome.kind !== 'page') {
    // The page may merely redirect to such a host; then its own site can still be read.
    if (isUnreachable(outcome) && isUnreachable(await fetchHome(fetcher, url, signal))) {
      return { ...nothingOf(url), page: { kind: 'unreachable', message: outcome.message } };
    }
    return studyHome(fetcher, { url, page, rendered: await passedCheck(outcome, url, readRendered), signal });
  }
  if (outcome.page.hints.parked && (await isSiteParked(fetcher, url, signal))) return parked(url);
  const away = ledAway(url, outcome.page);
  if (away && !(await hasSiteMoved(fetcher, url, { page: outcome.page, signal })))
    return studyHome(fetcher, { url, page: away, signal });
  const { facts, url: here } = outcome.page;
  const inServed = findAuthors(facts)
    .slice(0, maxAuthorsPerPage)
    .map((author) => asPerson(author, here));
  const rendered = readRendered && saysTooLittle(facts, inServed) ? await readRendered(url) : null;
  const second = rendered && (isSamePage(rendered, here) || isSamePage(rendered, url)) ? rendered : undefined;
  const inRendered = second ? peopleOnRendered(second, 'authors') : [];
  const authors = inRendered.length > 0 ? inRendered : inServed;
  const first = authors.flatMap((author) => author.url ?? []);
  const visit = await visitSite(fetcher, { url: here, facts, first, links: second?.links, signal });
  return put(page, visit, authors, second);
}

/** What the browser saw of the page if a bot check let it pass; undefined in all other cases. */
async function passedCheck(outcome: FetchOutcome, url: string, readRendered: StudyOptions['readRendered']) {
  if (outcome.kind !== 'refused' || !outcome.botCheck) return undefined;
  const rendered = await readRendered?.(url);
  return rendered && isSamePage(rendered, url) ? rendered : undefined;
}

interface Unread {
  url: string;
  page: PageEnd;
  /** What a browser saw of the page. */
  rendered?: RenderedFindings | undefined;
  signal: AbortSignal | undefined;
}

/** Studies the site of a page that could not be read. */
async function studyHome(fetcher: PageFetcher, { url, page, rendered, signal }: Unread): Promise<SiteStudy> {
  if (await isSiteParked(fetcher, url, signal)) return parked(url);
  const visit = await visitSite(fetcher, { url: new URL('/', url).href, links: rendered?.links, signal });
  if (!rendered) return put(page, visit, []);
  return put({ kind: 'read' }, visit, peopleOnRendered(rendered, 'authors'), rendered);
}

/** Scripts may add what an empty shell, or a page without an author, does not say. */
function saysTooLittle(facts: PageFacts, authors: readonly FoundPerson[]): boolean {
  return authors.length === 0 || hasFewWords(facts);
}

function endOf(outcome: FetchOutcome): PageEnd {
  switch (outcome.kind) {
    case 'page':
    case 'not-modified':
      return { kind: 'read' };
    case 'could-not-look':
      return { kind: 'unreached', message: outcome.message, ...waitOf(outcome) };
    case 'refused':
      return { kind: 'closed', message: outcome.message };
    default:
      return { kind: 'nothing', message: outcome.message };
  }
}

/** The host does not exist, or its address is not allowed. */
function isUnreachable(outcome: FetchOutcome): outcome is Extract<FetchOutcome, { kind: 'gone' | 'refused' }> {
  return (
    (outcome.kind === 'gone' && outcome.status === 0) || (outcome.kind === 'refused' && outcome.reason === 'policy')
  );
}

function nothingOf(url: string): Omit<SiteStudy, 'page'> {
  const domain = domainOf(url);
  return { domain, mailDomain: domain, people: [], addresses: [] };
}

function parked(url: string): SiteStudy {
  return { ...nothingOf(url), page: { kind: 'parked', message: `${domainOf(url)} is parked or for sale.` } };
}

function put(page: PageEnd, visit: SiteVisit, authors: readonly FoundPerson[], rendered?: RenderedFindings): SiteStudy {
  const others = visit.pages.flatMap(peopleOn);
  const late = rendered ? peopleOnRendered(rendered, 'people') : [];
  const merged = mergePeople([...authors, ...late, ...others]).slice(0, MAX_PEOPLE);
  const { addresses, mailDomain, own } = readAddresses(visit, merged, rendered);
  const guesses = guessAddresses(merged, mailDomain, addresses);
  const wrote = new Set(authors.map(({ name }) => flatten(name)));
  const people = merged.map((person, i): SitePerson => {
    const seen = addresses.filter(({ owner }) => owner === person.name);
    // Someone who prints an address elsewhere is a guest without a mailbox here.
    const isHome = seen.length === 0 || seen.some(({ address }) => mailHostOf(address) === mailDomain);
    const isAuthor = wrote.has(flatten(person.name));
    return { ...describe(person), isAuthor, seen, guesses: isHome ? (guesses[i] ?? []) : [] };
  });
  const unreached = unreachedOf(visit);
  const contactForm = contactFormOf(visit);
  return {
    ...{ domain: visit.domain, mailDomain, page, people, addresses: own },
    ...(contactForm ? { contactForm } : {}),
    ...(unreached ? { unreached } : {}),
  };
}

/** The page itself may be the site's home or contact page. */
function contactFormOf({ pages }: SiteVisit): ContactForm | null {
  return findContactForm(
    pages.map(({ url, kind, facts }) => ({ facts, kind: kind === 'given' ? kindOfUrl(url) : kind })),
  );
}

function asPerson({ evidence, confidence: _, ...author }: Author, page: string): FoundPerson {
  return { ...author, evidence: evidence.map(({ rule, snippet }) => ({ page, rule, snippet, block: -1 })) };
}

function describe(person: FoundPerson): Omit<SitePerson, 'isAuthor' | 'seen' | 'guesses'> {
  const { name, firstName, lastName, position, url, twitter, profiles, photo, evidence } = person;
  const profile = person.profile ?? url;
  return {
    ...{ name, firstName, lastName },
    ...(position ? { position } : {}),
    ...(profile ? { profile } : {}),
    ...(twitter ? { twitter } : {}),
    ...(profiles ? { profiles } : {}),
    ...(photo ? { photo } : {}),
    evidence: evidence
      .slice(0, MAX_EVIDENCE)
      .map(({ block: _, snippet, ...one }) => ({ ...one, snippet: snippet.slice(0, 200) })),
  };
}

function unreachedOf(visit: SiteVisit): CouldNotLook | undefined {
  const [first] = visit.unreached;
  if (first === undefined) return undefined;
  const [longest] = visit.unreached.toSorted((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0));
  return { message: first.message, ...waitOf(longest ?? first) };
}
