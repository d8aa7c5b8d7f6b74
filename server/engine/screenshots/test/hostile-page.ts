// A hostile page, and how a visit to it may end.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ScreenshotReason } from '../../../../shared/screenshot.ts';

export type Ending = 'taken' | ScreenshotReason;

export interface Places {
  /** A URL on the site of the hostile pages. */
  here(path: string): string;
  /** The port of the canary, a service on this machine that nothing may reach. */
  canaryPort: number;
}

export interface HostilePage {
  name: string;
  /** Several if it depends on the speed of the machine. */
  ends: readonly Ending[];
  /** It uses all the time it is given. */
  stalls?: boolean;
  answer(request: IncomingMessage, response: ServerResponse, places: Places): void;
}

/** A page with a line of text, plus whatever else it does. */
export function page(name: string, ends: readonly Ending[], inside: (places: Places) => string): HostilePage {
  return {
    name,
    ends,
    answer(_request, response, places) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><title>${name}</title><p>An honest line of text.</p>${inside(places)}`);
    },
  };
}

export const script = (name: string, ends: readonly Ending[], code: (places: Places) => string): HostilePage =>
  page(name, ends, (places) => `<script>${code(places)}</script>`);

export const stalling = (hostile: HostilePage): HostilePage => ({ ...hostile, stalls: true });

/** Answers with this head, and this body if any. */
export function head(
  name: string,
  ends: readonly Ending[],
  of: (places: Places, request: IncomingMessage) => { status: number; headers?: Record<string, string>; body?: string },
): HostilePage {
  return {
    name,
    ends,
    answer(request, response, places) {
      const { status, headers = {}, body = '' } = of(places, request);
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
    },
  };
}
