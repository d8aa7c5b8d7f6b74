import { type MouseEvent, useEffect, useRef } from 'react';

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  /** Some of what it stands for is checked. */
  isMixed?: boolean;
  isDisabled?: boolean;
  onToggle: (isRange: boolean) => void;
}

/** A checkbox that tells whether Shift was held. Its whole cell can be clicked. */
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

/** Shift and a click would mark the text between. */
export function preventTextSelection(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault();
}
