import type { ComponentProps } from 'react';
import { FieldFrame, type FrameProps } from './field-frame.tsx';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> &
  FrameProps & { options: readonly { value: string; name: string }[] };

/** A labeled select with its hint or error. */
export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} name={select.name}>
      {(control, isWrong) => (
        <select
          {...select}
          {...control}
          className={`input h-11 w-full appearance-auto pr-2 ${isWrong ? 'input-error' : ''}`}
        >
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
