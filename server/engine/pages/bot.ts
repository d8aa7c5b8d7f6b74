// How Zeus introduces itself to the sites it visits, in requests and in robots.txt.

import { readFileSync } from 'node:fs';

export const botToken = 'ZeusBot';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** `ZeusBot/<version> (+<site>/bot)`; that page says what the bot does and how to stop it. */
export function botUserAgent(siteUrl: string): string {
  return `${botToken}/${version} (+${siteUrl.replace(/\/+$/, '')}/bot)`;
}
