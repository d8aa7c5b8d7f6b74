// How targeting is named on screen.
import type { Footprint, Period } from '../../shared/targeting-values.ts';

export const footprintNames: Record<Footprint, string> = {
  'guest-posts': 'Guest posts (“write for us”)',
  resources: 'Resource pages',
  best: '“Best …” lists',
  alternatives: 'Alternatives',
};

export const periodNames: Record<Period, string> = {
  day: 'Past day',
  week: 'Past week',
  month: 'Past month',
  year: 'Past year',
};
