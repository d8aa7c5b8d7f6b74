// What one pass over a page collects: all that authors, emails, people, links and the index need, without a tree.
// Every list is bounded (LIMITS), so a hostile page costs no more than a long honest one.

/** The part of the page something is in. Bits, inherited by descendants. */
export const AREA = {
  nav: 1,
  footer: 2,
  aside: 4,
  comments: 8,
  related: 16,
  form: 32,
  article: 64,
  main: 128,
  quote: 256,
  noscript: 512,
  hidden: 1024,
  table: 2048,
  /** A honeypot by its class: it contains no honest address. */
  trap: 4096,
  /** Code, logs and other samples: addresses there are examples unless they are the site's own. */
  code: 8192,
  /** A part that a click or swipe shows: a slide, dialog, tab, menu or share button. */
  panel: 16384,
} as const;

/** Areas whose text is not about this page's own article. */
export const NOT_CONTENT = AREA.nav | AREA.footer | AREA.comments | AREA.related | AREA.form;

/** What the class, id or attributes of an element say about it. */
export const MARK = {
  /** class or id names an author or byline */
  author: 1,
  /** itemprop, property or rel names an author: machine-readable */
  declared: 2,
  /** a line of metadata about the article: entry-meta, post-info */
  meta: 4,
  /** a box about the author: bio, about-the-author, profile */
  box: 8,
  /** an item of type Person */
  person: 16,
} as const;

export const LIMITS = {
  characters: 8_000_000,
  depth: 200,
  blocks: 20_000,
  textCharacters: 2_000_000,
  /** Longer runs without a line break are split into several blocks. */
  blockCharacters: 20_000,
  /** Titles, types and other short attributes. */
  attributeCharacters: 300,
  seams: 200,
  links: 5_000,
  marked: 400,
  markedCharacters: 500,
  images: 300,
  jsonLd: 40,
  jsonLdCharacters: 400_000,
  jsonLdTotal: 1_000_000,
  scripts: 300,
  scriptCharacters: 40_000,
  extras: 200,
  hiddenElements: 500,
  hiddenCharacters: 4000,
  meta: 300,
  forms: 50,
  embeds: 100,
} as const;

/** What the fields of a form are for. */
export const FIELD = {
  email: 1,
  message: 2,
  password: 4,
  /** A message field that is called a comment or review. */
  comment: 8,
} as const;

/** One run of visible text between block boundaries, with collapsed white space. */
export interface TextBlock {
  text: string;
  tag: string;
  area: number;
  /** 1 to 6 for h1 to h6, 0 otherwise. */
  heading: number;
  /** Which <article> it is in: 0 for none, otherwise a running number. */
  article: number;
  /** Indexes into PageFacts.links of the links inside. */
  links: number[];
  /** Offsets where a link starts or ends without a space: the words on both sides are separate. */
  seams: number[];
  /** Offsets where inline code starts and ends, in turn. */
  code: number[];
  /** SIGN bits (text-signs.ts): what the text may contain. */
  signs: number;
  /** Index into PageFacts.hiddenElements of the element that hides it (even if only from assistive tools), or -1. */
  hiddenBy: number;
}

/** The outermost element that is hidden, or hidden from assistive tools. */
export interface HiddenElement {
  area: number;
  /** Its class, or that of an element around it, says that it is shown on demand (AREA.panel, AREA.nav). */
  onDemand: boolean;
  /** How much text is inside: a panel opened by a click has much, a honeypot little. */
  characters: number;
  /** The hidden text, one line per block; cut at LIMITS.hiddenCharacters. */
  text: string;
}

export interface PageLink {
  href: string;
  text: string;
  rel: string;
  title: string;
  area: number;
  /** Index of the block it is in. */
  block: number;
  /** In running text rather than in a menu, a list of links or a footer. */
  inContent: boolean;
  hiddenBy: number;
}

export interface PageImage {
  src: string;
  alt: string;
  block: number;
  area: number;
}

/** An element whose class, id or attributes relate to the author. */
export interface MarkedElement {
  tag: string;
  marks: number;
  /** class, id, itemprop, property and rel, joined by spaces, lower case, camelCase split. */
  hint: string;
  /** Its text, one line per block inside. Cut at LIMITS.markedCharacters, then `long` is true. */
  text: string;
  long: boolean;
  holdsH1: boolean;
  area: number;
  block: number;
  links: number[];
  images: number[];
  /** content, title or aria-label attribute. */
  content: string;
  /** Values of itemprop / property elements inside (name, url, email, jobTitle, image …). */
  props: Record<string, string>;
  /** The schema.org type of the item this element belongs to, lower case: review, comment, article … */
  scope: string;
}

export interface PageForm {
  /** FIELD bits of all its fields. */
  fields: number;
  /** Its class and id, lower case. */
  hint: string;
  area: number;
}

export interface HiddenAddress {
  kind: 'cfemail' | 'attribute' | 'joomla';
  name: string;
  value: string;
  /** The same for all attributes of one element. */
  element: number;
  block: number;
  area: number;
  hiddenBy: number;
}

export interface PageFacts {
  url: string;
  base: string;
  title: string;
  lang: string;
  canonical: string;
  /** Classes of <html> and <body>: many systems state the kind of page there. */
  pageClass: string;
  /** The content of the first effective <meta http-equiv=refresh>; those inside <noscript> or <template> are ignored. */
  refresh: string;
  /** name, property or itemprop of <meta>, lower case, to its contents in order. */
  meta: Map<string, string[]>;
  blocks: TextBlock[];
  links: PageLink[];
  images: PageImage[];
  marked: MarkedElement[];
  jsonLd: string[];
  /** Small inline scripts, of every kind but JSON-LD. */
  scripts: string[];
  /** Those of `scripts` that run on load and mention `location`, so they may redirect. */
  locationScripts: string[];
  /** Short snippets of scripts around the word author. */
  scriptAuthors: string[];
  hidden: HiddenAddress[];
  hiddenElements: HiddenElement[];
  feeds: { href: string; type: string; title: string }[];
  icons: { href: string; sizes: string; rel: string }[];
  /** <link rel=author|me …> in the head. */
  linkRels: { rel: string; href: string; title: string }[];
  forms: PageForm[];
  /** Sources of frames and scripts that embed something from elsewhere in the page. */
  embeds: string[];
  /** Index of the first block of the page's headline, or -1. */
  headline: number;
  /** True when a limit ended the reading early, or links were left out. */
  cut: boolean;
}
