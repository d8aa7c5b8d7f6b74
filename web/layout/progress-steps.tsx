import { Check } from 'lucide-react';

const steps = ['Find backlinks', 'Screen backlinks', 'Find contacts'] as const;

/** The three steps of a campaign; those before the present one are done. */
export function ProgressSteps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol aria-label="Campaign progress" className="mb-10 flex gap-2 sm:gap-3">
      {steps.map((label, index) => {
        const number = index + 1;
        const isDone = number < current;
        return (
          <li key={label} aria-current={number === current ? 'step' : undefined} className="progress-step">
            <span className="flex h-5 items-center">
              {isDone ? <Check className="size-3.5" strokeWidth={3} aria-hidden="true" /> : `${number}.`}
            </span>
            <span>{label}</span>
            {isDone && <span className="sr-only">(done)</span>}
          </li>
        );
      })}
    </ol>
  );
}
