import { type RemovalReason, reasonOf, removalReasons, removalTexts } from '../../shared/lead-values.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { isRepeatedClick } from '../ui/one-press.ts';
import type { Screening } from './use-screening.ts';

interface RemovalReasonsProps {
  lead: Screening['leads'][number];
  onRemove: (reason: RemovalReason, pressedAt: number) => void;
}

/** Removes the lead and says why, in one press. */
export function RemovalReasons({ lead, onRemove }: RemovalReasonsProps) {
  const current = reasonOf(lead);
  return (
    <fieldset className="mt-4">
      <legend className="text-sm text-base-content/75">Remove because</legend>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {removalReasons.map((reason, index) => (
          <button
            key={reason}
            type="button"
            className={`btn btn-sm gap-1.5 font-medium ${reason === current ? 'btn-current' : 'btn-plain'}`}
            aria-pressed={reason === current}
            onClick={(event) => isRepeatedClick(event) || onRemove(reason, event.timeStamp)}
          >
            <KeyHint name={String(index + 1)} />
            {removalTexts[reason]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
