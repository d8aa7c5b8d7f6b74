import type { MouseEvent } from 'react';
import type { BadLine } from '../../../../shared/errors.ts';
import { countOf, formatNumber } from '../../../ui/values/figures.ts';

const namedAtMost = 8;

interface BadLinesProps {
  lines: readonly BadLine[];
  /** Missing if nothing would be left. */
  onContinue?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

/** The lines that cannot be used, and why. */
export function BadLines({ lines, onContinue }: BadLinesProps) {
  const more = lines.length - namedAtMost;
  const hasPrivate = lines.some(({ reason }) => reason === 'not-public');
  return (
    <section
      aria-label="Lines that cannot be used"
      className="rounded-box border border-error/40 bg-[color-mix(in_oklab,var(--color-error)_8%,var(--color-base-100))] p-4"
    >
      <p className="font-semibold">{countOf(lines.length, 'line is not a valid URL', 'lines are not valid URLs')}:</p>
      <ul className="mt-2 space-y-1 text-sm">
        {lines.slice(0, namedAtMost).map(({ line, text, reason }) => (
          <li key={line} className="flex gap-2">
            <span className="shrink-0 text-base-content/75 tabular-nums">Line {line}</span>
            <code className="min-w-0 truncate">{text}</code>
            {reason === 'not-public' && <span className="shrink-0">not on the public web</span>}
          </li>
        ))}
        {more > 0 && <li className="text-base-content/75">and {formatNumber(more)} more</li>}
      </ul>
      <p className="mt-2 text-sm text-base-content/75">
        A URL looks like https://site.com/page or site.com/page.
        {hasPrivate && ' Zeus can’t open private network addresses.'}
      </p>
      {onContinue && (
        <button type="button" className="btn btn-plain mt-3" onClick={onContinue}>
          Continue without {lines.length === 1 ? 'it' : 'them'}
        </button>
      )}
    </section>
  );
}
