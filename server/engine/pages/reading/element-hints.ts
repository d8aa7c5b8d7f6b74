// What the tag, class and id of an element say about it: which area of the page it opens, and whether it has to do
// with the author. Words seen in the class names of common themes and systems, in several languages.
import { detach } from '../detach.ts';
import { AREA, MARK } from '../page-facts.ts';

export interface Hints {
  area: number;
  marks: number;
  /** Class and id in one writing; '' when they say nothing of interest. */
  words: string;
  /** The text inside is turned by rot13 and a script turns it back. */
  rot13: boolean;
}

const COMMENTS =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|disqus|replies|reply|testimonials?|kommentare?|commentaires?|comentarios?|commenti|guestbook|(?:user|customer|product)?-?reviews)(?![a-z])/;
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
  /authority|authori[sz]|author[-_]?(?:archive|avatar-only|filter)|no-author|review(?:er)?[-_]*author|comment[-_]*author|without-author|hide-author|multi-author|single-author|group-blog|underwriter|typewriter|creatorsuite/;
const META =
  /(?:^|[\s_-])(?:entry|post|article|story|blog|single|content|page|item|news|recipe)[-_]*(?:meta|info|details|data|header|head|intro|credits?)(?![a-z])|(?:^|[\s_-])meta(?:[-_]?(?:data|info|line|item|bar))?(?![a-z])|(?:^|[\s_-])(?:dateline|credits?|signature|vcard|publish(?:ed)?-?(?:info|date)|postinfo|postmeta|infos?)(?![a-z])/;
const BOX =
  /(?:^|[\s_-])(?:bio|biography|about-?(?:the-?)?author|profile|author-?(?:box|bio|card|info|profile|description)|abh|saboxplugin|contributor-?bio|molongui)(?![a-z])/;

/** A part of every word the lists above look for; most class names hold none of them, and are done with. */
const ANY =
  /aut[ohe]|avtor|by|writ|contrib|verfass|redak|redac|skrib|rfatt|journal|report|creator|column|giorn|period|yazar|muhab|szerz|firma|toimit|kirjoi|poster|meta|info|detail|data|head|intro|credit|dateline|signature|vcard|publish|bio|profile|abh|sabox|molongui|comment|respond|disqus|repl(?:y|ies)|testimon|komment|coment|guestbook|review|relat|recomm|recirc|read|more|also|you|popular|trend|most|latest|recent|teaser|upsell|next|prev|post-?_?nav|brain|taboola|newsl|advert|similar|leid|siehe|lesen|bar|widget|rail|complement|footer|colophon|nav|menu|bread|canvas|drawer|switch|honey|trap|13/i;

/** Telling class names read before, on any page: a site uses the same ones everywhere. */
const KNOWN = new Map<string, Hints>();
const MAX_KNOWN = 20_000;

/** Judges one element by its class and id. */
export function readHints(tag: string, classAndId: string): Hints {
  if (!ANY.test(classAndId)) return NO_HINTS;
  if (tag === 'body' || tag === 'html') return { ...judge(classAndId), area: 0, marks: 0 };
  if (tag === 'main') return { ...judge(classAndId), marks: 0 };
  const known = KNOWN.get(classAndId);
  if (known) return known;
  const hints = judge(classAndId);
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  KNOWN.set(detach(classAndId), hints);
  return hints;
}

function judge(classAndId: string): Hints {
  const words = plainWords(detach(classAndId));
  return { area: areaOf(words), marks: marksOf(words), words, rot13: ROT13.test(words) };
}

export const NO_HINTS: Hints = { area: 0, marks: 0, words: '', rot13: false };

/** Class and id in one writing: lower case, camelCase split. */
export function plainWords(classAndId: string): string {
  return classAndId.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

function areaOf(words: string): number {
  let area = 0;
  if (COMMENTS.test(words) && !NOT_COMMENTS.test(words)) area |= AREA.comments;
  if (RELATED.test(words)) area |= AREA.related;
  if (ASIDE.test(words)) area |= AREA.aside;
  if (FOOTER.test(words) && !NOT_FOOTER.test(words)) area |= AREA.footer;
  if (NAV.test(words)) area |= AREA.nav;
  if (TRAP.test(words)) area |= AREA.trap;
  return area;
}

function marksOf(words: string): number {
  let marks = 0;
  if (AUTHOR.test(words) && !NOT_AUTHOR.test(words)) marks |= MARK.author;
  if (META.test(words)) marks |= MARK.meta;
  if (BOX.test(words)) marks |= MARK.box;
  return marks;
}
