import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { SortChoice } from './sort-choice.tsx';

interface Fruit {
  id: string;
  name: string;
  weight: number;
  chosen: boolean;
}

const columns: readonly Column<Fruit>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name, filterBy: ({ name }) => name },
  {
    id: 'weight',
    header: 'Weight',
    sortFirst: 'desc',
    cell: ({ weight }) => weight,
    sortBy: ({ weight }) => (weight < 0 ? undefined : weight),
  },
];

const fruits = (count: number): Fruit[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `f${index + 1}`,
    name: `Fruit ${index + 1}`,
    weight: (index * 37) % 101,
    chosen: false,
  }));

let changes: [string[], boolean][] = [];

function Basket({ start }: { start: Fruit[] | undefined }) {
  const [rows, setRows] = useState(start);
  const handleChange = (changed: readonly Fruit[], chosen: boolean) => {
    const ids = changed.map(({ id }) => id);
    changes.push([ids, chosen]);
    setRows((before) => before?.map((row) => (ids.includes(row.id) ? { ...row, chosen } : row)));
  };
  return (
    <DataTable
      label="Fruits"
      filterLabel="Filter fruits"
      rows={rows}
      columns={columns}
      empty={<p>No fruit.</p>}
      selection={{ isSelected: ({ chosen }) => chosen, onChange: handleChange, nameOf: ({ name }) => name }}
    />
  );
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const count = () => screen.getByText(/ selected/).textContent;

beforeEach(() => {
  changes = [];
  window.history.replaceState(null, '', '/');
});

describe('pages', () => {
  test('show ten rows, change by button and arrow key, and stay in the URL', async () => {
    render(<Basket start={fruits(34)} />);
    expect(names()).toHaveLength(10);
    expect(screen.getByText('1–10 of 34')).toBeTruthy();
    await press('Next page');
    expect(names()[0]).toBe('Fruit 11');
    expect(window.location.search).toBe('?page=2');
    box('Select Fruit 12').focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(names()).toEqual(['Fruit 31', 'Fruit 32', 'Fruit 33', 'Fruit 34']);
    await userEvent.keyboard('{ArrowRight}');
    await press('Next page');
    expect(screen.getByText('31–34 of 34')).toBeTruthy();
    await press('Page 1');
    expect(window.location.search).toBe('');
  });

  test('open where the URL says, and at the last one if there are fewer', () => {
    window.history.replaceState(null, '', '/?page=9&sort=nonsense');
    render(<Basket start={fruits(12)} />);
    expect(names()).toEqual(['Fruit 11', 'Fruit 12']);
  });
});

describe('rows per page', () => {
  const size = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });

  test('can be 10, 25, 50 or 100; the first row shown stays, and the choice is remembered', async () => {
    const { unmount } = render(<Basket start={fruits(120)} />);
    expect([...size().options].map(({ value }) => value)).toEqual(['10', '25', '50', '100']);
    await press('Page 4');
    await userEvent.selectOptions(size(), '25');
    expect(names()).toHaveLength(25);
    expect(names()).toContain('Fruit 31');
    expect(window.location.search).toBe('?page=2&rows=25');
    unmount();
    window.history.replaceState(null, '', '/');
    render(<Basket start={fruits(120)} />);
    expect(names()).toHaveLength(25);
    await userEvent.selectOptions(size(), '10');
    expect(window.location.search).toBe('');
  });

  test('as the URL says, and ten if it says anything else; not offered for ten rows', () => {
    window.history.replaceState(null, '', '/?rows=50');
    const { unmount } = render(<Basket start={fruits(30)} />);
    expect(names()).toHaveLength(30);
    expect(size().value).toBe('50');
    unmount();
    window.history.replaceState(null, '', '/?rows=1000000');
    const { unmount: next } = render(<Basket start={fruits(30)} />);
    expect(names()).toHaveLength(10);
    next();
    render(<Basket start={fruits(10)} />);
    expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull();
  });
});

describe('order', () => {
  test('the order can be chosen where there is no header', async () => {
    render(<Basket start={fruits(12)} />);
    const order = screen.getByLabelText('Order');
    await userEvent.selectOptions(order, 'Weight, highest first');
    const [first] = [...fruits(12)].sort((a, b) => b.weight - a.weight);
    expect(names()[0]).toBe(first?.name);
    await userEvent.selectOptions(order, 'Sort: default order');
    expect(names()[0]).toBe('Fruit 1');
  });

  test('a column can say what its order means', () => {
    const byRipeness = columns.map((column) => ({ ...column, sortNames: { asc: 'best first', desc: 'worst first' } }));
    render(<SortChoice columns={byRipeness} sort="-name" onSort={() => {}} />);
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toEqual(['Sort: default order', 'Name, worst first', 'Weight, worst first']);
  });

  test('a header sorts, reverses and resets; numbers descending first, unknown ones last', async () => {
    const rows = fruits(12).map((row, index) => (index === 3 ? { ...row, weight: -1 } : row));
    window.history.replaceState(null, '', '/?rows=25');
    render(<Basket start={rows} />);
    const header = () => screen.getByRole('columnheader', { name: 'Weight' });
    await press('Weight');
    expect(header().getAttribute('aria-sort')).toBe('descending');
    const weights = rows.map(({ weight }) => weight).sort((a, b) => b - a);
    const shown = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => Number(within(row).getAllByRole('cell')[2]?.textContent));
    expect(shown()).toEqual(weights);
    await press('Weight');
    expect(header().getAttribute('aria-sort')).toBe('ascending');
    expect(shown()).toEqual([...weights.slice(0, -1).reverse(), -1]);
    await press('Weight');
    expect(header().getAttribute('aria-sort')).toBeNull();
    expect(names()[0]).toBe('Fruit 1');
  });

  test('numbers in names sort as numbers', async () => {
    window.history.replaceState(null, '', '/?rows=25');
    render(<Basket start={fruits(12)} />);
    await press('Name');
    expect(names().slice(8)).toEqual(['Fruit 9', 'Fruit 10', 'Fruit 11', 'Fruit 12']);
  });
});

describe('filter', () => {
  test('filters as you type by all words; says when nothing matches, and offers a way back', async () => {
    render(<Basket start={fruits(1_000)} />);
    const filter = screen.getByRole('searchbox', { name: 'Filter fruits' });
    await userEvent.type(filter, '99 fruit');
    expect(await screen.findByText(/^1–10 of 19$/)).toBeTruthy();
    await userEvent.type(filter, ' pear');
    await screen.findByText('Nothing matches your filter.');
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filter' })[1] as HTMLElement);
    await screen.findByText('1–10 of 1,000');
    expect(document.activeElement).toBe(filter);
  });

  test('arrow keys in it move the cursor, not the page', async () => {
    render(<Basket start={fruits(34)} />);
    await userEvent.type(screen.getByRole('searchbox'), 'fruit{ArrowLeft}{ArrowRight}');
    expect(names()[0]).toBe('Fruit 1');
  });
});

describe('selecting', () => {
  test('one row by its box or anywhere on it; the count is always shown', async () => {
    render(<Basket start={fruits(12)} />);
    expect(count()).toBe('0 of 12 selected');
    await userEvent.click(box('Select Fruit 2'));
    await userEvent.click(screen.getByText('Fruit 4'));
    expect(count()).toBe('2 of 12 selected');
    await userEvent.click(box('Select Fruit 2'));
    expect(changes).toEqual([
      [['f2'], true],
      [['f4'], true],
      [['f2'], false],
    ]);
  });

  test('not at the end of a drag that selects text', async () => {
    render(<Basket start={fruits(12)} />);
    const name = screen.getByText('Fruit 4');
    window.getSelection()?.selectAllChildren(name);
    fireEvent.click(name);
    expect(changes).toEqual([]);
    window.getSelection()?.removeAllRanges();
    fireEvent.click(name, { detail: 1 });
    expect(changes).toEqual([[['f4'], true]]);
    // A double click on a word: only the word is selected.
    window.getSelection()?.selectAllChildren(name);
    fireEvent.click(name, { detail: 2 });
    expect(changes.at(-1)).toEqual([['f4'], false]);
  });

  test('a range with Shift, even across pages, reports only rows that change', async () => {
    render(<Basket start={fruits(25)} />);
    const user = userEvent.setup();
    await user.click(box('Select Fruit 9'));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.keyboard('{Shift>}');
    await user.click(box('Select Fruit 12'));
    await user.keyboard('{/Shift}');
    expect(changes.at(-1)).toEqual([['f10', 'f11', 'f12'], true]);
    expect(count()).toBe('4 of 25 selected');
  });

  test('page, all, none', async () => {
    render(<Basket start={fruits(25)} />);
    await press('Select page');
    expect(count()).toBe('10 of 25 selected');
    await press('Select all');
    expect(count()).toBe('25 of 25 selected');
    expect(changes.at(-1)?.[0]).toHaveLength(15);
    await userEvent.click(box('Select all rows of this page'));
    expect(count()).toBe('15 of 25 selected');
    await press('Select none');
    expect(count()).toBe('0 of 25 selected');
  });

  test('with a filter, all means the matches', async () => {
    render(<Basket start={fruits(25)} />);
    await userEvent.type(screen.getByRole('searchbox'), '2');
    await waitFor(() => expect(names()).toHaveLength(8));
    await press('Select all matching');
    expect(count()).toBe('8 of 25 selected · 8 match');
    await press('Select none of the matches');
    expect(changes.map(([ids, chosen]) => [ids.length, chosen])).toEqual([
      [8, true],
      [8, false],
    ]);
  });

  test('up and down arrows move from row to row, Space selects', async () => {
    render(<Basket start={fruits(12)} />);
    box('Select Fruit 1').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown} {ArrowUp}{ArrowUp}{ArrowUp}');
    expect(changes).toEqual([[['f3'], true]]);
    expect(document.activeElement).toBe(box('Select Fruit 1'));
  });
});

describe('keys', () => {
  test('/ goes to the filter, and ? lists what there is', async () => {
    render(<Basket start={fruits(12)} />);
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Escape}');
    (await screen.findByRole('checkbox', { name: 'Select Fruit 1' })).focus();
    await userEvent.keyboard('?');
    const dialog = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    dialog.getByText('Previous or next page');
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('states', () => {
  test('loading shows placeholders as high as rows, and nothing to select', () => {
    render(<Basket start={undefined} />);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('No fruit.')).toBeNull();
    expect(box('Select all rows of this page').disabled).toBe(true);
  });

  test('empty says so, without pages', () => {
    render(<Basket start={[]} />);
    expect(screen.getByText('No fruit.')).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
