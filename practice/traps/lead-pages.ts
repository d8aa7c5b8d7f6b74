// Pages that speak against a lead, and pages that only look like it, in the languages of the finder. What a reader sees on each is in
// `signals`; bench/triage.ts compares it with what Zeus says.
import { type Html, html } from '../forms/html.ts';

export interface LeadPage {
  path: string;
  title: string;
  body: Html;
  head?: Html;
  lang?: string;
  status?: number;
  /** Lets only browsers pass. */
  isBotCheck?: true;
  /** Names of shared/triage-values.ts. */
  signals: readonly string[];
}

const SENTENCES = [
  'The path follows the river for an hour before it climbs into the woods above the village.',
  'Bring a jacket even in summer, because the wind on the ridge is stronger than the forecast says.',
  'Halfway up, a spring gives cold water that the locals have collected for two hundred years.',
  'From the hut you see both valleys, the lake between them, and on clear days the sea.',
  'We met three other groups, all of them slower than planned and none of them sorry for it.',
  'The descent is steep, so leave early and keep enough light for the last part through the gorge.',
  'Buses run every two hours until the evening, and the driver stops wherever somebody waves.',
  'A map on paper still helps, since the signal is gone behind the second bend of the road.',
];

/** About `count` words of an ordinary text. */
function prose(count: number): Html {
  const paragraphs = Math.max(1, Math.round(count / 64));
  return html`${Array.from({ length: paragraphs }, (_, at) => html`<p>${SENTENCES.slice((at % 2) * 4, (at % 2) * 4 + 4).join(' ')}</p>`)}`;
}

const link = (site: string, text: string): Html => html`<a href="https://${site}/">${text}</a>`;

const NOT_FOUND: Readonly<Record<string, string>> = {
  en: 'Page not found',
  de: 'Seite nicht gefunden',
  fr: 'Page introuvable',
  es: 'Página no encontrada',
  it: 'Pagina non trovata',
  pt: 'Página não encontrada',
  nl: 'Pagina niet gevonden',
  pl: 'Strona nie istnieje',
  ru: 'Страница не найдена',
  ja: 'お探しのページは見つかりませんでした',
  zh: '页面不存在',
};
const FOR_SALE: Readonly<Record<string, string>> = {
  en: 'This domain is for sale. Make an offer today.',
  de: 'Diese Domain steht zum Verkauf.',
  fr: 'Ce nom de domaine est à vendre.',
  es: 'Este dominio está en venta.',
  it: 'Questo dominio è in vendita.',
  pt: 'Este domínio está à venda.',
  nl: 'Deze domeinnaam is te koop.',
  pl: 'Ta domena jest na sprzedaż.',
  ru: 'Этот домен продаётся.',
  ja: 'このドメインは販売中です。',
  zh: '此域名正在出售。',
};
const WRITE_FOR_US: Readonly<Record<string, string>> = {
  en: 'Write for us',
  de: 'Gastbeitrag schreiben',
  fr: 'Écrivez pour nous',
  es: 'Escribe para nosotros',
  it: 'Scrivi per noi',
  pt: 'Escreva para nós',
  nl: 'Schrijf voor ons',
  pl: 'Napisz dla nas',
  ru: 'Стать автором',
  ja: '寄稿する',
  zh: '我要投稿',
};
const PRICES: Readonly<Record<string, readonly [heading: string, line: string]>> = {
  en: ['Our rates', 'Guest post with one dofollow link: $80'],
  de: ['Unsere Preise', 'Gastbeitrag mit Link: 120 €'],
  fr: ['Nos tarifs', 'Article sponsorisé : 150 €'],
  es: ['Nuestras tarifas', 'Artículo patrocinado: 90 €'],
  it: ['I nostri prezzi', 'Articolo sponsorizzato: 100 €'],
  pt: ['Nossos preços', 'Post patrocinado: 60 USD'],
  nl: ['Onze prijzen', 'Gesponsord artikel: € 75'],
  pl: ['Cennik', 'Artykuł sponsorowany: 300 zł'],
  ru: ['Наши цены', 'Размещение статьи: 5000 руб'],
  ja: ['料金表', '記事広告：50,000円'],
  zh: ['价格', '软文发布：500元'],
};

function inAllLanguages<Words>(table: Readonly<Record<string, Words>>, draw: (lang: string, words: Words) => LeadPage) {
  return Object.entries(table).map(([lang, words]) => draw(lang, words));
}

const ERRORS: readonly LeadPage[] = [
  ...inAllLanguages(NOT_FOUND, (lang, title) => ({
    ...{ path: `/not-found-${lang}`, lang, title, body: html`<p>404</p>`, signals: ['error-page'] },
  })),
  { path: '/error-503', status: 503, title: 'Try later', body: prose(150), signals: ['error-page'] },
  {
    path: '/database',
    title: 'Error establishing a database connection',
    body: html`<p>…</p>`,
    signals: ['error-page'],
  },
  { path: '/how-to-fix-404', title: 'How to fix “404 page not found”', body: prose(400), signals: [] },
  { path: '/route-404', title: 'Route 404: a walk to the sea', body: prose(300), signals: [] },
];

const PARKED: readonly LeadPage[] = [
  ...inAllLanguages(FOR_SALE, (lang, line) => ({
    ...{
      path: `/for-sale-${lang}`,
      lang,
      title: `walks-${lang}.example`,
      body: html`<p>${line}</p>`,
      signals: ['parked'],
    },
  })),
  {
    path: '/nginx',
    title: 'Welcome to nginx!',
    body: html`<p>If you see this page, the web server works.</p>`,
    signals: ['parked'],
  },
  {
    path: '/selling-a-domain',
    title: 'What to know when a domain is for sale',
    body: html`<p>A domain name may be for sale even if nobody says so.</p>${prose(300)}`,
    signals: [],
  },
];

const OFFERS: readonly LeadPage[] = [
  ...inAllLanguages(WRITE_FOR_US, (lang, label) => ({
    path: `/write-for-us-${lang}`,
    lang,
    title: 'A walk along the river',
    body: html`${prose(200)}<footer><a href="/join">${label}</a> <a href="/imprint">Imprint</a></footer>`,
    signals: ['write-for-us'],
  })),
  ...inAllLanguages(PRICES, (lang, [heading, line]) => ({
    path: `/prices-${lang}`,
    lang,
    title: heading,
    body: html`${prose(130)}<ul><li>${line}</li></ul>`,
    signals: ['guest-post-prices'],
  })),
  {
    path: '/price-table',
    title: 'Advertise with us',
    body: html`${prose(130)}<table><tr><td>Sponsored article</td><td>1,000 words</td><td>$150</td></tr><tr><td>Link insertion</td><td></td><td>$60</td></tr></table>`,
    signals: ['guest-post-prices'],
  },
  {
    path: '/no-guest-posts',
    title: 'Contact',
    body: html`${prose(150)}<p>Please do not email us about guest posts, we never accept sponsored posts.</p>`,
    signals: [],
  },
  {
    path: '/what-guest-posts-cost',
    title: 'How much does a guest post cost?',
    body: html`${prose(200)}<p>A guest post costs $200 on average.</p>`,
    signals: [],
  },
  {
    path: '/a-guest-post',
    title: 'A walk in the rain',
    body: html`<p>A guest post by Nora Field</p>${prose(200)}`,
    signals: [],
  },
  {
    path: '/shop',
    title: 'Walking boots',
    body: html`<p>Boots: $150, our guests love them. Contact us.</p>${prose(200)}`,
    signals: [],
  },
];

const post = (name: string): Html =>
  html`<div class="post"><b>${name}</b><p>Posts: 31</p><p>${SENTENCES[0]}</p><a href="#">Quote</a></div>`;
const thread = html`${['wedge', 'cloudy', 'otto'].map(post)}<a href="#">Reply to thread</a>`;

const FORUMS: readonly LeadPage[] = [
  {
    path: '/discourse',
    title: 'Which boots? - Walkers',
    head: html`<meta name="generator" content="Discourse 3.4">`,
    body: thread,
    signals: ['forum'],
  },
  {
    path: '/declared',
    title: 'Which boots?',
    head: html`<script type="application/ld+json">{"@type":"DiscussionForumPosting","headline":"Which boots?"}</script>`,
    body: thread,
    signals: ['forum'],
  },
  { path: '/forum/viewtopic.php', title: 'Which boots?', body: thread, signals: ['forum'] },
  { path: '/forums/threads/boots.42', title: 'Which boots?', body: thread, signals: ['forum'] },
  { path: '/news/forum-on-walking', title: 'A forum on walking opens in May', body: prose(250), signals: [] },
];

const TRADES = [
  'best online casino',
  'cheap viagra',
  'payday loans online',
  'essay writing service',
  'replica watches',
];
const sites = (count: number) => Array.from({ length: count }, (_, at) => `site-${at}.example`);

const LINKS: readonly LeadPage[] = [
  {
    path: '/directory',
    title: 'Useful sites for walkers',
    body: html`${prose(150)}<ul>${sites(90).map((site, at) => html`<li>${link(site, `Walking club number ${at}`)}</li>`)}</ul>`,
    signals: ['many-links'],
  },
  {
    path: '/one-shop',
    title: 'All our boots',
    body: html`${prose(150)}<ul>${sites(90).map((_, at) => html`<li><a href="https://shop.example/boot-${at}">Boot ${at}</a></li>`)}</ul>`,
    signals: [],
  },
  {
    path: '/trades',
    title: 'Friends of this site',
    body: html`${prose(150)}<p>${TRADES.map((trade, at) => html`${link(`friend-${at}.example`, trade)} `)}</p>`,
    signals: ['link-farm'],
  },
  {
    path: '/hidden-trades',
    title: 'A walk that was hacked',
    body: html`${prose(250)}<div style="display:none">${TRADES.map((trade, at) => html`${link(`friend-${at}.example`, trade)}, `)}</div>`,
    signals: ['link-farm'],
  },
  {
    path: '/one-casino',
    title: 'A walk past the old casino',
    body: html`${prose(250)}<p>See ${link('casino-museum.example', 'the casino')} and ${link('town.example', 'the town')}.</p>`,
    signals: [],
  },
];

const SHORT: readonly LeadPage[] = [
  { path: '/short', title: 'A short walk', body: html`<p>${SENTENCES[0]} ${SENTENCES[1]}</p>`, signals: ['thin'] },
  {
    path: '/japanese',
    lang: 'ja',
    title: '川沿いの散歩道',
    body: html`<p>${'川沿いの道を一時間ほど歩くと、村の上の森に入ります。夏でも上着を持って行きましょう。尾根の風は予報より強いからです。'.repeat(7)}</p>`,
    signals: [],
  },
  {
    path: '/bot-check',
    title: 'Just a moment...',
    body: html`<p>Verify you are human by completing the action below.</p>`,
    isBotCheck: true,
    signals: [],
  },
  { path: '/good', title: 'A long walk', body: html`<p>By Nora Field</p>${prose(500)}`, signals: [] },
];

export const LEAD_PAGES: readonly LeadPage[] = [...ERRORS, ...PARKED, ...OFFERS, ...FORUMS, ...LINKS, ...SHORT];
