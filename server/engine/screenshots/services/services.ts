// The screenshot services that have a key, in the order they were set.

import type { ScreenshotProvider } from '../screenshot-provider.ts';
import { screenshotOne } from './screenshotone.ts';
import type { ServiceSettings } from './service-settings.ts';
import { urlbox } from './urlbox.ts';

const services = { screenshotone: screenshotOne, urlbox };

export type ScreenshotService = keyof typeof services;

export function screenshotServices(
  settings: readonly (ServiceSettings & { service: ScreenshotService })[],
): ScreenshotProvider[] {
  return settings.map(({ service, ...rest }) => services[service](rest));
}
