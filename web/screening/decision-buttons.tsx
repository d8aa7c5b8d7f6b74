import { ArrowLeft, ArrowRight, Ban, Check, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import type { RemovalReason } from '../../shared/lead-values.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { ignoreHeldKey, isRepeatedClick } from '../ui/one-press.ts';
import { RemovalReasons } from './removal-reasons.tsx';
import type { Screening } from './use-screening.ts';

interface DecisionButtonsProps {
  screening: Screening;
  /** `pressedAt` is when the press began. */
  onDecide: (keep: boolean, pressedAt: number, reason?: RemovalReason) => void;
  onBlock: (pressedAt: number) => void;
}

/** Keep, remove, block, back, next, undo. On a phone the two decisions stay within reach of the thumb. */
export function DecisionButtons({ screening, onDecide, onBlock }: DecisionButtonsProps) {
  const { at, leads, canUndo, goTo, undo } = screening;
  const lead = leads[at];
  return (
    <div>
      <div className="decision-bar">
        <DecisionButton look="btn-primary" onDecide={(pressedAt) => onDecide(true, pressedAt)}>
          <Check className="size-5" strokeWidth={2.5} aria-hidden="true" />
          Keep lead
          <KeyHint name="K" />
        </DecisionButton>
        <DecisionButton look="btn-plain" onDecide={(pressedAt) => onDecide(false, pressedAt)}>
          <X className="size-5" strokeWidth={2.5} aria-hidden="true" />
          Remove lead
          <KeyHint name="R" />
        </DecisionButton>
      </div>
      <div className="mt-3 grid grid-cols-4 gap-1 lg:grid-cols-2">
        <StepButton onClick={() => goTo(at - 1)} isOff={at === 0}>
          <ArrowLeft className="size-4 shrink-0" aria-hidden="true" />
          Back <KeyHint name="←" />
        </StepButton>
        <StepButton onClick={(event) => isRepeatedClick(event) || onBlock(event.timeStamp)} isOff={!lead}>
          <Ban className="size-4 shrink-0" aria-hidden="true" />
          <span title="Block this site and remove its leads">Block</span> <KeyHint name="B" />
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
      {lead && <RemovalReasons lead={lead} onRemove={(reason, pressedAt) => onDecide(false, pressedAt, reason)} />}
    </div>
  );
}

interface DecisionButtonProps {
  look: 'btn-primary' | 'btn-plain';
  onDecide: (pressedAt: number) => void;
  children: ReactNode;
}

/** Decides once per press, even if a key is held down or the button is triple-clicked. */
function DecisionButton({ look, onDecide, children }: DecisionButtonProps) {
  const pressedAt = useRef<number>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    ignoreHeldKey(event);
    if (!event.repeat) pressedAt.current = event.timeStamp;
  };
  return (
    <button
      type="button"
      className={`btn h-11 text-[0.9375rem] ${look}`}
      onPointerDown={(event) => {
        pressedAt.current = event.timeStamp;
      }}
      onKeyDown={handleKeyDown}
      onClick={(event) => {
        // Assistive technology sends a click without a press.
        const time = pressedAt.current ?? event.timeStamp;
        pressedAt.current = null;
        if (!isRepeatedClick(event)) onDecide(time);
      }}
    >
      {children}
    </button>
  );
}

interface StepButtonProps {
  onClick: (event: MouseEvent) => void;
  /** Nothing to do here now. Not disabled, or the focus would be lost. */
  isOff: boolean;
  children: ReactNode;
}

function StepButton({ onClick, isOff, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm h-8 gap-1 px-1 text-[0.8125rem] font-medium"
      aria-disabled={isOff}
      onClick={(event) => !isOff && onClick(event)}
    >
      {children}
    </button>
  );
}
