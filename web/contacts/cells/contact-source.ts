// Who finds and verifies emails, as users see them.
import { sourceName } from '../../../shared/source-names.ts';
import { settings } from '../../platform/settings.ts';

/** On the practice web, partners are stand-ins and say so. */
export function contactSourceName(source: string): string {
  if (source === 'zeus-own') return 'Zeus';
  return settings.practice ? `${sourceName(source)} (stand-in)` : sourceName(source);
}

const monograms: Record<string, string> = {
  clearout: 'Co',
  dropcontact: 'Dc',
  findymail: 'Fy',
  hunter: 'Hu',
  neverbounce: 'Nb',
  prospeo: 'Pr',
  reacher: 'Re',
  snovio: 'Sn',
  'snovio-v2': 'S2',
  useArtemis: 'Ar',
  'voila-norbert': 'VN',
  zerobounce: 'Zb',
};

/** One or two letters that stand for a partner. */
export const monogramOf = (source: string) => monograms[source] ?? source.slice(0, 1).toUpperCase();
