import { Tooltip } from '../overlay/tooltip.tsx';
import { formatRating } from './figures.ts';

interface RatingBarProps {
  label: string;
  /** 0 to 100; null: unknown, shown as N/A with an empty bar. */
  value: number | null;
  /** The value in words, if it isn't simply the number. */
  text?: string;
  /** More about the value, shown on hover and focus. */
  hint?: string | undefined;
  /** Marks the value as worth hovering over. */
  isExplained?: boolean;
}

/** A figure with its bar. */
export function RatingBar({ label, value, text, hint, isExplained = false }: RatingBarProps) {
  const shown = text ?? formatRating(value ?? -1);
  const share = Math.max(0, Math.min(100, value ?? 0));
  return (
    <div className="min-w-0">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-sm text-base-content/75">{label}</span>
        <span className="font-semibold tabular-nums">
          {hint ? (
            <Tooltip text={hint}>
              {isExplained ? <span className="underline decoration-dotted underline-offset-4">{shown}</span> : shown}
            </Tooltip>
          ) : (
            shown
          )}
        </span>
      </p>
      <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
        <div className="rating-fill h-full rounded-full" style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
