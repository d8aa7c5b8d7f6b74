// A visible pointer for recordings, because headless browsers draw none. It glides to its target and marks the click.
import type { Locator, Page } from 'playwright-core';

const id = 'film-pointer';
const glideSteps = 18;
const pauseMs = 260;

/** Adds the pointer to this page and every page it leads to. */
export async function showPointer(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const draw = () => {
      if (document.getElementById(name) || !document.body) return;
      const dot = document.createElement('div');
      dot.id = name;
      dot.setAttribute('aria-hidden', 'true');
      Object.assign(dot.style, {
        position: 'fixed',
        left: '0',
        top: '0',
        width: '22px',
        height: '22px',
        margin: '-11px 0 0 -11px',
        borderRadius: '50%',
        background: 'rgb(255 170 0 / 55%)',
        border: '2px solid rgb(120 70 0 / 80%)',
        zIndex: '2147483647',
        pointerEvents: 'none',
        transform: 'translate(640px, 400px)',
        transition: 'scale 120ms',
        // Above modal dialogs, which are in the top layer.
      });
      dot.popover = 'manual';
      document.body.append(dot);
      dot.showPopover();
    };
    document.addEventListener('DOMContentLoaded', draw);
    document.addEventListener('mousemove', (event) => {
      draw();
      const dot = document.getElementById(name);
      if (!dot) return;
      dot.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      // A dialog opened later is above it; showing the pointer again puts it on top.
      dot.hidePopover();
      dot.showPopover();
    });
    document.addEventListener('mousedown', () => {
      const dot = document.getElementById(name);
      if (dot) dot.style.scale = '0.6';
    });
    document.addEventListener('mouseup', () => {
      const dot = document.getElementById(name);
      if (dot) dot.style.scale = '1';
    });
  }, id);
}

/** Hides the pointer until the mouse moves again. */
export async function hidePointer(page: Page): Promise<void> {
  await page.evaluate((name) => document.getElementById(name)?.remove(), id);
}

/** Glides to the center of the target and stays a moment. */
export async function pointAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`nothing to point at: ${target}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: glideSteps });
  await page.waitForTimeout(pauseMs);
}

export async function click(page: Page, target: Locator): Promise<void> {
  await pointAt(page, target);
  await page.mouse.down();
  await page.waitForTimeout(90);
  await page.mouse.up();
  await page.waitForTimeout(pauseMs);
}

/** Clicks a field and types like a person. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await click(page, field);
  await field.fill('');
  await field.pressSequentially(text, { delay: 45 });
  await page.waitForTimeout(pauseMs);
}
