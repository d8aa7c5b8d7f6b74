/** A key that does the same as the button it stands on or beside. Not shown where there is no keyboard to speak of. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="key-hint">
      {name}
    </span>
  );
}
