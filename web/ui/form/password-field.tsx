import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'action'> {
  autoComplete: 'current-password' | 'new-password';
}

/** A password input that can show what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const toggle = (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm"
      aria-label={shown ? 'Hide password' : 'Show password'}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </button>
  );
  return (
    <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} action={toggle} />
  );
}
