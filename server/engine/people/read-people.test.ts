// People on realistic pages; lookalikes first.

import { describe, expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import type { SitePageKind } from './person.ts';
import { readPeople } from './read-people.ts';
import { roleOf } from './roles.ts';

const URL_OF_PAGE = 'https://golfweekly.example/about';
const people = (html: string, kind: SitePageKind = 'team', url = URL_OF_PAGE) => readPeople(readPage(html, url), kind);
const names = (html: string, kind?: SitePageKind) => people(html, kind).map(({ name }) => name);

describe('no one', () => {
  test.each([
    [
      'products',
      '<h3>Google Chrome</h3><p>Fast</p><h3>Mozilla Firefox</h3><p>Free</p><h3>Apple Safari</h3><p>Nice</p>',
    ],
    ['sections', '<h2>Editorial Team</h2><p>We are many.</p><h2>Our Mission</h2><p>Golf for all.</p>'],
    [
      'the site itself',
      '<title>Golf Weekly</title><meta property="og:site_name" content="Golf Weekly"><h2>Golf Weekly</h2><p>Editor</p>',
    ],
    ['comments', '<div class="comments"><h4>Jane Porter</h4><p>Editor</p></div>'],
    ['a menu', '<nav><ul><li><a href="/a">Jane Porter</a></li><li>Editor</li></ul></nav>'],
    [
      'a byline in a list of articles',
      '<h3>How to putt</h3><p>By Jane Porter</p><h3>How to chip</h3><p>By Tom Webb</p>',
    ],
    ['a quote', '<blockquote><p>Golf is fun.</p><p>Arnold Palmer</p><p>Founder</p></blockquote>'],
    ['what is hidden', '<div style="display:none"><h3>Jane Porter</h3><p>Editor</p></div>'],
    [
      'reviewers in data',
      '<script type="application/ld+json">{"@type":"Product","review":{"@type":"Review","author":{"@type":"Person","name":"Jane Porter"}}}</script>',
    ],
    [
      'works in data',
      `<script type="application/ld+json">[{"@type":"Movie","director":{"@type":"Person","name":"Jane Porter"}},
      {"@type":"Review","itemReviewed":{"@type":"Book","author":{"@type":"Person","name":"Tom Webb"}}}]</script>`,
    ],
    ['placeholders', '<form><label>Name</label><p>Jane Doe</p><p>Editor</p></form>'],
  ])('in %s', (_name, html) => expect(names(html)).toEqual([]));

  test('on an article, cards of other people are not staff', () => {
    expect(names('<h3>Jane Porter</h3><p>Editor</p>', 'given')).toEqual([]);
  });
});

describe('structured data of an article', () => {
  const at = (path: string, ...nodes: object[]) => {
    const html = `<script type="application/ld+json">${JSON.stringify({ '@graph': nodes })}</script>`;
    return people(html, 'given', `https://golfweekly.example${path}`).map(({ name }) => name);
  };
  const data = (...nodes: object[]) => at('/how-to-putt', ...nodes);
  const jane = { '@type': 'Person', name: 'Jane Porter' };
  const withId = { ...jane, '@id': '#jane' };

  test.each<[string, ...object[]]>([
    ['its author', { '@type': 'Article', author: jane }],
    ['its editor', { '@type': 'Article', editor: jane }],
    ['a founder of its publisher', { '@type': 'Article', publisher: { '@type': 'Organization', founders: [jane] } }],
    ['its author by reference', { '@type': 'Article', author: { '@id': '#jane' } }, withId],
    ['the owner of the site', { '@type': 'WebSite', publisher: { '@id': '#jane' } }, withId],
    ['the author of a recipe', { '@type': 'WebPage', mainEntity: { '@type': 'Recipe', author: jane } }],
  ])('names %s', (_, ...nodes) => expect(data(...nodes)).toEqual(['Jane Porter']));

  test.each<[string, ...object[]]>([
    ['whom it is about', { '@type': 'Article', about: jane }],
    ['the author of a claim', { '@type': 'ClaimReview', itemReviewed: { '@type': 'Claim', author: jane } }],
    ['an artist', { '@type': 'MusicAlbum', byArtist: jane }],
    ['an athlete', { '@type': 'SportsTeam', athlete: [jane] }],
    ['who asks', { '@type': 'QAPage', mainEntity: { '@type': 'Question', author: jane } }],
    [
      'who answers',
      { '@type': 'QAPage', mainEntity: { '@type': 'Question', acceptedAnswer: { '@type': 'Answer', author: jane } } },
    ],
    ['a member of a forum', { '@type': 'DiscussionForumPosting', author: jane, publisher: { member: jane } }],
    ['a photographer', { '@type': 'ImageObject', creator: { '@id': '#jane' } }, withId],
    ['the subject of the page', { '@type': 'WebPage', about: { '@id': '#jane' } }, withId],
  ])('does not take for staff %s', (_, ...nodes) => expect(data(...nodes)).toEqual([]));

  test('names the subject of the site’s home or about page, but not of a profile', () => {
    expect([at('/', jane), at('/about', jane), at('/user/jane', jane)]).toEqual([['Jane Porter'], ['Jane Porter'], []]);
  });
});

describe('cards', () => {
  const card = (name: string, position: string, more = '') =>
    `<div class="member"><img src="/img/${name.split(' ')[0]}.jpg" alt="${name}"><h3>${name}</h3><p>${position}</p><p>Plays off 12.</p>${more}</div>`;

  test('with position, picture and links', () => {
    const html = [
      card(
        'Jane Porter',
        'Editor-in-Chief',
        '<a href="https://www.linkedin.com/in/jane-porter"><i class="icon"></i></a><a href="https://twitter.com/jporter"></a>',
      ),
      card('Søren Mikkelsen', 'Staff Writer', '<a href="https://x.com/sorenm">X</a>'),
      card('Ana María Ruiz', 'Photographer', '<a href="/authors/ana-maria-ruiz">More</a>'),
    ].join('');
    expect(
      people(`<h1>Our team</h1>${html}<footer><a href="https://twitter.com/golfweekly">us</a></footer>`),
    ).toMatchObject([
      {
        name: 'Jane Porter',
        firstName: 'Jane',
        lastName: 'Porter',
        position: 'Editor-in-Chief',
        profile: 'https://www.linkedin.com/in/jane-porter',
        photo: 'https://golfweekly.example/img/Jane.jpg',
        evidence: [{ page: URL_OF_PAGE, rule: 'card' }],
      },
      { name: 'Søren Mikkelsen', position: 'Staff Writer', twitter: 'https://x.com/sorenm' },
      { name: 'Ana María Ruiz', position: 'Photographer', url: 'https://golfweekly.example/authors/ana-maria-ruiz' },
    ]);
  });

  test('with unlisted positions, if all cards are alike', () => {
    const html =
      card('Jane Porter', 'Keeper of Greens') + card('Tom Webb', 'Tea and Biscuits') + card('Lisa Chen', 'Wizardry');
    expect(people(html).map(({ position }) => position)).toEqual(['Keeper of Greens', 'Tea and Biscuits', 'Wizardry']);
  });

  test.each([
    '<ul><li>Jane Porter, Managing Editor</li><li>Tom Webb – Senior Writer</li></ul>',
    '<p>Jane Porter | Managing Editor</p><p>Tom Webb (Senior Writer)</p>',
    '<table><tr><td>Jane Porter: Managing Editor</td></tr><tr><td>Tom Webb · Senior Writer</td></tr></table>',
    '<dl><dt>Managing Editor</dt><dd>Jane Porter</dd></dl><dl><dt>Senior Writer</dt><dd>Tom Webb</dd></dl>',
  ])('as lines: %s', (html) => {
    expect(people(html).map(({ name, position }) => [name, position])).toEqual([
      ['Jane Porter', 'Managing Editor'],
      ['Tom Webb', 'Senior Writer'],
    ]);
  });
});

describe('sentences and labels', () => {
  test.each([
    ['<p>Hi! My name is Jane Porter. I walk every round.</p>', 'about', 'Jane Porter', undefined],
    [
      '<p>The site was founded in 2011 by Wouter ter Horst and is run from Delft.</p>',
      'about',
      'Wouter ter Horst',
      undefined,
    ],
    ['<p>Geschäftsführer: Dr. Max Müller<br>Am Platz 1</p>', 'imprint', 'Max Müller', 'Geschäftsführer'],
    ['<p>Verantwortlich für den Inhalt nach § 18 MStV: Petra Schmidt</p>', 'imprint', 'Petra Schmidt', undefined],
    [
      '<p>Directeur de la publication : Jean-Luc Martin</p>',
      'imprint',
      'Jean-Luc Martin',
      'Directeur de la publication',
    ],
  ] as const)('%s', (html, kind, name, position) => {
    expect(people(html, kind).map((person) => [person.name, person.position])).toEqual([[name, position]]);
  });
});

describe('languages', () => {
  test.each([
    ['en', 'Jane Porter', 'Managing Editor'],
    ['de', 'Petra Schmidt', 'Stellvertretende Chefredakteurin'],
    ['fr', 'Émilie Durand', 'Rédactrice en chef'],
    ['es', 'Lucía Fernández', 'Directora de contenidos'],
    ['it', 'Marco Bianchi', 'Direttore responsabile'],
    ['pt', 'João Silva', 'Diretor de redação'],
    ['nl', 'Pieter de Vries', 'Hoofdredacteur'],
    ['pl', 'Anna Kowalska', 'Redaktor naczelna'],
    ['ru', 'Иван Петров', 'Главный редактор'],
    ['ja', '山田 太郎', '編集長'],
    ['zh', '张伟', '主编'],
  ])('%s: a card of %s, %s', (_, name, position) => {
    const found = people(`<h3>${name}</h3><p>${position}</p>`).map((person) => [person.name, person.position]);
    expect(found).toEqual([[name, position]]);
  });

  test.each([
    ['en', 'Managing director: Jane Porter', 'Jane Porter'],
    ['de', 'Inhaberin: Petra Schmidt', 'Petra Schmidt'],
    ['fr', 'Directrice de publication : Émilie Durand', 'Émilie Durand'],
    ['es', 'Titular: Lucía Fernández', 'Lucía Fernández'],
    ['it', 'Direttore responsabile: Marco Bianchi', 'Marco Bianchi'],
    ['pt', 'Diretor responsável: João Silva', 'João Silva'],
    ['nl', 'Verantwoordelijke uitgever: Pieter de Vries', 'Pieter de Vries'],
    ['pl', 'Redaktor naczelna: Anna Kowalska', 'Anna Kowalska'],
    ['ru', 'Главный редактор: Иван Петров', 'Иван Петров'],
    ['ja', '運営責任者：山田太郎', '山田太郎'],
    ['ja', '代表取締役　山田　太郎', '山田 太郎'],
    ['zh', '负责人：张伟', '张伟'],
  ])('%s: an imprint with %s', (_, line, name) => {
    expect(people(`<p>${line}</p>`, 'imprint').map((person) => person.name)).toEqual([name]);
  });
});

test('merges structured data and a card into one person', () => {
  const html = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Golf Weekly",
    "employee":[{"@type":"Person","name":"Jane Porter","jobTitle":"Editor","sameAs":["https://twitter.com/jporter"],"image":"/j.jpg"}]}</script>
    <div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Tom Webb</span> <span itemprop="jobTitle">Greenkeeper</span></div>
    <h3>Jane Porter</h3><p>Editor</p>`;
  const found = people(html);
  expect(found.map(({ name, position }) => [name, position]).sort()).toEqual([
    ['Jane Porter', 'Editor'],
    ['Tom Webb', 'Greenkeeper'],
  ]);
  expect(found.find(({ name }) => name === 'Jane Porter')).toMatchObject({
    twitter: 'https://twitter.com/jporter',
    photo: 'https://golfweekly.example/j.jpg',
  });
});

test.each([
  ['Titular: Elena Navarro', 'Elena Navarro', 'founder'],
  ['Redactora jefe: Elena Navarro', 'Elena Navarro', 'editor'],
  ['Directora general: Elena Navarro', 'Elena Navarro', 'founder'],
  ['Directeur de la publication : Georges Durand', 'Georges Durand', 'editor'],
  ['Amministratrice delegata: Elena Rossi', 'Elena Rossi', 'founder'],
  ['Jornalista responsável: Roberto Garcia', 'Roberto Garcia', 'content'],
  ['Fundadora: Laura Moreira', 'Laura Moreira', 'founder'],
  ['Uitgever: Pieter de Vries', 'Pieter de Vries', 'editor'],
  ['Генеральный директор: Иван Петров', 'Иван Петров', 'founder'],
  ['总编辑：王小梅', '王小梅', 'editor'],
  ['创始人：李伟', '李伟', 'founder'],
])('the role in an imprint: %s', (line, name, role) => {
  const found = people(`<h1>关于我们</h1><p>${line}</p>`, 'imprint');
  expect(found.map((person) => [person.name, roleOf(person.position)])).toEqual([[name, role]]);
});
