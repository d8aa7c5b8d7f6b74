// Who is behind a page, and the evidence: npm run find-once -- <URL of the page>
import { findAuthors } from '../../server/engine/authors/find-authors.ts';
import type { FoundAddress } from '../../server/engine/emails/address.ts';
import { findAddresses } from '../../server/engine/emails/find-addresses.ts';
import { assignOwners } from '../../server/engine/emails/owners.ts';
import { candidateAddresses, learnPatterns } from '../../server/engine/emails/patterns.ts';
import { domainOf } from '../../server/engine/pages/page-url.ts';
import { mergePeople } from '../../server/engine/people/merge-people.ts';
import type { FoundPerson } from '../../server/engine/people/person.ts';
import { readPeople } from '../../server/engine/people/read-people.ts';
import { type SiteVisit, visitSite } from '../../server/engine/people/visit-site.ts';
import { readConfig, runForOperator } from '../operating/configured-database.ts';
import { openTarget, type Target } from './once-target.ts';

async function main(): Promise<void> {
  const target = await openTarget(process.argv[2], readConfig());
  try {
    await find(target);
  } finally {
    await target.close();
  }
}

async function find({ url, openFetcher }: Target): Promise<void> {
  const fetcher = openFetcher();
  const outcome = await fetcher.fetchPage(url);
  if (outcome.kind !== 'page') {
    console.log(`${outcome.kind}: ${'message' in outcome ? outcome.message : ''}`);
    return;
  }
  const { facts } = outcome.page;
  console.log(`${facts.title}\n${outcome.page.url}\n\nAuthors`);
  const authors = findAuthors(facts);
  for (const author of authors) {
    const { name, confidence, evidence, ...links } = author;
    console.log(`  ${name}  ${confidence}`, pick(links));
    for (const { rule, snippet } of evidence) console.log(`      ${rule}: ${short(snippet)}`);
  }
  if (authors.length === 0) console.log('  none');
  const first = authors.flatMap((author) => author.url ?? []);
  const visit = await visitSite(fetcher, { url: outcome.page.url, facts, first });
  const people = mergePeople(visit.pages.flatMap((page) => readPeople(page.facts, page.kind)));
  showVisit(visit);
  console.log('\nPeople at the site');
  for (const person of people) {
    console.log(`  ${person.name}${person.position ? `, ${person.position}` : ''}`, pick(person));
    for (const { rule, page, snippet } of person.evidence.slice(0, 2))
      console.log(`      ${rule} on ${page}: ${short(snippet)}`);
  }
  if (people.length === 0) console.log('  none');
  showAddresses(visit, [...authors.map((author) => ({ ...author, evidence: [] })), ...people]);
}

function showVisit({ pages, unreached, refused }: SiteVisit): void {
  console.log('\nPages read');
  for (const { kind, url } of pages) console.log(`  ${kind.padEnd(8)} ${url}`);
  for (const { url, message } of [...unreached, ...refused]) console.log(`  not      ${url}: ${message}`);
}

function showAddresses(visit: SiteVisit, people: readonly FoundPerson[]): void {
  console.log('\nAddresses');
  const found = new Map<string, FoundAddress & { page: string }>();
  for (const { url, facts } of visit.pages) {
    const here = people.map((person) => {
      const block = person.evidence.find((one) => one.page === url && one.block >= 0)?.block;
      return block === undefined ? person : { ...person, block };
    });
    for (const one of assignOwners(findAddresses(facts), here, { domains: [visit.domain], blocks: facts.blocks })) {
      const known = found.get(one.address);
      if (known === undefined || (known.owner === undefined && one.owner !== undefined))
        found.set(one.address, { ...one, page: url });
    }
  }
  for (const { address, kind, owner, evidence, page } of found.values()) {
    console.log(`  ${address}  ${kind}${owner ? `, of ${owner}` : ''}`);
    console.log(`      ${evidence.rule} on ${page}: ${short(evidence.snippet)}`);
  }
  if (found.size === 0) console.log('  none');
  showGuesses(visit.domain, [...found.values()], people);
}

function showGuesses(site: string, found: readonly FoundAddress[], people: readonly FoundPerson[]): void {
  const known = found.flatMap(({ address, owner }) => {
    const person = people.find(({ name }) => name === owner);
    return person && domainOf(`http://${address.split('@')[1]}`) === site ? [{ address, person }] : [];
  });
  const owned = new Set(found.map(({ owner }) => owner));
  const others = [...new Map(people.map((person) => [person.name, person])).values()].filter(
    ({ name }) => !owned.has(name),
  );
  if (others.length === 0) return;
  const learned = learnPatterns(known);
  console.log(`\nLikely addresses of the others (learned from ${known.length})`);
  for (const person of others) {
    const candidates = candidateAddresses(person, site, learned).slice(0, 3);
    console.log(
      `  ${person.name}: ${candidates.map((one) => `${one.address} (${one.likelihood.toFixed(2)})`).join(', ')}`,
    );
  }
}

function pick({
  url,
  profile,
  twitter,
  photo,
}: Partial<Record<'url' | 'profile' | 'twitter' | 'photo', string>>): string {
  return [url, profile, twitter, photo].filter((link) => link !== undefined).join('  ');
}

function short(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 110);
}

runForOperator(main);
