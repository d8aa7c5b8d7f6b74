interface ToggleProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its label. */
export function Toggle({ label, checked, onChange }: ToggleProps) {
  return (
    <label className="inline-flex min-h-8 cursor-pointer items-center gap-2 text-[0.8125rem] font-medium">
      <input
        type="checkbox"
        role="switch"
        className="toggle toggle-sm"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
