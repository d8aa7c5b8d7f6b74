// How often we contact an operator. Receivers count unknown recipients and block senders that name many: Cisco after 25 per
// hour, GoDaddy for an hour and then a day; Postfix drops a connection after 20 errors, or after one when it is busy.

import type { MailOperator } from './mail-operators.ts';

export interface Pace {
  /** Addresses per 24 hours, over all its hosts. 0: never contacted. */
  perDay: number;
  /** Unknown recipients per hour, at one host. */
  unknownPerHour: number;
  unknownPerConnection: number;
}

export type PaceOf = (operator: MailOperator) => Pace;

const DEFAULT_PER_DAY = 500;
const UNKNOWN_PER_HOUR = 20;
const UNKNOWN_PER_CONNECTION = 2;

/** The usual pace, with the given daily limits by operator; `default` applies to operators without one in the table. */
export function paceWith(perDay: Readonly<Record<string, number>> = {}): PaceOf {
  const set = new Map(Object.entries(perDay));
  return (operator) => ({
    perDay: set.get(operator.id) ?? operator.perDay ?? set.get('default') ?? DEFAULT_PER_DAY,
    unknownPerHour: operator.unknownPerHour ?? UNKNOWN_PER_HOUR,
    unknownPerConnection: UNKNOWN_PER_CONNECTION,
  });
}

/** For the practice web, where no real server suffers. A person has at most five guesses. */
export const unlimited: PaceOf = () => ({
  perDay: Number.POSITIVE_INFINITY,
  unknownPerHour: Number.POSITIVE_INFINITY,
  unknownPerConnection: 5,
});
