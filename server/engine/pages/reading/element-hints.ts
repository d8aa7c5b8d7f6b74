// What the class and id of an element say about it: which area of the page it opens, and whether it relates to the author. Based on
// class names of common themes and systems, in several languages. No pattern looks beyond one word, so a class means what its words
// mean together.
import { AREA, MARK } from '../page-facts.ts';
import { createIdentifierFinder } from '../scanning/identifier-finder.ts';

/** What a word says; a class or id has the bits of all its words. */
export const HINT = {
  comments: 1,
  notComments: 2,
  related: 4,
  aside: 8,
  footer: 16,
  notFooter: 32,
  nav: 64,
  trap: 128,
  author: 256,
  notAuthor: 512,
  meta: 1024,
  box: 2048,
  /** The text inside is rot13-encoded and decoded by a script. */
  rot13: 4096,
  code: 1 << 13,
  /** Shown when a reader clicks or swipes. */
  panel: 1 << 14,
  /** A programming language: 'language-js'. */
  language: 1 << 15,
} as const;

/** Hints that may give an element a MARK. */
export const MARKING_HINTS = HINT.author | HINT.meta | HINT.box;

/** Patterns of classes and ids, as createIdentifierFinder reads them. */
const PATTERNS: readonly (readonly [bit: number, ...patterns: string[]])[] = [
  [
    HINT.comments,
    '-(comments?|commentlist|kommentare?|commentaires?|comentarios?|commenti|respond|disqus|reply|replies|guestbook)#',
    '-(testimonials?|testimonios?|t(é|e)moignages?|recensioni|(user|customer|product)?-?reviews|book-?author)#',
    '-review-?(card|item|list|slider|carousel|author)#',
    '-(tutor|instructor|teacher|speaker|coach|doctor|trainer)s?-?(card|list|grid|profile|name|item|info|box)#',
  ],
  [HINT.notComments, 'comments?-(link|count|number|open|closed|icon|off|status)|no-comments|with-comments'],
  [
    HINT.related,
    'related|recommend|recirc|read-?(next|also)|more-(from|stories|posts|articles|news|in|on)#|also-?like|you-may|popular|trending',
    'most-(read|viewed)|-latest|recent-?(post|article|news|entries)|-teasers?#|upsell|next-(post|article|up)|post-nav',
    'prev(ious)?-(post|article)|outbrain|taboola|newsletter|advert|-similar|mas-?leid|siehe-auch|lesen-sie-auch',
  ],
  [HINT.aside, 'side-?bar|widget-area|-(right|left)?-?rail#|complementary'],
  [HINT.footer, '-(site|page|global|main|web)?-?(footer|colophon)#'],
  [HINT.notFooter, '(entry|article|post|card|story|content|single|author|section|block|item|recipe)-?footer'],
  [
    HINT.nav,
    '-(nav|navbar|navigation|menu|submenu|dropdown-menu|breadcrumbs?|topbar|mega-?menu|off-?canvas|drawer|language-switcher)#',
  ],
  [HINT.trap, 'honey-?pot|(spam|bot)-?trap|-trap#'],
  [
    HINT.author,
    'author|by-?line|-by#|posted-?by|published-?by|writer|written|contributor|creator|columnist|journalist|reporter|poster#',
    'autor|auteur|verfasser|redakteur|skribent|f(o|ö)rfatt|giornalista|redactor|periodista|yazar|muhabir|szerzo|-firma(nte)?#',
    'avtor|toimittaja|kirjoittaja',
  ],
  [
    HINT.notAuthor,
    'authority|authori(s|z)|author-?(archive|avatar-only|filter)|(no|without|hide|multi)-author|group-blog',
    '(review(er)?|comment|testimonial|quote|book|client|customer|speaker)-?author|underwriter|typewriter|creatorsuite',
  ],
  [
    HINT.meta,
    '-(entry|post|article|story|blog|single|content|page|item|news|recipe)-?(meta|info|details|data|header|head|intro|credits?)#',
    '-(meta(-?(data|info|line|item|bar))?|dateline|credits?|signature|vcard|publish(ed)?-?(info|date)|postinfo|postmeta|infos?)#',
  ],
  [
    HINT.box,
    '-(bio|biography|about-?(the-?)?author|profile|author-?(box|bio|card|info|profile|description))#',
    '-(abh|saboxplugin|contributor-?bio|molongui)#',
  ],
  [HINT.rot13, '-r(ot)?#'],
  [
    HINT.code,
    '-(highlight|hljs|prettyprint|codehilite|code-?(block|sample|snippet|mirror)|source-?code|syntax-?highlighter)#',
  ],
  [HINT.language, '-language-'],
  [
    HINT.panel,
    '-(slick|swiper|splide|carousel|slides?|modal|dialog|pop-?up|popover|lightbox|fancybox|flyout|share|sharing|social)#',
    '-(collapse|collapsed|collapsible|accordion|tab-?(pane|panel|content)|dropdown|off-?canvas)#',
  ],
];

const hintsIn = createIdentifierFinder(PATTERNS);

const ROT13 = /(?:^|[\s_-])r(?:ot)?-?13(?![a-z0-9])/;
/** 'language_menu' and 'languageMenu' are something else. */
const LANGUAGE = /(?:^|[\s_-])language-[a-z]/;
/** Words whose exact spelling matters. */
const UNSURE = HINT.rot13 | HINT.language;

/** The HINT bits of all words of a class or id. */
export function hintsOfNames(html: string, codes: Uint16Array, start: number, end: number): number {
  const bits = hintsIn(codes, start, end);
  return bits & UNSURE ? confirm(bits, html.slice(start, end)) : bits;
}

function confirm(bits: number, names: string): number {
  const rot13 = ROT13.test(plainWords(names)) ? 0 : HINT.rot13;
  const language = LANGUAGE.test(names) ? 0 : HINT.language;
  return bits & ~(rot13 | language);
}

/** Lower case, camelCase split. */
export function plainWords(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

/** The AREA these hints open. */
export function areaOfHints(bits: number): number {
  let area = 0;
  if (bits & HINT.comments && !(bits & HINT.notComments)) area |= AREA.comments;
  if (bits & HINT.related) area |= AREA.related;
  if (bits & HINT.aside) area |= AREA.aside;
  if (bits & HINT.footer && !(bits & HINT.notFooter)) area |= AREA.footer;
  if (bits & HINT.nav) area |= AREA.nav;
  if (bits & HINT.trap) area |= AREA.trap;
  if (bits & (HINT.code | HINT.language)) area |= AREA.code;
  if (bits & HINT.panel) area |= AREA.panel;
  return area;
}

/** The MARK these hints give. */
export function marksOfHints(bits: number): number {
  let marks = 0;
  if (bits & HINT.author && !(bits & HINT.notAuthor)) marks |= MARK.author;
  if (bits & HINT.meta) marks |= MARK.meta;
  if (bits & HINT.box) marks |= MARK.box;
  return marks;
}
