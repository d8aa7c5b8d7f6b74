// The screenshot services that have a key, in the order they were set.
import type { ScreenshotProvider } from '../screenshot-provider.ts';
import { screenshotOne } from './screenshotone.ts';
import { urlbox } from './urlbox.ts';

export interface ServiceSettings {
  key: string;
  secret?: string | undefined;
  /** For tests. */
  baseUrl?: string | undefined;
}

const services = { screenshotone: screenshotOne, urlbox };

export type ScreenshotService = keyof typeof services;

export function screenshotServices(
  settings: readonly (ServiceSettings & { service: ScreenshotService })[],
): ScreenshotProvider[] {
  return settings.map(({ service, ...rest }) => services[service](rest));
}
