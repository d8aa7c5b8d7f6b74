import type { ComponentProps } from 'react';
import { FieldFrame, type FrameProps } from './field-frame.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & FrameProps;

/** A labeled multi-line text field with its hint or error. */
export function TextArea({ label, hint, error, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} name={area.name}>
      {(control, isWrong) => (
        <textarea
          {...area}
          {...control}
          className={`textarea w-full scroll-mt-24 scroll-mb-20 ${isWrong ? 'textarea-error' : ''}`}
        />
      )}
    </FieldFrame>
  );
}
