// api.ahrefs.com/v3: Bearer auth, errors as { error: text }, the price of a call in its headers. Repeating a call hits Ahrefs'
// cache and is free.

import { type AhrefsRows, ahrefsBacklinks } from './ahrefs-backlinks.ts';
import { ahrefsBatch } from './ahrefs-batch.ts';
import { perWorld } from './per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from './stand-in.ts';

const dollarsPerUnit = 0.001;
const leastUnits = 50;
const unitsLimit = 150_000;
const seenBy = perWorld(() => ({ calls: new Set<string>(), units: 0 }));

export const ahrefsStandIn: StandIn = (request) => {
  const { method, path, headers, mood } = request;
  if (mood === 'refused' || headers.authorization !== `Bearer ${PRACTICE_KEY}`) return refusal(401, 'Invalid API key.');
  if (method === 'GET' && path === '/subscription-info/limits-and-usage') return usage(request);
  if (mood === 'broke') return refusal(403, 'API units limit reached. Expected usage: 50, API units left: 0.');
  if (method === 'GET' && path === '/site-explorer/all-backlinks') return billed(request, ahrefsBacklinks(request));
  if (method === 'POST' && path === '/batch-analysis/batch-analysis') return billed(request, ahrefsBatch(request));
  return refusal(404, 'Not found.');
};

const refusal = (status: number, error: string): StandInResponse => ({ status, body: { error } });

function billed(request: StandInRequest, found: AhrefsRows): StandInResponse {
  if ('error' in found) return refusal(400, found.error);
  const { name, rows, unitsPerRow } = found;
  const known = seenBy(request.world);
  const call = `${request.mood} ${request.path}?${request.query} ${request.text}`;
  const units = Math.max(leastUnits, rows.length * unitsPerRow);
  const isHit = known.calls.has(call);
  if (!isHit) {
    known.calls.add(call);
    known.units += units;
    request.charge(units * dollarsPerUnit);
  }
  const headers = {
    ...{ 'x-api-rows': String(rows.length), 'x-api-units-cost-row': String(unitsPerRow) },
    'x-api-units-cost-total': String(units),
    ...{ 'x-api-units-cost-total-actual': isHit ? '0' : String(units), 'x-api-cache': isHit ? 'hit' : 'no_cache' },
  };
  return { status: 200, headers, body: { [name]: rows } };
}

function usage(request: StandInRequest): StandInResponse {
  const spent = request.mood === 'broke' ? unitsLimit : seenBy(request.world).units;
  return {
    status: 200,
    body: {
      limits_and_usage: {
        ...{ subscription: 'Standard', usage_reset_date: '2026-12-01', api_key_expiration_date: '2027-11-01' },
        ...{ units_limit_workspace: unitsLimit, units_usage_workspace: spent },
        ...{ units_limit_api_key: null, units_usage_api_key: spent },
      },
    },
  };
}
