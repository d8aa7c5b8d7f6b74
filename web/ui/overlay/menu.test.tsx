import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Copy, Trash } from 'lucide-react';
import { beforeEach, expect, test } from 'vitest';
import { Menu } from './menu.tsx';

let chosen: string[] = [];
const opener = () => screen.getByRole('button', { name: 'Actions' });
const item = (name: string) => screen.queryByRole('button', { name });

beforeEach(async () => {
  chosen = [];
  const items = [
    { label: 'Copy', icon: Copy, onChoose: () => chosen.push('copy') },
    { label: 'Delete', icon: Trash, onChoose: () => chosen.push('delete') },
  ];
  render(
    <>
      <Menu label="Actions" icon={Copy} items={items} />
      <button type="button">After</button>
      <p>Text</p>
    </>,
  );
  expect(item('Copy')).toBeNull();
  await userEvent.click(opener());
  expect(document.activeElement).toBe(item('Copy'));
  expect(opener().getAttribute('aria-expanded')).toBe('true');
});

test('choosing closes it and returns the focus', async () => {
  await userEvent.click(item('Delete') as HTMLElement);
  expect(chosen).toEqual(['delete']);
  expect(item('Delete')).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test('tabbing out closes it, forwards and backwards', async () => {
  await userEvent.tab();
  expect(document.activeElement).toBe(item('Delete'));
  await userEvent.tab();
  expect(item('Delete')).toBeNull();
  expect(document.activeElement).toBe(screen.getByText('After'));
  await userEvent.click(opener());
  await userEvent.tab({ shift: true });
  expect(item('Copy')).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test('Escape, a click elsewhere and a second click on the button close it', async () => {
  await userEvent.keyboard('{Escape}');
  expect(item('Copy')).toBeNull();
  expect(document.activeElement).toBe(opener());
  await userEvent.click(opener());
  await userEvent.click(screen.getByText('Text'));
  expect(item('Copy')).toBeNull();
  await userEvent.click(opener());
  await userEvent.click(opener());
  expect(item('Copy')).toBeNull();
  expect(chosen).toEqual([]);
});
