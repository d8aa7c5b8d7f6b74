import { isSingleKey, useSingleKeys } from './shortcuts/single-keys.ts';

/** A key that does the same as the button it is on or next to. Hidden if it is turned off, and on devices without a keyboard. */
export function KeyHint({ name }: { name: string }) {
  const hasSingleKeys = useSingleKeys();
  if (isSingleKey(name) && !hasSingleKeys) return null;
  return (
    <span aria-hidden="true" className="key-hint">
      {name}
    </span>
  );
}
