// What a page shows that speaks against it as a lead, each with the fact behind it.
import type { PageCheck, PageSignal } from '../../../shared/link-check.ts';

const manyLinks = 150;
const fewWords = 150;

type Measured = Pick<PageCheck, 'words' | 'outgoing'>;

export function pageSignalsOf({ words, outgoing }: Measured): PageSignal[] {
  const signals: PageSignal[] = [];
  if (outgoing > manyLinks) signals.push({ name: 'many-links', fact: String(outgoing) });
  if (words < fewWords) signals.push({ name: 'thin', fact: String(words) });
  return signals;
}
