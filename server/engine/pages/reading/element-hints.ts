// What the tag, class and id of an element say about it: which area of the page it opens, and whether it relates to the author.
// Based on class names of common themes and systems, in several languages. Every word is judged once and cached across pages,
// because sites use the same words. No rule looks beyond one word, so a class means what its words mean together.
import { memoizeTexts } from '../../memoize-texts.ts';
import { AREA, MARK } from '../page-facts.ts';
import { createWordFinder } from '../scanning/word-finder.ts';

const COMMENTS =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|disqus|replies|reply|testimonials?|testimonios?|t[ée]moignages?|recensioni|kommentare?|commentaires?|comentarios?|commenti|guestbook|(?:user|customer|product)?-?reviews|review[-_]?(?:card|item|list|slider|carousel|author)|(?:tutor|instructor|teacher|speaker|coach|doctor|trainer)s?[-_]?(?:card|list|grid|profile|name|item|info|box)|book[-_]?author)(?![a-z])/;
const NOT_COMMENTS =
  /comments?[-_](?:link|links|count|number|open|closed|icon|off|status)|no[-_]comments|with[-_]comments/;
const RELATED =
  /related|recommend|recirc|read[-_]?(?:next|also)|more[-_](?:from|stories|posts|articles|news|in|on)(?![a-z])|also[-_]?like|you[-_]may|popular|trending|most[-_](?:read|viewed)|(?:^|[\s_-])latest|recent[-_]?(?:posts?|articles?|news|entries)|(?:^|[\s_-])teasers?(?![a-z])|upsell|next[-_](?:post|article|up)|prev(?:ious)?[-_](?:post|article)|post[-_]nav|outbrain|taboola|newsletter|advert|(?:^|[\s_-])similar|mas[-_]?leid|siehe-auch|lesen-sie-auch/;
const ASIDE = /side[-_]?bar|widget[-_]area|(?:^|[\s_-])(?:right|left)?-?rail(?![a-z])|complementary/;
const FOOTER = /(?:^|[\s_-])(?:site|page|global|main|web)?[-_]?(?:footer|colophon)(?![a-z])/;
const NOT_FOOTER = /(?:entry|article|post|card|story|content|single|author|section|block|item|recipe)[-_]*footer/;
const ROT13 = /(?:^|[\s_-])r(?:ot)?-?13(?![a-z0-9])/;
const TRAP = /honey-?pot|(?:spam|bot)-?trap|(?:^|[\s_-])trap(?![a-z])/;
const NAV =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|submenu|dropdown-menu|breadcrumbs?|topbar|mega-?menu|off-?canvas|drawer|language-switcher)(?![a-z])/;
const AUTHOR =
  /author|by-?lines?(?![a-z])|by[-_]?line|writer|written|contributor|autor|auteur|verfasser|redakteur|skribent|f[oö]rfatt|forfatt|journalist|reporter|posted[-_]?by|published[-_]?by|(?:^|[\s_-])by(?![a-z])|creator|columnist|giornalista|redactor|periodista|yazar|muhabir|szerzo|(?:^|[\s_-])firma(?:nte)?(?![a-z])|avtor|toimittaja|kirjoittaja|auteurs|poster(?![a-z])/;
const NOT_AUTHOR =
  /authority|authori[sz]|author[-_]?(?:archive|avatar-only|filter)|no-author|(?:review(?:er)?|comment|testimonial|quote|book|client|customer|speaker)[-_]*author|without-author|hide-author|multi-author|single-author|group-blog|underwriter|typewriter|creatorsuite/;
const META =
  /(?:^|[\s_-])(?:entry|post|article|story|blog|single|content|page|item|news|recipe)[-_]*(?:meta|info|details|data|header|head|intro|credits?)(?![a-z])|(?:^|[\s_-])meta(?:[-_]?(?:data|info|line|item|bar))?(?![a-z])|(?:^|[\s_-])(?:dateline|credits?|signature|vcard|publish(?:ed)?-?(?:info|date)|postinfo|postmeta|infos?)(?![a-z])/;
const CODE =
  /(?:^|[\s_-])(?:highlight|hljs|prettyprint|codehilite|code-?(?:block|sample|snippet|mirror)|source-?code|syntax-?highlighter|language-[a-z]+)(?![a-z])/;
const PANEL =
  /(?:^|[\s_-])(?:slick|swiper|splide|carousel|slides?|modal|dialog|pop-?up|popover|lightbox|fancybox|collapse|collapsed|collapsible|accordion|tab-?(?:pane|panel|content)|dropdown|off-?canvas|flyout|share|sharing|social)(?![a-z])/;
const BOX =
  /(?:^|[\s_-])(?:bio|biography|about-?(?:the-?)?author|profile|author-?(?:box|bio|card|info|profile|description)|abh|saboxplugin|contributor-?bio|molongui)(?![a-z])/;

/** What a word matched; a class or id has the bits of all its words. */
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
  /** Interesting at all. */
  any: 8192,
  code: 1 << 14,
  /** Shown when a reader clicks or swipes. */
  panel: 1 << 15,
} as const;

/** Hints that may give an element a MARK. */
export const MARKING_HINTS = HINT.author | HINT.meta | HINT.box;

const LISTS: readonly (readonly [number, RegExp])[] = [
  [HINT.comments, COMMENTS],
  [HINT.notComments, NOT_COMMENTS],
  [HINT.related, RELATED],
  [HINT.aside, ASIDE],
  [HINT.footer, FOOTER],
  [HINT.notFooter, NOT_FOOTER],
  [HINT.nav, NAV],
  [HINT.trap, TRAP],
  [HINT.author, AUTHOR],
  [HINT.notAuthor, NOT_AUTHOR],
  [HINT.meta, META],
  [HINT.box, BOX],
  [HINT.rot13, ROT13],
  [HINT.code, CODE],
  [HINT.panel, PANEL],
];

/** Substrings, one of which is in every word of a list, so that a list is tested only against candidates. */
const PARTS = createWordFinder([
  [
    HINT.comments,
    words(`comment respond disqus reply replies testimon komment coment guestbook review moignag recensi tutor instruct teacher
    speaker coach doctor trainer book-author book_author`),
  ],
  [HINT.notComments, words('comment')],
  [
    HINT.related,
    words(`relat recomm recirc read more also you popular trend most latest recent teaser upsell next prev nav brain
    taboola newsl advert similar leid siehe lesen`),
  ],
  [HINT.aside, words('bar widget rail complement')],
  [HINT.footer | HINT.notFooter, words('footer colophon')],
  [HINT.nav, words('nav menu bread bar canvas drawer switch')],
  [HINT.trap, words('honey trap')],
  [
    HINT.author | HINT.notAuthor,
    words(`auth autor auteur avtor by writ contrib verfass redak redac skrib rfatt journal report creator column giorn
    period yazar muhab szerz firma toimit kirjoi poster`),
  ],
  [HINT.notAuthor, words('group-blog')],
  [HINT.meta, words('meta info detail data head intro credit dateline signature vcard publish')],
  [HINT.box, words('bio profile abh sabox molongui auth')],
  [HINT.rot13, words('13')],
  [HINT.code, words('highlight hljs prettyp codehil codeb codes codem code- source syntax language-')],
  [
    HINT.panel,
    words(`slick swiper splide carou slide modal dialog popup pop-up popover lightbox fancybox collaps accord tab-pane tabpane tab-con
    tabcon dropdown canvas flyout share sharing social`),
  ],
]);

function words(text: string): string[] {
  return text.split(/\s+/);
}

const KEPT_WORDS = 20_000;
/** Longer words are machine-made. */
const MAX_WORD = 100;

/** The HINT bits of one word of a class or id. */
export function hintsOfWord(html: string, codes: Uint16Array, start: number, end: number): number {
  const parts = PARTS.inCodes(codes, start, end);
  if (parts === 0 || end - start > MAX_WORD) return 0;
  // Trailing numbers ('menu-item-4711') say nothing, except for ROT13.
  const word = html.slice(start, parts & HINT.rot13 ? end : endOfLetters(codes, start, end));
  return judge(word);
}

function endOfLetters(codes: Uint16Array, start: number, end: number): number {
  let at = end;
  while (at > start && (codes[at - 1] as number) >= 48 && (codes[at - 1] as number) <= 57) at--;
  return at;
}

const judge = memoizeTexts(KEPT_WORDS, (word) => {
  const parts = PARTS.inText(word);
  const plain = plainWords(word);
  let bits: number = HINT.any;
  for (const [bit, list] of LISTS) if (parts & bit && list.test(plain)) bits |= bit;
  return bits;
});

/** Lower case, camelCase split. */
export function plainWords(text: string): string {
  const lower = text.toLowerCase();
  return lower === text ? text : text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
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
  if (bits & HINT.code) area |= AREA.code;
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
