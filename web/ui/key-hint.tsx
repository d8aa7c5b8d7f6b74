/** A key that does the same as the button it is on or next to. Hidden on devices without a keyboard. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="key-hint">
      {name}
    </span>
  );
}
