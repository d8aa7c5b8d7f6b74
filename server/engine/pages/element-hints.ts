// What the tag, class and id of an element say about it: which area of the page it opens, and whether it has to do
// with the author. Words seen in the class names of common themes and systems, in several languages.
import { AREA, MARK } from './page-facts.ts';

export interface Hints {
  area: number;
  marks: number;
  words: string;
  /** The text inside is turned by rot13 and a script turns it back. */
  rot13: boolean;
}

const COMMENTS =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|disqus|replies|reply|testimonials?|kommentare?|commentaires?|comentarios?|commenti|guestbook|userreviews?|customer-?reviews?)(?![a-z])/;
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
  /authority|authori[sz]|author[-_]?(?:archive|avatar-only|filter)|no-author|without-author|hide-author|multi-author|single-author|group-blog|underwriter|typewriter|creatorsuite/;
const META =
  /(?:^|[\s_-])(?:entry|post|article|story|blog|single|content|page|item|news|recipe)[-_]*(?:meta|info|details|data|header|head|intro|credits?)(?![a-z])|(?:^|[\s_-])meta(?:[-_]?(?:data|info|line|item|bar))?(?![a-z])|(?:^|[\s_-])(?:dateline|credits?|signature|vcard|publish(?:ed)?-?(?:info|date)|postinfo|postmeta|infos?)(?![a-z])/;
const BOX =
  /(?:^|[\s_-])(?:bio|biography|about-?(?:the-?)?author|profile|author-?(?:box|bio|card|info|profile|description)|abh|saboxplugin|contributor-?bio|molongui)(?![a-z])/;

/** Judges one element. Pure, so the caller may remember the answer by tag, class and id. */
export function readHints(tag: string, classAndId: string): Hints {
  const words = classAndId.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  if (words === '') return { area: 0, marks: 0, words, rot13: false };
  return { area: areaOf(tag, words), marks: marksOf(tag, words), words, rot13: ROT13.test(words) };
}

function areaOf(tag: string, words: string): number {
  if (tag === 'body' || tag === 'html') return 0;
  let area = 0;
  if (COMMENTS.test(words) && !NOT_COMMENTS.test(words)) area |= AREA.comments;
  if (RELATED.test(words)) area |= AREA.related;
  if (ASIDE.test(words)) area |= AREA.aside;
  if (FOOTER.test(words) && !NOT_FOOTER.test(words)) area |= AREA.footer;
  if (NAV.test(words)) area |= AREA.nav;
  if (TRAP.test(words)) area |= AREA.trap;
  return area;
}

function marksOf(tag: string, words: string): number {
  if (tag === 'body' || tag === 'html' || tag === 'main') return 0;
  let marks = 0;
  if (AUTHOR.test(words) && !NOT_AUTHOR.test(words)) marks |= MARK.author;
  if (META.test(words)) marks |= MARK.meta;
  if (BOX.test(words)) marks |= MARK.box;
  return marks;
}

const TAG_AREA: Record<string, number> = {
  nav: AREA.nav,
  aside: AREA.aside,
  main: AREA.main,
  article: AREA.article,
  form: AREA.form,
  button: AREA.form,
  select: AREA.form,
  blockquote: AREA.quote,
  noscript: AREA.noscript,
  template: AREA.hidden,
  table: AREA.table,
};

/** The area a tag opens by itself; a footer inside an article belongs to the article. */
export function areaOfTag(tag: string, inherited: number): number {
  if (tag === 'footer') return inherited & (AREA.article | AREA.main) ? 0 : AREA.footer;
  return TAG_AREA[tag] ?? 0;
}
