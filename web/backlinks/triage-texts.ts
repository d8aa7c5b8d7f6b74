// The words for groups and signals.
import { parseUrl } from '../../shared/parse-url.ts';
import { screenshotReasonTexts } from '../../shared/screenshot-reason-texts.ts';
import type { TriageSignal } from '../../shared/triage.ts';
import { signalLabels } from '../../shared/triage-names.ts';
import type { GroupFilter, SignalName } from '../../shared/triage-values.ts';
import type { BadgeTone } from '../ui/values/badge.tsx';
import { formatFullDay } from '../ui/values/dates.ts';
import { countOf, formatNumber } from '../ui/values/figures.ts';
import { languageName } from '../ui/values/place-names.ts';
import { followNames, goneTexts, placeNames } from './link-texts.ts';

export const groupTones: Record<GroupFilter, BadgeTone> = {
  good: 'success',
  check: 'warning',
  unlikely: 'error',
  unchecked: 'plain',
};

/** Signals whose fact is more than a quote. */
const sentences: Partial<Record<SignalName, (fact: string) => string>> = {
  'error-page': errorText,
  'link-missing': (fact) => goneTexts[fact as keyof typeof goneTexts] ?? 'The link is gone.',
  'links-to-me': (fact) => `${pageName(fact) || 'The site'} already links to you`,
  'other-language': (fact) => `In ${languageName(fact)}, not your campaign’s language`,
  'weak-link': weakText,
  'link-farm': farmText,
  'many-links': (fact) => `${countOf(Number(fact), 'link')} to other sites`,
  stale: (fact) => `Nothing new since ${formatFullDay(fact)}`,
  thin: (fact) => `Only ${countOf(Number(fact), 'word')} of text`,
  'no-author': () => 'No author named',
};

/** The fact behind a signal, such as "212 links to other sites". */
export function signalText({ name, fact }: Pick<TriageSignal, 'name' | 'fact'>): string {
  return sentences[name]?.(fact) ?? quoted(name, fact);
}

const quoted = (name: SignalName, fact: string) =>
  fact === '' ? signalLabels[name] : `${signalLabels[name]}: “${fact}”`;

function errorText(fact: string): string {
  if (fact === 'not-found' || fact === 'no-such-host') return screenshotReasonTexts[fact];
  return /^\d+$/.test(fact) ? `The page returns error ${fact}` : quoted('error-page', fact);
}

/** A number says how many sites of a network have nearly the same links. */
function farmText(fact: string): string {
  return /^\d+$/.test(fact)
    ? `One of ${formatNumber(Number(fact))} sites with nearly the same links`
    : quoted('link-farm', fact);
}

/** "nofollow footer" becomes "Nofollow, in the footer". */
function weakText(fact: string): string {
  const names: Record<string, string> = { ...followNames, ...placeNames };
  const text = fact
    .split(' ')
    .map((flaw) => names[flaw] ?? flaw)
    .join(', ');
  return `The link is weak: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Without the scheme. */
function pageName(url: string): string {
  const { host, pathname } = parseUrl(url) ?? { host: '', pathname: '' };
  return pathname === '/' ? host : host + pathname;
}
