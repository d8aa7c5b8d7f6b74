import type { Shortcut } from '../shortcuts/shortcut-list.ts';

/** The keys of data-table.tsx, and those of selections. */
export function tableShortcuts({ hasFilter, canSelect }: { hasFilter: boolean; canSelect: boolean }): Shortcut[] {
  return [
    ...(hasFilter ? [{ keys: ['/'], action: 'Filter' }] : []),
    { keys: ['↑', '↓'], action: 'Previous or next row' },
    { keys: ['←', '→'], action: 'Previous or next page' },
    ...(canSelect
      ? [
          { keys: ['Space'], action: 'Select or deselect the row' },
          { keys: ['Shift', 'Click'], action: 'Select all rows up to this one' },
          { keys: ['Z'], action: 'Undo the last bulk change' },
        ]
      : []),
  ];
}
