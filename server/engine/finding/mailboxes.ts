// The shared mailboxes of a site, such as editorial@ or info@, for users who accept one in place of a person.

import { isOnPlatform } from '../pages/platforms.ts';
import type { PersonToFind } from './look-up-address.ts';
import type { GuessedAddress, SeenAddress, SiteStudy } from './site-study.ts';

const USUAL = ['contact', 'info', 'hello'];
/** A site may print dozens, and if its mail server rejects the best of them, the others hardly help. */
const MAX_PRINTED = 3;

const EDITORIAL = new Set(
  `editor editors editorial redaktion redaktionen redaction redacao redaccion redazione redactie redakcja newsroom news stories story
  submissions submission pitch pitches pitching guest guestpost guestposts press presse prensa imprensa stampa media content
  webredaktion onlineredaktion bianji henshu henshubu`.split(/\s+/),
);
/** Mailboxes whose readers don't decide what a site publishes, and those that no one reads. */
const UNSUITABLE = new Set(
  `noreply no-reply donotreply postmaster hostmaster abuse privacy datenschutz dpo gdpr legal security jobs careers career hr
  bewerbung karriere recruiting booking bookings reservations reservation orders order billing accounts accounting invoices invoice
  finance subscribe subscriptions abo newsletter corrections ombudsman
  dsb rgpd dpd iod rodo lgpd datenschutzbeauftragter datenschutzbeauftragte privacidad privacidade confidentialite hosting hebergement
  rrhh emploi recrutement empleo vagas vacatures stellen praca rekrutacja saiyo saiyou zhaopin
  buchhaltung comptabilite contabilidad contabilidade contabilita boekhouding ksiegowosc
  aboservice abonnement abonnements abbonamenti assinaturas suscripciones prenumerata`.split(/\s+/),
);

/** The mailboxes to try, best first: those the site prints, then usual names. */
export function mailboxesOf(study: SiteStudy): PersonToFind {
  const { addresses } = study;
  const shared = addresses.filter(({ kind, owner }) => kind === 'generic' && owner === undefined);
  const suitable = shared.filter((one) => !isNamed(one, UNSUITABLE));
  const editorialFirst = suitable.toSorted((a, b) => Number(isNamed(b, EDITORIAL)) - Number(isNamed(a, EDITORIAL)));
  return { seen: editorialFirst.slice(0, MAX_PRINTED), guesses: usualMailboxes(study) };
}

/** Names that many sites use. One counts only if the mail server confirms it. At a platform they belong to its staff. */
export function usualMailboxes({
  mailDomain,
  suppressedMailboxes = [],
}: Pick<SiteStudy, 'mailDomain' | 'suppressedMailboxes'>): GuessedAddress[] {
  if (isOnPlatform(mailDomain)) return [];
  const guess = { pattern: 'usual', likelihood: 0.2, learntFrom: 0, isSure: false };
  const addresses = USUAL.map((name) => `${name}@${mailDomain}`);
  return addresses.filter((one) => !suppressedMailboxes.includes(one)).map((address) => ({ address, ...guess }));
}

function isNamed({ address }: SeenAddress, names: ReadonlySet<string>): boolean {
  const local = address.slice(0, address.lastIndexOf('@'));
  return names.has(local) || local.split(/[._+-]/).some((word) => names.has(word));
}
