// Sites that print no address: one has a contact form of its own, one embeds a service's form, one has only other forms. The first
// also has an author with profiles, next to share buttons and the site's own accounts.

import { type Html, html } from '../forms/html.ts';
import { originOf } from '../templates/view.ts';
import { page, type TrapHost } from './trap.ts';

/** What is true about a site that has to be reached without an address. */
export interface ReachTruth {
  article: string;
  author: string;
  contactForm: string | null;
  service: string | null;
  profiles: string[];
}

interface FormSite {
  host: string;
  author: string;
  title: string;
  /** What the contact page has besides words. */
  contact: Html;
  service: string | null;
  hasForm: boolean;
  /** Profiles of the author, as host and path. */
  profiles: readonly (readonly [host: string, path: string])[];
}

const ARTICLE = '/kettles-for-slow-mornings';
const CONTACT = '/contact';

const SEARCH = html`<form role="search" action="/search"><input type="search" name="q" aria-label="Search"><button>Search</button></form>`;
const NEWSLETTER = html`<form class="newsletter" action="/subscribe" method="post"><input type="email" name="email" aria-label="Your email"><textarea name="g-recaptcha-response" hidden></textarea><button>Subscribe</button></form>`;
const LOGIN = html`<form id="loginform" action="/login" method="post"><input type="email" name="log"><input type="password" name="pwd"><button>Log in</button></form>`;
const COMMENTS = html`<div id="respond" class="comment-respond"><h3>Leave a reply</h3><form id="commentform" class="comment-form" action="/comments" method="post"><textarea name="comment"></textarea><input name="author"><input type="email" name="email"><button>Post comment</button></form></div>`;
const OWN_FORM = html`<form class="wpcf7-form init" action="/contact#wpcf7-f12" method="post"><p><label>Your name <input type="text" name="your-name"></label></p><p><label>Your email <input type="email" name="your-email"></label></p><p><label>Your message <textarea name="your-message"></textarea></label></p><p><button>Send</button></p></form>`;
const EMBEDDED = html`<iframe src="http://typeform.localhost/to/Kettle1" title="Contact form" width="600" height="400"></iframe>`;

const SITES: readonly FormSite[] = [
  {
    host: 'slowkettle.localhost',
    author: 'Clara Whitfield',
    title: 'Slow Kettle',
    contact: html`${SEARCH}${OWN_FORM}${NEWSLETTER}`,
    service: 'Contact Form 7',
    hasForm: true,
    profiles: [
      ['linkedin.localhost', '/in/clara-whitfield'],
      ['twitter.localhost', '/kettleclara'],
      ['mastodon.localhost', '/@clara'],
      ['bsky.localhost', '/profile/clara.slowkettle.localhost'],
    ],
  },
  {
    host: 'framedform.localhost',
    author: 'Daniel Osborne',
    title: 'Framed Form',
    contact: EMBEDDED,
    service: 'Typeform',
    hasForm: true,
    profiles: [],
  },
  {
    host: 'noform.localhost',
    author: 'Helen Marsh',
    title: 'No Form',
    contact: html`${SEARCH}${LOGIN}${NEWSLETTER}${COMMENTS}`,
    service: null,
    hasForm: false,
    profiles: [],
  },
];

const accounts = ({ host }: FormSite, port: number): Html => {
  const name = host.split('.')[0] ?? '';
  return html`<footer class="site-footer"><a href="${originOf('twitter.localhost', port)}/${name}">Twitter</a> <a href="${originOf('instagram.localhost', port)}/${name}">Instagram</a> <a href="/">Home</a> <a href="${CONTACT}">Contact</a></footer>`;
};

function article(site: FormSite, port: number): Html {
  const here = `${originOf(site.host, port)}${ARTICLE}`;
  const links = site.profiles.map(
    ([host, path]) => html`<a href="${originOf(host, port)}${path}">${host.split('.')[0]}</a> `,
  );
  return html`<article><p class="byline">By <span class="author-name">${site.author}</span></p>
<p>A slow morning needs a kettle that says when it is done. We boiled four of them for a month and kept notes on each.</p>
<p class="share-buttons"><a href="${originOf('twitter.localhost', port)}/intent/tweet?url=${here}">Tweet</a> <a href="${originOf('facebook.localhost', port)}/sharer/sharer.php?u=${here}">Share</a></p>
<div class="author-box"><h4>${site.author}</h4><p>Boils water and writes about it.</p>${links}<a href="${originOf('instagram.localhost', port)}/${site.host.split('.')[0]}">instagram</a></div></article>${COMMENTS}${accounts(site, port)}`;
}

function contactPage(site: FormSite, port: number): Html {
  return html`<p>We read everything, but we print no address.</p>${site.contact}${accounts(site, port)}`;
}

export const CONTACT_FORMS: readonly TrapHost[] = SITES.map((site) => ({
  host: site.host,
  traps: [
    {
      path: ARTICLE,
      what: `an article of ${site.title}`,
      outcome: 'page',
      expect: `the author is ${site.author}, with ${site.profiles.length} profiles`,
      answer: (exchange) => page(exchange, 'Kettles for slow mornings', article(site, exchange.port)),
    },
    {
      path: CONTACT,
      what: 'Contact',
      outcome: 'page',
      expect: site.hasForm ? 'it has a contact form' : 'none of its forms is a contact form',
      answer: (exchange) => page(exchange, 'Contact', contactPage(site, exchange.port)),
    },
  ],
}));

export function reachTruth(port: number): ReachTruth[] {
  return SITES.map(({ host, author, hasForm, service, profiles }) => ({
    article: `${originOf(host, port)}${ARTICLE}`,
    author,
    contactForm: hasForm ? `${originOf(host, port)}${CONTACT}` : null,
    service,
    profiles: profiles.map(([at, path]) => `${originOf(at, port)}${path}`),
  }));
}
