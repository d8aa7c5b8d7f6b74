// The server's settings for the browser, read once from the page.
import { type PublicSettings, publicSettingsName } from '../../shared/public-settings.ts';

/** What holds while Vite serves the page, which knows no settings. */
const defaults: PublicSettings = {
  supportEmail: 'support@zeus.example',
  mailbox: true,
  practice: true,
  traffic: true,
  places: false,
  dates: null,
  services: {},
};

function readSettings(): PublicSettings {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${publicSettingsName}"]`)?.content;
  return text ? { ...defaults, ...(JSON.parse(text) as Partial<PublicSettings>) } : defaults;
}

export const settings = readSettings();
