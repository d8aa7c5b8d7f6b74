// Fills in fields at once, in place of what they had. Typing renders the page for every key, so it is for tests in which keys matter.
import { fireEvent, screen } from '@testing-library/react';

export function enter(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
}

/** By their labels. */
export function fill(values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) enter(screen.getByLabelText(label), value);
}
