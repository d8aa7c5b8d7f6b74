// Reads robots directives from <meta name=robots> and the X-Robots-Tag header. Directives are separated by commas and
// compared as a whole, so `max-image-preview:none` is not `none`. A header can target one bot: `googlebot: noindex`.

import { botToken } from '../bot.ts';
import type { PageFacts } from '../page-facts.ts';

export interface RobotsDirectives {
  noindex: boolean;
  nofollow: boolean;
}

const US = botToken.toLowerCase();
/** Directives that take a value. Any other name before a colon is a bot's. */
const VALUED = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);

/** Combines the directives for all bots and for ours; those for other bots are ignored. */
export function directivesOf(facts: Pick<PageFacts, 'meta'>, header: string | string[] | undefined): RobotsDirectives {
  const metas = [...(facts.meta.get('robots') ?? []), ...(facts.meta.get(US) ?? [])];
  const words = new Set([...metas.flatMap((line) => parts(line)), ...[header ?? []].flat().flatMap(forUs)]);
  const isNone = words.has('none');
  return { noindex: isNone || words.has('noindex'), nofollow: isNone || words.has('nofollow') };
}

/** A bot's name applies to all directives after it, up to the next name. */
function forUs(line: string): string[] {
  let isMeant = true;
  return parts(line).flatMap((part) => {
    const [, name = '', rest = ''] = /^([\w*-]+)\s*:\s*(.*)$/s.exec(part) ?? [];
    if (name === '' || VALUED.has(name)) return isMeant ? [part] : [];
    isMeant = name === US || name === '*';
    return isMeant ? [rest] : [];
  });
}

function parts(line: string): string[] {
  return line
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
}
