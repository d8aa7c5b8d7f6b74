import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from './data/build-world.ts';
import type { Page, Spot, World } from './data/types.ts';
import { DECOYS } from './forms/decoys.ts';
import { typo3 } from './forms/engine-cloaks.ts';
import { rot13 } from './forms/hide-address.ts';
import { HIDING_FORMS, type HidingForm } from './forms/hiding-forms.ts';
import { drawPage } from './templates/draw-page.ts';
import { truthOf } from './truth.ts';

const PORT = 4_000;
let world: World;
const bodies = new Map<Page, string>();

beforeAll(() => {
  world = buildWorld();
  for (const page of world.pages) bodies.set(page, drawPage(world, page, PORT).body);
});

const bodyOf = (spot: Spot) => bodies.get(spot.page) ?? '';
const decodeEntities = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)));

/** What the scripts of a page write into it. */
function written(markup: string): string {
  const scripts = [...markup.matchAll(/<script(?: type='text\/javascript')?>([\s\S]*?)<\/script>/g)]
    .map((match) => match[1] ?? '')
    .filter((code) => /document\.(write|getElementById)/.test(code));
  let out = '';
  const place = { innerHTML: '' };
  const write = (text: string) => {
    out += text;
  };
  const context = createContext({ document: { write, getElementById: () => place } });
  for (const code of scripts) runInContext(code, context);
  return decodeEntities(out + place.innerHTML);
}

const uncloud = (hex: string) => {
  const bytes = [...Buffer.from(hex, 'hex')];
  const key = bytes.shift() ?? 0;
  return String.fromCharCode(...bytes.map((byte) => byte ^ key));
};

const spoken = (at: RegExp, dot: RegExp) => (body: string) => body.replace(at, '@').replace(dot, '.');

/** The page as seen by someone who can read the form. The other forms are plain. */
const READ: Partial<Record<HidingForm, (body: string) => string>> = {
  'mailto-percent': (body) =>
    body.replace(/mailto:((?:%[0-9a-f]{2})+)/g, (_, text: string) => decodeURIComponent(text)),
  'mailto-entities': decodeEntities,
  'mailto-at': (body) => body.replaceAll('(at)', '@'),
  'at-brackets': spoken(/ \[at\] /g, / \[dot\] /g),
  'at-parens': spoken(/\(at\)/g, /\(dot\)/g),
  'at-words': spoken(/ at /g, / dot /g),
  'at-braces': spoken(/ \{at\} /g, / \{dot\} /g),
  'at-upper': spoken(/ AT /g, / DOT /g),
  'at-spaced': spoken(/ @ /g, / \. /g),
  'at-local-language': spoken(
    /_at_| \(ät\) | \[arobase\] | \(arroba\) /g,
    /_dot_| \(punkt\) | \[point\] | \(punto\) /g,
  ),
  'entities-decimal': decodeEntities,
  'entities-hex': decodeEntities,
  'entities-mixed': decodeEntities,
  cfemail: (body) => body.replace(/data-cfemail="([0-9a-f]+)"/g, (_, hex: string) => uncloud(hex)),
  'cfemail-link': (body) => body.replace(/email-protection#([0-9a-f]+)/g, (_, hex: string) => uncloud(hex)),
  reversed: (body) => body.replace(/direction:rtl">([^<]+)</g, (_, text: string) => [...text].reverse().join('')),
  'js-concat': written,
  'js-variables': written,
  'js-charcodes': written,
  rot13: written,
  typo3: (body) => body.replace(/UnCryptMailto\('([^']+)'/g, (_, text: string) => typo3(text, -1)),
  'typo3-token': (body) => body.replace(/data-mailto-token="([^"]+)"/g, (_, text: string) => typo3(text, -3)),
  joomla: written,
  base64: (body) => body.replace(/data-mail="([^"]+)"/g, (_, text: string) => Buffer.from(text, 'base64').toString()),
  'data-attributes': (body) => body.replace(/data-user="([^"]+)" data-domain="([^"]+)"/g, '$1@$2'),
  'hidden-span': (body) => body.replace(/<span style="display:none">[^<]*<\/span>/g, ''),
  'comment-split': (body) => body.replace(/<!--[\s\S]*?-->/g, ''),
  'zero-width': (body) => body.replace(/&#8203;@<wbr>/g, '@'),
  'json-ld': (body) =>
    [...body.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
      .map((match) => JSON.stringify(JSON.parse(match[1] ?? '')))
      .join(),
};

describe('printed addresses', () => {
  test('can be read in the stated form', () => {
    for (const spot of world.spots) {
      if (spot.form === 'image') continue;
      const read = READ[spot.form]?.(bodyOf(spot)) ?? bodyOf(spot);
      expect(read, `${spot.form} at ${spot.page.site.name}${spot.page.path}`).toContain(spot.address);
    }
  });

  test('occur in every form, several times', () => {
    const counts = new Map<string, number>();
    for (const spot of world.spots) counts.set(spot.form, (counts.get(spot.form) ?? 0) + 1);
    for (const form of HIDING_FORMS) expect(counts.get(form) ?? 0, form).toBeGreaterThanOrEqual(3);
  });

  test('that are hidden are not found by a plain search', () => {
    const plain = new Set(HIDING_FORMS.filter((form) => (!READ[form] && form !== 'image') || form === 'json-ld'));
    for (const spot of world.spots) {
      const others = spot.page.spots.some((one) => one !== spot && one.address === spot.address && plain.has(one.form));
      if (!plain.has(spot.form) && !others)
        expect(bodyOf(spot), `${spot.form} at ${spot.page.site.name}${spot.page.path}`).not.toContain(spot.address);
    }
  });

  test('are all in the truth: a plain search finds nothing else', () => {
    const truth = truthOf(world, PORT);
    const known = new Set([
      ...truth.addresses.map((one) => one.address),
      ...truth.honeypots.map((one) => one.address),
      ...DECOYS,
      ...truth.addresses.map((one) => [...one.address].reverse().join('')),
      ...truth.addresses.map((one) => rot13(one.address)),
    ]);
    for (const [page, body] of bodies) {
      for (const [found] of body.matchAll(/[\w.+-]+@[\w-]+\.[\w.-]*\w/g))
        expect(known, `${found} at ${page.site.name}${page.path}`).toContain(found);
    }
  });

  test('of people are on a page that names the person', () => {
    for (const spot of world.spots) if (spot.owner !== null) expect(bodyOf(spot)).toContain(spot.owner.name);
  });
});

describe('people', () => {
  test('have different names, and different addresses within a site', () => {
    expect(new Set(world.people.map((one) => one.name)).size).toBe(world.people.length);
    expect(new Set(world.people.map((one) => one.address)).size).toBe(world.people.length);
  });

  test('have addresses with plain letters only', () => {
    for (const person of world.people) expect(person.address).toMatch(/^[a-z0-9._]+@[a-z]+\.localhost$/);
  });
});
