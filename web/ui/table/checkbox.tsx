import { type MouseEvent, useEffect, useRef } from 'react';

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  /** Some of the rows it represents are checked. */
  isMixed?: boolean;
  isDisabled?: boolean;
  onToggle: (isRange: boolean) => void;
}

/** A checkbox that reports whether Shift was held. Its whole cell is clickable. */
export function Checkbox({ label, isChecked, isMixed = false, isDisabled = false, onToggle }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="checkbox-cell" onMouseDown={preventTextSelection}>
      <input
        ref={box}
        type="checkbox"
        className="checkbox checkbox-sm"
        data-row-control=""
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onToggle((event.nativeEvent as globalThis.MouseEvent).shiftKey)}
      />
    </label>
  );
}

/** Shift-click would select the text in between. */
export function preventTextSelection(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault();
}
