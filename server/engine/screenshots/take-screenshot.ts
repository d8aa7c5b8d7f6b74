// Asks the providers in order. The next one is asked only if it may see more than the last: a page that doesn't exist doesn't
// exist for a paid service either.
import type { ScreenshotReason } from '../../../shared/screenshot.ts';
import type { Practice } from '../../platform/outbound/connecting/target.ts';
import { parseTarget } from '../../platform/outbound/connecting/target.ts';
import type { Call } from '../provider.ts';
import {
  failed,
  NoPictureNow,
  type ScreenshotOutcome,
  type ScreenshotProvider,
  type TakeOptions,
} from './screenshot-provider.ts';

const worthAnother = new Set<ScreenshotReason>(['blocked', 'timed-out', 'unavailable', 'no-browser']);

/**
 * The first screenshot, or why there is none. URLs refused by policy reach no provider. Throws NoPictureNow if a provider did, and no other
 * one could be asked.
 */
export async function takeScreenshot(
  providers: readonly ScreenshotProvider[],
  url: string,
  call: Call & { practice?: Practice | undefined },
  options: TakeOptions = {},
): Promise<ScreenshotOutcome> {
  try {
    parseTarget(url, call.practice);
  } catch (error) {
    return failed('refused', (error as Error).message);
  }
  let last = failed('no-browser', 'no provider');
  let notNow: NoPictureNow | undefined;
  for (const provider of providers) {
    const outcome = await provider.take(url, call, options).catch((error: unknown) => {
      if (!(error instanceof NoPictureNow)) throw error;
      notNow = error;
      return failed('no-browser', error.message);
    });
    if (outcome.kind === 'taken') return outcome;
    // What our own browser saw says more than that a service failed too.
    if (last.reason === 'no-browser') last = outcome;
    if (!worthAnother.has(outcome.reason)) return outcome;
  }
  if (notNow && last.reason === 'no-browser') throw notNow;
  return last;
}
