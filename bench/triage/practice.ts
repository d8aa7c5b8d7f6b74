// The pages of the practice web with what is known about each of them.
import { type PracticeWeb, startPracticeWeb } from '../../practice/start.ts';
import { fetchPage } from '../../practice/test-client.ts';
import { type Truth, truthOf } from '../../practice/truth.ts';
import { type PageSignalName, pageSignals } from '../../shared/triage-values.ts';
import type { Label } from './labels.ts';

export interface LabeledPage {
  id: string;
  site: string;
  url: string;
  status: number;
  html: string;
  label: Label;
}

/** Ordinary pages of the sites, and traps that state their signals. */
export async function readPracticePages(): Promise<LabeledPage[]> {
  const practice = await startPracticeWeb();
  try {
    const truth = truthOf(practice.world, practice.port);
    const wanted = [...truth.pages.map(labelOfPage), ...truth.traps.flatMap(labelOfTrap)];
    const pages: LabeledPage[] = [];
    for (const { url, label } of wanted) pages.push(await readOne(practice, url, label));
    return pages;
  } finally {
    await practice.stop();
  }
}

async function readOne({ port }: PracticeWeb, url: string, label: Label): Promise<LabeledPage> {
  const { status, text } = await fetchPage(url);
  const site = new URL(url).hostname;
  return { id: url.replace(`:${port}`, ''), site, url, status, html: text, label };
}

type PageTruth = Truth['pages'][number];

function labelOfPage({ url, kind, byline, words }: PageTruth): { url: string; label: Label } {
  const isThread = kind === 'thread';
  const isAnonymous = kind === 'article' && byline === 'none';
  const signals: PageSignalName[] = [
    ...(isThread ? ['forum' as const] : []),
    ...(isAnonymous ? ['no-author' as const] : []),
  ];
  // The truth doesn't say how much the other kinds of pages say, nor who stands behind 'our staff'. A list of threads is a forum, too.
  const unsure: PageSignalName[] = [
    ...(kind !== 'article' || words < 200 ? ['thin' as const] : []),
    ...(['staff', 'admin', 'organisation'].includes(byline) ? ['no-author' as const] : []),
    ...(kind === 'home' || kind === 'category' ? ['forum' as const] : []),
  ];
  return { url, label: { signals, unsure } };
}

function labelOfTrap({ url, signals }: Truth['traps'][number]): { url: string; label: Label }[] {
  if (signals === null) return [];
  const known = pageSignals.filter((name) => signals.includes(name));
  // A page that exists for its links or its threads may be short as well.
  const unsure: PageSignalName[] = known.length > 0 && !known.includes('thin') ? ['thin'] : [];
  return [{ url, label: { signals: known, unsure } }];
}
