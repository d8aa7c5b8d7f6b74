// Structured data as the engines write it: separate objects, an @graph with references, or none.

import { numberOf } from '../../data/random.ts';
import type { Person, Site } from '../../data/types.ts';
import { type Html, raw } from '../../forms/html.ts';
import { wordsOf } from '../../prose/compose.ts';
import { addressOf, originOf, signersOf, type View } from '../view.ts';
import { coverPath, facePath } from './pictures.ts';
import { linkedinOf, twitterOf } from './social.ts';

type Ld = Record<string, unknown>;

/** A script element; '<' is escaped so that no text can end it. */
export function ldScript(data: Ld | Ld[]): Html {
  return raw(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`);
}

export function personLd(view: View, person: Person): Ld {
  const sameAs = [
    person.twitter === null ? null : twitterOf(person, view.port),
    person.linkedin ? linkedinOf(person, view.port) : null,
  ];
  const email = view.page.spots.find((spot) => spot.owner === person && spot.form === 'json-ld');
  const own = person.site.pages.find((page) => page.kind === 'author' && page.person === person);
  return {
    '@type': 'Person',
    name: person.name,
    ...(own === undefined ? {} : { url: addressOf(own, view.port) }),
    image: originOf(person.site.host, view.port) + facePath(person),
    jobTitle: person.position,
    description: person.bio,
    ...(email === undefined ? {} : { email: `mailto:${email.address}` }),
    sameAs: sameAs.filter((link) => link !== null),
  };
}

function organizationLd(view: View): Ld {
  const { site, port } = view;
  return {
    '@type': 'Organization',
    name: site.title,
    url: `${originOf(site.host, port)}/`,
    logo: `${originOf(site.host, port)}/favicon.svg`,
  };
}

/** Some engines write an author as a plain name, some in a list; one leaves a trailing comma, as hand-made plugins do. */
export type Dialect = 'object' | 'name' | 'list' | 'comma';

function dialectOf(site: Site): Dialect {
  if (site.template === 'newsletter') return 'list';
  if (site.template !== 'blocks' && site.template !== 'corporate') return 'object';
  return (['object', 'name', 'comma', 'object'] as const)[numberOf(site.name) % 4] ?? 'object';
}

function spell(author: Ld | Ld[], dialect: Dialect): unknown {
  if (dialect === 'list') return [author].flat();
  if (dialect !== 'name' || Array.isArray(author) || author.email !== undefined) return author;
  return author.name;
}

/** What the CMS believes about the author, which on guest posts is the account that pasted the text. */
function authorLd(view: View): Ld | Ld[] {
  if (view.page.byline === 'guest') {
    return { '@type': 'Person', name: 'admin', url: `${originOf(view.site.host, view.port)}/author/admin/` };
  }
  const people = signersOf(view.page).flatMap((signer) =>
    signer.person === null ? [] : [personLd(view, signer.person)],
  );
  if (people.length > 0) return people.length === 1 ? (people[0] ?? {}) : people;
  if (view.page.signedAs === 'admin') return { '@type': 'Person', name: 'admin' };
  return { '@type': 'Organization', name: view.page.signedAs ?? view.site.title };
}

function articleLd(view: View, type: string): Ld {
  const { page, site, port } = view;
  return {
    '@context': 'https://schema.org',
    '@type': type,
    mainEntityOfPage: { '@type': 'WebPage', '@id': addressOf(page, port) },
    headline: page.title,
    description: page.description,
    image: [originOf(site.host, port) + coverPath(page)],
    datePublished: `${page.published}T08:00:00+00:00`,
    dateModified: `${page.published}T09:30:00+00:00`,
    wordCount: wordsOf(view.sections),
    author: spell(authorLd(view), dialectOf(view.site)),
    publisher: organizationLd(view),
  };
}

export function articleScript(view: View, type: string, more: Ld = {}): Html {
  const script = ldScript({ ...articleLd(view, type), ...more });
  return dialectOf(view.site) === 'comma' ? raw(script.markup.replace('}</script>', ',}</script>')) : script;
}

/** Like Yoast: one @graph whose nodes refer to each other by @id. */
export function graphLd(view: View): Ld {
  const { page, site, port } = view;
  const origin = originOf(site.host, port);
  const people = [authorLd(view)]
    .flat()
    .map((author, index): Ld => ({ ...author, '@id': `${origin}/#/schema/person/${index}${page.path.length}` }));
  const isArticle = page.recipe !== null;
  const webPage = {
    '@type': 'WebPage',
    '@id': addressOf(page, port),
    url: addressOf(page, port),
    name: `${page.title} - ${site.title}`,
    isPartOf: { '@id': `${origin}/#website` },
    datePublished: `${page.published}T08:00:00+00:00`,
    inLanguage: site.language,
  };
  const article = {
    '@type': 'Article',
    '@id': `${addressOf(page, port)}#article`,
    isPartOf: { '@id': addressOf(page, port) },
    author: people.map((one) => ({ name: one.name, '@id': one['@id'] })),
    headline: page.title,
    datePublished: `${page.published}T08:00:00+00:00`,
    wordCount: wordsOf(view.sections),
    publisher: { '@id': `${origin}/#organization` },
    articleSection: [page.topic],
  };
  const profile =
    page.person === null
      ? []
      : [
          {
            ...personLd(view, page.person),
            '@id': `${origin}/#/schema/person/x`,
            mainEntityOfPage: { '@id': addressOf(page, port) },
          },
        ];
  const common = [
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      url: `${origin}/`,
      name: site.title,
      description: site.tagline,
      publisher: { '@id': `${origin}/#organization` },
    },
    { ...organizationLd(view), '@id': `${origin}/#organization` },
  ];
  return {
    '@context': 'https://schema.org',
    '@graph': [...(isArticle ? [article] : []), webPage, ...common, ...(isArticle ? people : []), ...profile],
  };
}

/** For pages that are not articles: the person of a profile page, the staff, or the site. */
export function standingLd(view: View): Html {
  const { page, site } = view;
  const context = { '@context': 'https://schema.org' };
  if (page.person !== null)
    return ldScript({ ...context, '@type': 'ProfilePage', mainEntity: personLd(view, page.person) });
  if (page.kind === 'about' || page.kind === 'team') {
    return ldScript({
      ...context,
      ...organizationLd(view),
      employee: site.people.map((person) => personLd(view, person)),
    });
  }
  return ldScript({ ...context, '@type': 'WebSite', name: site.title, url: `${originOf(site.host, view.port)}/` });
}
