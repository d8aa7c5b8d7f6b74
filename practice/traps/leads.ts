// One host with the pages of lead-pages.ts.
import { send } from '../web/exchange.ts';
import { plainPage } from '../web/plain-page.ts';
import { LEAD_PAGES, type LeadPage } from './lead-pages.ts';
import type { Trap, TrapHost } from './trap.ts';

const trapOf = ({ path, title, body, head, lang, status = 200, isBotCheck, signals }: LeadPage): Trap => ({
  path,
  what: title,
  expect: signals.length === 0 ? 'nothing speaks against it' : `has the signals: ${signals.join(', ')}`,
  outcome: isBotCheck ? 'refused' : status < 400 ? 'page' : 'failed',
  signals,
  answer: (exchange) =>
    send(exchange, { status, body: plainPage({ title, body, ...(head && { head }), ...(lang && { lang }) }) }),
});

export const LEADS: TrapHost = { host: 'leads.localhost', traps: LEAD_PAGES.map(trapOf) };
