// Threads, questions with answers, and pages that live from their comments: links there are posted by users.
import { readJsonLd } from '../pages/json-ld.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { PageText } from './page-text.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['discussionforumposting', 'DiscussionForumPosting'],
  ['qapage', 'QAPage'],
]);

/** By <meta name=generator>. */
const GENERATORS =
  /\b(discourse|phpbb|vbulletin|xenforo|mybb|simple machines|smf|flarum|nodebb|vanilla|discuz!?|fluxbb|punbb|woltlab)\b/i;
/** By the classes of <html> and <body>. */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\s)section-view(?:topic|forum)(?=\s|$)/, 'phpBB'],
  [/(?:^|\s)template-(?:thread|forum)_view\w*(?=\s|$)/i, 'XenForo'],
  [/(?:^|\s)(?:thread_view|forum_view)(?=\s|$)/, 'XenForo'],
  [/(?:^|\s)(?:bbpress|bbp-topic|topic-template-default|single-topic|forum-archive)(?=\s|$)/, 'bbPress'],
  [/(?:^|\s)(?:question-page|questions-page)(?=\s|$)/, 'Stack Exchange'],
  [/(?:^|\s)(?:vbulletin|forumdisplay|showthread)(?=\s|$)/i, 'vBulletin'],
  [/(?:^|\s)wpforo\S*(?=\s|$)/, 'wpForo'],
  [/(?:^|\s)twig_page-topic(?=\s|$)/, 'inSided'],
  [/(?:^|\s)ipsApp(?=\s|$).{0,500}\bforums?\b/, 'Invision'],
];

/** Pages about a forum. */
const NO_THREAD =
  /\/(?:about|contact|privacy|terms|tos|faq|guidelines|rules|login|register|help)(?:-us)?(?:\.\w+)?\/?$/i;
/** Sites where everything is posted by users. */
const HOSTS =
  /^(?:[\w-]+\.)*(reddit\.com|quora\.com|stackoverflow\.com|stackexchange\.com|superuser\.com|serverfault\.com|askubuntu\.com|gutefrage\.net|zhihu\.com|tieba\.baidu\.com|chiebukuro\.yahoo\.co\.jp|otvet\.mail\.ru)$/;
const THREAD_FILE =
  /\/(?:viewtopic|viewforum|showthread|forumdisplay|topic_show|viewthread)\.(?:php|pl|asp|aspx|html?)\b|[?&](?:topic|showtopic|tid)=\d/i;
const THREAD_PATH =
  /\/(?:threads?|topics?|t|d|discussions?|talk|boards?|forum|forums|showthread|questions|viewtopic)\/(?:[^/]+\/){0,3}[^/]*\d/i;
const FORUM_PLACE =
  /^(?:forums?|boards?|community|discuss|discussions?|answers|talk|foros?|forum\d*)\.|(?:^|[.-])\w*forums?\.|\/(?:forums?|foren|foros?|community|boards?|talk)(?:\/|$)|\/\w*forum\//i;
/** The index of a forum or one of its boards. */
const FORUM_INDEX = /\/(?:forums?|boards?|foren|foros?)\/?(?:index\.\w+|\d+(?:\/[\w-]*)?|[\w.-]+\.\d+)?\/?$/i;
/** Buttons and labels of threads. */
const THREAD_LABEL = new RegExp(
  `^(?:${[
    '(?:post )?(?:reply|quote)(?: (?:to|with) (?:topic|thread|quote))?|thread (?:starter|tools)|start date|last post|jump to forum|forum (?:rules|home(?:page)?)',
    '(?:previous|next|new|recent|hot|active|unanswered|similar|recently active) (?:topics?|threads?|posts?)|start a new (?:discussion|topic|thread)|all discussions',
    '(?:replies|posts|joined|messages|reaction score|location|logged)(?:: ?[\\d,. ]+[km]?)?|\\d+ (?:replies|posts)|originally posted by.{0,20}|started by.{0,20}',
    'recommended posts|featured replies|sign in to follow|join the (?:conversation|discussion)|report post|subscribe to thread',
    'antworten|zitieren|beiträge(?:: ?[\\d.]+)?|themenstarter(?:in)?|letzter beitrag|répondre|citer|messages?(?: ?: ?\\d+)?|dernier message|responder|citar|mensajes(?:: ?\\d+)?|rispondi|cita|messaggi(?:: ?\\d+)?|mensagens(?:: ?\\d+)?',
    'reageren|citeren|berichten(?:: ?\\d+)?|odpowiedz|cytuj|posty(?:: ?\\d+)?|ответить|цитата|сообщений(?:: ?\\d+)?|返信|引用|回复|引用回复',
  ].join('|')})[:\\s]*$`,
  'iu',
);
const ENOUGH_LABELS = 3;
const LABEL_CHARACTERS = 30;

/** A discussion starts with a few lines. Popular articles have long comments, too, but say something themselves. */
const OPENING_CHARACTERS = 1500;
const COMMENT_CHARACTERS = 10_000;

/** How the page was recognized: the software, the type it declares, its URL, or the share of comments; null if it is not a forum. */
export function findForum(facts: PageFacts, text: PageText): string | null {
  return bySoftware(facts) ?? byType(facts) ?? byUrl(facts) ?? byComments(facts, text);
}

function bySoftware(facts: PageFacts): string | null {
  if (NO_THREAD.test(URL.parse(facts.url)?.pathname ?? '')) return null;
  const generator = (facts.meta.get('generator') ?? [])
    .map((one) => GENERATORS.exec(one.slice(0, 200))?.[1])
    .find(Boolean);
  return generator ?? CLASSES.find(([pattern]) => pattern.test(facts.pageClass))?.[1] ?? null;
}

function byType(facts: PageFacts): string | null {
  for (const { types, path } of readJsonLd(facts.jsonLd).nodes) {
    if (path.length > 1) continue;
    const type = types.map((one) => TYPES.get(one)).find(Boolean);
    if (type !== undefined) return type;
  }
  return null;
}

/** A URL alone may belong to an article about a forum, so the page must have the buttons and labels of one. */
function byUrl(facts: PageFacts): string | null {
  const url = URL.parse(facts.url);
  if (url === null) return null;
  const known = HOSTS.exec(url.hostname)?.[1];
  if (known !== undefined) return known;
  const path = url.pathname + url.search;
  const place = FORUM_PLACE.test(url.hostname) || FORUM_PLACE.test(url.pathname);
  const isThread = THREAD_FILE.test(path) || THREAD_PATH.test(path) || (place && FORUM_INDEX.test(url.pathname));
  if (!isThread && !place) return null;
  const needed = isThread && place ? 1 : ENOUGH_LABELS;
  return countLabels(facts, needed) >= needed ? 'forum' : null;
}

function countLabels(facts: PageFacts, enough: number): number {
  const labels = new Set<string>();
  for (const { text } of [...facts.links, ...facts.blocks]) {
    if (text.length <= LABEL_CHARACTERS && THREAD_LABEL.test(text)) labels.add(text.toLowerCase());
    if (labels.size >= enough) break;
  }
  return labels.size;
}

function byComments(facts: PageFacts, { characters, commentCharacters }: PageText): string | null {
  if (commentCharacters < COMMENT_CHARACTERS || characters > OPENING_CHARACTERS) return null;
  // Reviews of a product or a recipe are not a discussion.
  const isReviewed = readJsonLd(facts.jsonLd).nodes.some(
    ({ types }) => types.includes('product') || types.includes('recipe'),
  );
  return isReviewed ? null : 'comments';
}
