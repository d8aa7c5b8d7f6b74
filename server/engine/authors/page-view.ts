// What the author rules need to know about a page again and again: its site names, its structured data, how close something is to
// the headline, and whether the page is an article at all.
import { type JsonLd, readJsonLd } from '../pages/json-ld.ts';
import { AREA, NOT_CONTENT, type PageFacts } from '../pages/page-facts.ts';
import { flatten, type NameRules } from './names/person-name.ts';

export interface PageView {
  facts: PageFacts;
  data: JsonLd;
  stated: NameRules;
  written: NameRules;
  /** 0 to 1: how much suggests that this page is one piece with an author. */
  article: number;
  host: string;
}

const ARTICLE_TYPES =
  /^(?:article|newsarticle|blogposting|posting|report|reportagenewsarticle|analysisnewsarticle|opinionnewsarticle|techarticle|scholarlyarticle|medicalscholarlyarticle|recipe|liveblogposting|socialmediaposting|discussionforumposting|review|howto|advertisercontentarticle|satiricalarticle|backgroundnewsarticle|reviewnewsarticle|criticreview|medicalwebpage)$/;

/** The home page, pages that list others, and pages about the site or its people. */
const SECTION =
  /^\/?$|^\/(?:[a-z]{2}\/)?(?:news|blog|blogs|issues|articles|stories|posts|latest|archives?|magazine|resources|insights|about|about-us|contact|contact-us|team|our-team|staff|masthead|people|imprint|impressum|kontakt|ueber-uns|uber-uns|sobre-nosotros|sobre|quienes-somos|a-propos|qui-sommes-nous|chi-siamo|over-ons|om-oss|om-os|contacto|contatto|equipe|equipo|mentions-legales|aviso-legal|privacy|privacy-policy|contributors|authors|experts)(?:\.html?|\.php)?\/?$|\/(?:topics?)\/(?!\d)[^/]*\/?$|\/(?:category|categories|tag|tags|authors?|contributors?|people|team|list|search|page|user|users|profile|profiles)\/[^/]*\/?$/i;
const LIST_CLASS =
  /(?:^|\s)(?:archive|category|tag|author|home|blog|search|search-results|home-template|tag-template|author-template|page-template-default|error404|post-type-archive)(?=\s|$)/;
const SINGLE_CLASS =
  /(?:^|\s)(?:single|single-post|post-template|article|post|node-type-article|page-node-type-article)(?=\s|$)/;
const LIST_TYPE = /^(?:collectionpage|profilepage|aboutpage|contactpage|searchresultspage|itemlist|product)$/;

export function isArticleType(type: string): boolean {
  return ARTICLE_TYPES.test(type);
}

export function viewPage(facts: PageFacts): PageView {
  const data = readJsonLd(facts.jsonLd);
  const host = URL.parse(facts.url)?.hostname.replace(/^www\./, '') ?? '';
  const siteNames = namesOfSite(facts, data, host);
  const groupNames = namesOfGroups(data);
  const view = {
    facts,
    data,
    host,
    stated: { siteNames, groupNames, anyCase: true },
    written: { siteNames, groupNames },
    article: 0,
  };
  view.article = likeAnArticle(view);
  return view;
}

/** Names that structured data gives only to organizations: never a person, even 'Warren Averett'. */
function namesOfGroups(data: JsonLd): string[] {
  const people = new Set<string>();
  const groups = new Set<string>();
  for (const { node, types } of data.nodes) {
    if (typeof node.name !== 'string') continue;
    if (types.includes('person')) people.add(flatten(node.name));
    else if (/organization|corporation|business/.test(types.join(' '))) groups.add(flatten(node.name));
  }
  return [...groups].filter((name) => !people.has(name));
}

function namesOfSite(facts: PageFacts, data: JsonLd, host: string): string[] {
  const names = [...(facts.meta.get('og:site_name') ?? []), ...(facts.meta.get('application-name') ?? [])];
  for (const { node, types } of data.nodes) {
    if (
      !types.includes('person') &&
      /organization|website|brand|corporation/.test(types.join(' ')) &&
      typeof node.name === 'string'
    ) {
      names.push(node.name);
    }
  }
  const label = host.split('.').slice(0, -1).pop() ?? host;
  return [...new Set([...names, label, host].map(flatten))].filter((name) => name !== '');
}

function likeAnArticle({ facts, data }: PageView): number {
  const types = data.nodes.filter((one) => one.path.length === 0).flatMap((one) => one.types);
  const path = pathOf(facts.url);
  let score = 0.25 + byOpenGraph(facts);
  if (facts.meta.has('article:published_time') || facts.meta.has('datepublished')) score += 0.2;
  if (types.some(isArticleType)) score += 0.35;
  if (types.some((type) => LIST_TYPE.test(type))) score -= 0.25;
  if (SINGLE_CLASS.test(facts.pageClass)) score += 0.1;
  else if (LIST_CLASS.test(facts.pageClass)) score -= 0.3;
  if (SECTION.test(path)) score -= 0.4;
  else if (/^\/[a-z]{3,14}\/?$/.test(path)) score -= 0.2;
  else if (/\/\d{4}\/\d{1,2}\/|[a-z0-9]+(?:-[a-z0-9]+){3,}|\.html?$/.test(path)) score += 0.1;
  return Math.max(0, Math.min(1, score));
}

/** With the query where it says which post this is: '/?p=3163', '/guide.php?id=12'. */
function pathOf(url: string): string {
  const { pathname, search } = URL.parse(url) ?? { pathname: '/', search: '' };
  return /[?&](?:p|id|post|article|page_id|g|t|topic)=\d/.test(search) ? pathname + search : pathname;
}

function byOpenGraph(facts: PageFacts): number {
  const type = facts.meta.get('og:type')?.[0]?.toLowerCase() ?? '';
  if (type.includes('article') || type.includes('blog')) return 0.35;
  return type.includes('product') || type.includes('profile') ? -0.3 : 0;
}

/** Some themes have a byline right above or below the headline in an element they call a menu or a teaser. */
function isBesideHeadline({ facts: { headline } }: PageView, block: number, area: number): boolean {
  if (headline < 0 || area & AREA.comments || !(area & (AREA.main | AREA.article))) return false;
  return block >= headline - 1 && block <= headline + 2;
}

/** Where the byline of an article is. */
export function isAtHeadline({ facts: { headline } }: PageView, block = -1): boolean {
  return headline >= 0 && block >= 0 && block >= headline - 4 && block <= headline + 8;
}

/** 1 right at the headline, down to 0.3 far from it; lower in areas that are not about this page. */
export function nearness(view: PageView, block: number, area: number): number {
  const { headline } = view.facts;
  if (area & (AREA.comments | AREA.related | AREA.nav)) return isBesideHeadline(view, block, area) ? 0.8 : 0;
  let near = 0.5;
  if (isAtHeadline(view, block)) near = 1;
  else if (headline < 0 || (block >= headline - 8 && block <= headline + 20)) near = 0.8;
  if (area & AREA.footer) near *= 0.4;
  else if (area & AREA.aside) near *= 0.75;
  else if (area & NOT_CONTENT) near *= 0.5;
  return near;
}
