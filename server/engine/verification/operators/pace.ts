// How much an operator is asked. Receivers count unknown recipients and block whoever names many: Cisco after 25 in an hour,
// GoDaddy for an hour and then for a day; Postfix drops a connection after 20 errors and, when it is busy, after one.

import type { MailOperator } from './mail-operators.ts';

export interface Pace {
  /** Addresses in 24 hours, over all its hosts. 0: it is not asked at all. */
  perDay: number;
  /** Unknown recipients in an hour, at one host. */
  unknownPerHour: number;
  unknownPerConnection: number;
}

export type PaceOf = (operator: MailOperator) => Pace;

const DEFAULT_PER_DAY = 500;
const UNKNOWN_PER_HOUR = 20;
const UNKNOWN_PER_CONNECTION = 2;

/** The usual pace, with the given limits per day by operator; `default` is for operators that the table gives none. */
export function paceWith(perDay: Readonly<Record<string, number>> = {}): PaceOf {
  const set = new Map(Object.entries(perDay));
  return (operator) => ({
    perDay: set.get(operator.id) ?? operator.perDay ?? set.get('default') ?? DEFAULT_PER_DAY,
    unknownPerHour: operator.unknownPerHour ?? UNKNOWN_PER_HOUR,
    unknownPerConnection: UNKNOWN_PER_CONNECTION,
  });
}

/** For the practice web, where nobody's server suffers. A person has five guesses at most. */
export const unlimited: PaceOf = () => ({
  perDay: Number.POSITIVE_INFINITY,
  unknownPerHour: Number.POSITIVE_INFINITY,
  unknownPerConnection: 5,
});
