// What a page asks of robots: <meta name=robots> and the X-Robots-Tag header. A directive is a word between commas, so
// `max-image-preview:none` is no `none`. A header may name the robot it is meant for: `googlebot: noindex, nofollow`.

import { botToken } from '../bot.ts';
import type { PageFacts } from '../page-facts.ts';

export interface RobotsDirectives {
  noindex: boolean;
  nofollow: boolean;
}

const US = botToken.toLowerCase();
/** Directives with a value; any other word before a colon is the name of a robot. */
const VALUED = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);

/** Takes what is said to all robots and to ours; what others are told is left out. */
export function directivesOf(facts: PageFacts, header: string | string[] | undefined): RobotsDirectives {
  const metas = [...(facts.meta.get('robots') ?? []), ...(facts.meta.get(US) ?? [])];
  const words = new Set([...metas.flatMap((line) => parts(line)), ...[header ?? []].flat().flatMap(forUs)]);
  const isNone = words.has('none');
  return { noindex: isNone || words.has('noindex'), nofollow: isNone || words.has('nofollow') };
}

/** The name of a robot counts for all directives behind it, up to the next name. */
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
