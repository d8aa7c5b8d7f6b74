// The nouns of the practice web. Data files fill them, templates render them, truth.ts states them.

import type { HidingForm } from '../forms/hiding-forms.ts';

export type Topic = 'golf' | 'hosting' | 'coffee' | 'hiking' | 'energy' | 'finance';
export type Language = 'en' | 'de' | 'fr' | 'es';
export type TemplateName =
  | 'classic'
  | 'blocks'
  | 'ghost'
  | 'newsletter'
  | 'platform'
  | 'magazine'
  | 'handmade'
  | 'minimal'
  | 'forum'
  | 'shop'
  | 'wiki'
  | 'corporate';

/** How the mail of a domain behaves; mail/verdicts.ts says what each one means for an address. */
export type MailPolicy =
  | 'mailboxes'
  | 'strict-tls'
  | 'second-mx'
  | 'implicit-mx'
  | 'relay'
  | 'edge'
  | 'catch-all'
  | 'gateway'
  | 'unseen'
  | 'greylist'
  | 'greylist-hour'
  | 'slow'
  | 'tarpit'
  | 'deferring'
  | 'blocked'
  | 'blocked-at-connect'
  | 'blocked-by-operator'
  | 'closed'
  | 'null-mx'
  | 'no-mx'
  | 'servfail';

export type AddressPattern =
  | 'first.last'
  | 'flast'
  | 'first'
  | 'firstl'
  | 'f.last'
  | 'first_last'
  | 'last'
  | 'firstlast';

/** Who signs the articles of a site. Only 'person', 'pair' and 'guest' name a human being. */
export type Byline = 'person' | 'pair' | 'guest' | 'staff' | 'admin' | 'organisation' | 'none';

export interface Site {
  name: string;
  host: string;
  title: string;
  tagline: string;
  topic: Topic;
  template: TemplateName;
  language: Language;
  /** 1 (a hobby page) to 5 (everyone links to it). */
  strength: number;
  hue: number;
  founded: number;
  mail: MailPolicy;
  pattern: AddressPattern;
  /** Usually the host; some companies receive email elsewhere. */
  mailDomain: string;
  people: Person[];
  generic: string[];
  pages: Page[];
}

export interface Person {
  id: string;
  first: string;
  last: string;
  name: string;
  slug: string;
  position: string;
  bio: string;
  site: Site;
  /** The mailbox that really exists, published or not. */
  address: string;
  /** What the site's pattern makes of the name; differs from the address for those who have an alias instead. */
  patternAddress: string;
  linkedin: boolean;
  twitter: string | null;
}

export type PageKind =
  | 'home'
  | 'article'
  | 'author'
  | 'team'
  | 'about'
  | 'contact'
  | 'category'
  | 'thread'
  | 'product'
  | 'entry'
  | 'feed';

export interface Page {
  site: Site;
  kind: PageKind;
  path: string;
  title: string;
  description: string;
  /** ISO date of publication. */
  published: string;
  topic: Topic;
  byline: Byline;
  /** The people who really wrote it; empty if no human being is named. */
  authors: Person[];
  /** What is visible instead of a person: 'admin', 'Editorial Team'. */
  signedAs: string | null;
  /** The person an author page is about. */
  person: Person | null;
  recipe: Recipe | null;
  links: Link[];
  spots: Spot[];
}

/** What an article is made of; prose/compose.ts turns it into sections. */
export interface Recipe {
  kind: 'ranking' | 'guide' | 'review' | 'essay' | 'roundup' | 'crossover';
  /** For a crossover: the topic looked at from the site's own. */
  about: Topic;
  sections: number;
}

export type Rel = '' | 'nofollow' | 'ugc' | 'sponsored' | 'ugc nofollow' | 'sponsored nofollow';

export interface Link {
  from: Page;
  to: Page;
  anchor: string;
  rel: Rel;
  place: 'content' | 'sidebar' | 'footer' | 'comment';
}

/** A place where an address can be found, or must not be. */
export interface Spot {
  page: Page;
  form: HidingForm;
  address: string;
  owner: Person | null;
}

/** What is behind an address. A 'gone' one is still printed somewhere, but no longer exists. */
export interface Mailbox {
  state: 'open' | 'full' | 'gone' | 'honeypot';
  kind: 'personal' | 'generic' | 'webmail';
  owner: Person | null;
}

export interface World {
  sites: Site[];
  mailboxes: Map<string, Mailbox>;
  people: Person[];
  pages: Page[];
  links: Link[];
  spots: Spot[];
  siteByHost: Map<string, Site>;
}
