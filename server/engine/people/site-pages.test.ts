import { describe, expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import { kindOfUrl, linksToSitePages } from './site-pages.ts';

const kindOfLink = (text: string) =>
  linksToSitePages(readPage(`<nav><a href="/p/4711">${text}</a></nav>`, 'https://site.test/'))[0]?.kind ?? null;

describe('a link', () => {
  test.each([
    ['team', 'Our experts | Our editorial team | Staff directory | Meet our team | The people'],
    ['team', 'La rédaction | Rédaction | L’équipe | L&#39;équipe éditoriale | Nos auteurs | Qui sommes-nous ?'],
    ['team', 'Die Redaktion | Unsere Autoren | Redaktionsteam | Das Team | Redaktionen'],
    ['team', 'El equipo | Equipo editorial | Nuestros autores | ¿Quiénes somos?'],
    ['team', 'La redazione | Gli autori | Il nostro team | De redactie | Ons team | A equipe | Nossa equipe'],
    ['team', 'Nasz zespół | O redakcji | 執筆者一覧 | スタッフ紹介 | 编辑团队'],
    ['about', 'About us | Nosotros | Sobre mí | Qui suis-je ? | À propos de nous | O nas | 会社概要'],
    [
      'contact',
      'Nous contacter | Neem contact op | Kontakta oss | Kontakt os | Kontakt oss | Entre em contato | Współpraca',
    ],
    ['imprint', 'Impressum &amp; Datenschutz | Datenschutz und Impressum | Expediente | 運営者'],
  ])('to %s: %s', (kind, texts) => {
    for (const text of texts.split(' | ')) expect([text, kindOfLink(text)]).toEqual([text, kind]);
  });

  test.each([
    'Our experts tested 12 mattresses',
    'Experts',
    'The A-Team',
    'A team',
    'Les people',
    'The team that won the cup',
    'L’équipe de France',
    'About golf and its rules',
    'Kontaktlinsen',
    'Datenschutz',
    'Company',
  ])('elsewhere: %s', (text) => expect(kindOfLink(text)).toBeNull());
});

test.each([
  ['/l-equipe/', 'team'],
  ['/la-redaction', 'team'],
  ['/qui-suis-je', 'about'],
  ['/nous-contacter/', 'contact'],
  ['/unsere-autoren', 'team'],
  ['/impressum-datenschutz', 'imprint'],
  ['/nosotros', 'about'],
  ['/nasz-zespol', 'team'],
  ['/our-experts', 'team'],
  ['/company', 'about'],
  ['/blog/our-experts-tested-12-mattresses', 'given'],
  ['/a-team', 'given'],
  ['/', 'home'],
])('the URL %s is one of %s', (path, kind) => expect(kindOfUrl(`https://site.test${path}`)).toBe(kind));
