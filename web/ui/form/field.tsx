import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, type FrameProps } from './field-frame.tsx';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'>, FrameProps {
  /** A control inside the box, after the input. */
  action?: ReactNode;
}

/** A labeled input with its hint or error. Always give it an `autoComplete` and a `name`. */
export function Field({ label, hint, error, action, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} name={input.name}>
      {(control, isWrong) => (
        <div className={`input h-11 w-full ${isWrong ? 'input-error' : ''} ${action ? 'pr-1' : ''}`}>
          <input className="scroll-my-36" {...input} {...control} />
          {action}
        </div>
      )}
    </FieldFrame>
  );
}
