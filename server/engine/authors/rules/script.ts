// The author in data layers and page states: "author":"Jane Doe", authorName: 'Jane Doe', "authors":[{"name": …}].
import type { Candidate } from '../author.ts';
import { readPeople } from '../names/name-list.ts';
import type { PageView } from '../page-view.ts';

const STATED =
  /(?:^|["'{,\s_.])[\w-]{0,20}[aA]uthors?(?:_?[nN]ames?|_?[fF]ull_?[nN]ame|_?[dD]isplay_?[nN]ame|List|s)?\\?["']?\s*[:=]\s*\[?\s*(?:\{[^{}]{0,120}?\\?["'](?:name|fullName|displayName|display_name|full_name|title)\\?["']\s*:\s*)?\\?["']([^"'\\{}[\]<>]{4,80})\\?["']/;

export function authorsInScripts(view: PageView): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const cutting of view.facts.scriptAuthors) {
    const stated = STATED.exec(cutting)?.[1];
    if (stated === undefined || /^https?:|^\//.test(stated)) continue;
    for (const person of readPeople(unescapeText(stated), view.stated)) {
      if (found.has(person.name)) continue;
      found.set(person.name, {
        name: person.name,
        family: 'script',
        rule: 'author in page data',
        weight: 0.54 * person.trust,
        snippet: cutting.slice(0, 120),
      });
    }
  }
  const all = [...found.values()];
  return all.length <= 3 ? all : all.map((one) => ({ ...one, weight: 0.12 }));
}

function unescapeText(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\+/g, ' ');
}
