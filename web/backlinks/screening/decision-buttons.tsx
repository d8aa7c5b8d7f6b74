import { ArrowLeft, ArrowRight, Check, Undo2, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { KeyHint } from '../../ui/key-hint.tsx';
import type { Screening } from './use-screening.ts';

interface DecisionButtonsProps {
  screening: Screening;
  onDecide: (keep: boolean) => void;
}

/** The second click of a double click would decide about the next lead, which nobody has seen. */
const isDoubled = ({ detail }: MouseEvent) => detail === 2;

/** Keep, remove, back, on, undo. On a phone the two decisions stay within reach of the thumb. */
export function DecisionButtons({ screening, onDecide }: DecisionButtonsProps) {
  const { at, leads, canUndo, goTo, undo } = screening;
  return (
    <div>
      <div className="decision-bar">
        <button
          type="button"
          className="btn btn-primary h-11 text-[0.9375rem]"
          onClick={(event) => isDoubled(event) || onDecide(true)}
        >
          <Check className="size-5" strokeWidth={2.5} aria-hidden="true" />
          Keep lead
          <KeyHint name="K" />
        </button>
        <button
          type="button"
          className="btn btn-plain h-11 text-[0.9375rem]"
          onClick={(event) => isDoubled(event) || onDecide(false)}
        >
          <X className="size-5" strokeWidth={2.5} aria-hidden="true" />
          Remove lead
          <KeyHint name="R" />
        </button>
      </div>
      <div className="mt-3 grid grid-cols-3 gap-2">
        <StepButton onClick={() => goTo(at - 1)} isOff={at === 0}>
          <ArrowLeft className="size-4 shrink-0" aria-hidden="true" />
          Back <KeyHint name="←" />
        </StepButton>
        <StepButton onClick={undo} isOff={!canUndo}>
          <Undo2 className="size-4 shrink-0" aria-hidden="true" />
          Undo <KeyHint name="U" />
        </StepButton>
        <StepButton onClick={() => goTo(at + 1)} isOff={at >= leads.length}>
          Skip
          <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
          <KeyHint name="→" />
        </StepButton>
      </div>
    </div>
  );
}

interface StepButtonProps {
  onClick: () => void;
  /** Nothing to do here now. Not disabled: the focus would be lost. */
  isOff: boolean;
  children: React.ReactNode;
}

function StepButton({ onClick, isOff, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm h-8 gap-1 px-1 text-[0.8125rem] font-medium"
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      {children}
    </button>
  );
}
