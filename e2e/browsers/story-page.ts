// A page as a person sees it: its visible text, and controls by their names. Everything waits for its condition.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Driver, DriverOptions, Key } from './driver.ts';

export type Control = 'button' | 'link' | 'checkbox' | 'field' | 'heading';

export interface StoryPage {
  open(path: string): Promise<void>;
  /** Waits until this text is visible; returns the line it is in. */
  see(text: string): Promise<string>;
  click(control: Control, name: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  press(...keys: Key[]): Promise<void>;
  /** Waits until the control with this name has the focus. */
  seeFocus(name: string): Promise<void>;
  /** The content of a file that the page saved. */
  saved(name: string): Promise<string>;
  /** What went wrong in the page since the last call. */
  errors(): Promise<string[]>;
}

interface PageOptions extends Pick<DriverOptions, 'downloads'> {
  readonly address: string;
}

/** Zeus works in the background, on machines that may be busy. */
const longestWaitMs = 120_000;

export function storyPage(driver: Driver, { address, downloads }: PageOptions): StoryPage {
  const click = (control: Control, name: string) =>
    until(`a ${control} "${name}" that can be clicked`, () => driver.click(findControl, control, name));
  return {
    async open(path) {
      await driver.open(new URL(path, address).href);
      await driver.run(collectErrors);
    },
    see: (text) => until(`"${text}" on the page`, () => driver.run(lineWith, text)),
    click: async (control, name) => void (await click(control, name)),
    async fill(label, text) {
      // A click may miss while the page is still being laid out.
      await until(`field "${label}" that takes the focus`, async () => {
        await click('field', label);
        return driver.run(selectFocused);
      });
      await driver.type(text);
      assert.equal(await driver.run(focusedValue), text, `the field "${label}"`);
    },
    async press(...keys) {
      for (const key of keys) await driver.press(key);
    },
    seeFocus: async (name) =>
      void (await until(`focus on "${name}"`, async () => (await driver.run(focusedName)).startsWith(name))),
    saved: (name) =>
      until(`the file ${name}`, async () => {
        // Browsers write under another name first.
        if (!(await readdir(downloads)).includes(name)) return '';
        return readFile(join(downloads, name), 'utf8');
      }),
    errors: () => driver.run(takeErrors),
  };
}

/** Retries until the result is truthy, whatever goes wrong in between. */
async function until<Answer>(what: string, ask: () => Promise<Answer>): Promise<NonNullable<Answer>> {
  const end = Date.now() + longestWaitMs;
  for (;;) {
    const answer = await ask().catch((error: Error) => error);
    if (answer && !(answer instanceof Error)) return answer;
    if (Date.now() > end)
      throw new Error(`There was no ${what}${answer instanceof Error ? `: ${answer.message}` : ''}`);
    await wait(100);
  }
}

// The functions below run in the page, so they can't use anything from this file.

function findControl(control: Control, name: string): Element | null {
  const selector = {
    button: 'button',
    link: 'a[href]',
    checkbox: 'input[type="checkbox"]',
    field: 'input:not([type="checkbox"]), textarea',
    heading: 'h1, h2',
  }[control];
  const nameOf = (one: Element) => {
    const labels = [...((one as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent);
    return one.getAttribute('aria-label') ?? (labels.join(' ') || one.textContent);
  };
  const dialog = document.querySelector('dialog[open]');
  const found = [...(dialog ?? document).querySelectorAll(selector)].find(
    (one) => one.getClientRects().length > 0 && nameOf(one).replace(/\s+/g, ' ').trim().startsWith(name),
  );
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found ?? null;
}

function lineWith(text: string): string | undefined {
  // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen counts
  return document.body.innerText.split('\n').find((line) => line.includes(text));
}

function selectFocused(): boolean {
  const focused = document.activeElement;
  if (!focused?.matches('input, textarea')) return false;
  (focused as HTMLInputElement).select();
  return true;
}

function focusedValue(): string | undefined {
  return (document.activeElement as HTMLInputElement | null)?.value;
}

function focusedName(): string {
  const focused = document.activeElement;
  return focused?.getAttribute('aria-label') ?? focused?.textContent?.trim() ?? '';
}

function collectErrors() {
  const page = window as typeof window & { storyErrors?: string[] };
  if (page.storyErrors) return;
  const errors: string[] = [];
  page.storyErrors = errors;
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
}

function takeErrors(): string[] {
  return (window as typeof window & { storyErrors?: string[] }).storyErrors?.splice(0) ?? [];
}
