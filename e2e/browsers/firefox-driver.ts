// Firefox, driven by WebDriver BiDi.
import { type ElementHandle, launch } from 'puppeteer-core';
import type { Driver, DriverOptions } from './driver.ts';

export async function openFirefox({ downloads }: DriverOptions): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    // After a download, the downloads list would take the keys.
    extraPrefsFirefox: { 'browser.download.alwaysOpenPanel': false },
  });
  const context = await browser.createBrowserContext({
    downloadBehavior: { policy: 'allow', downloadPath: downloads },
  });
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  return {
    open: async (url) => void (await page.goto(url)),
    run: (act, ...given) => page.evaluate(act as (...args: unknown[]) => never, ...given),
    async click(find, ...given) {
      const found = await page.evaluateHandle(find as (...args: unknown[]) => Element | null, ...given);
      const element = found.asElement() as ElementHandle<Element> | null;
      await element?.click();
      return element !== null;
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
