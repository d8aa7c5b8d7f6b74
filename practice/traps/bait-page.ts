// A page that only a robot that ignores robots.txt reads. It contains nothing but bait.

import { diceFor } from '../data/random.ts';
import type { Site } from '../data/types.ts';
import { html } from '../forms/html.ts';
import { plainPage } from '../web/plain-page.ts';

export const BAIT_PATH = '/bot-trap/';

export function isBaited(site: Site): boolean {
  return site.template === 'classic';
}

export function baitAddresses(site: Site): string[] {
  const dice = diceFor('bait', site.name);
  return Array.from(
    { length: 20 },
    () => `${dice.pick(['amy', 'bill', 'cleo', 'dan', 'eve'])}${1000 + dice.below(9000)}@${site.mailDomain}`,
  );
}

export function baitPage(site: Site): string {
  return plainPage({
    title: 'Members',
    body: html`<ul>${baitAddresses(site).map((one) => html`<li><a href="mailto:${one}">${one}</a></li>`)}</ul>`,
  });
}
