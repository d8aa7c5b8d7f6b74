// The third-party services that users' browsers talk to, from one setting: `honeybadger:KEY,plausible:DOMAIN,crisp:ID`.
// `@https://host` after a name points it at another host with the same protocol.
import type { BrowserServices } from '../../../shared/public-settings.ts';

const hosts = {
  honeybadger: 'https://api.honeybadger.io',
  plausible: 'https://plausible.io',
  crisp: 'https://client.crisp.chat',
};

type ServiceName = keyof typeof hosts;

/** The format of the setting. */
export const browserServicesPattern =
  /^(\s*(honeybadger|plausible|crisp):[\w.-]+(@https?:\/\/[\w.:[\]-]+)?\s*(,\s*(?=\S)|$))*$/;

export function readBrowserServices(text: string): BrowserServices {
  const named = new Map<string, { id: string; host: string }>();
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [name = '', rest = ''] = part.trim().split(/:(.*)/s);
    const [id = '', host] = rest.split(/@(.*)/s);
    named.set(name, { id, host: host ?? hosts[name as ServiceName] });
  }
  const { honeybadger, plausible, crisp } = Object.fromEntries(named);
  return {
    ...(honeybadger && { errors: { key: honeybadger.id, endpoint: honeybadger.host } }),
    ...(plausible && { analytics: { domain: plausible.id, endpoint: plausible.host } }),
    ...(crisp && { chat: { id: crisp.id, host: crisp.host } }),
  };
}
