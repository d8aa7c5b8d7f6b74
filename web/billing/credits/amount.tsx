import { countOf } from '../../ui/values/figures.ts';

/** "−12 backlinks", "+1 backlink refunded". */
export function Amount({ delta, what }: { delta: number; what: string }) {
  const [noun = '', ...rest] = what.split(' ');
  const sign = delta > 0 ? '+' : '−';
  return (
    <span className={`whitespace-nowrap ${delta > 0 ? 'text-success' : ''}`}>
      {[`${sign}${countOf(Math.abs(delta), noun)}`, ...rest].join(' ')}
    </span>
  );
}
