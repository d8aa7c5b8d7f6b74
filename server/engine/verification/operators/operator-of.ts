// Finds the operator of a mail host. The large ones use hundreds of names; all others are known by registrable domain.

import { getDomain } from 'tldts';
import { MAIL_OPERATORS, type MailOperator } from './mail-operators.ts';

const patterns = MAIL_OPERATORS.flatMap((operator) => operator.mx.map((end) => ({ operator, says: endingIn(end) })));

function endingIn(end: string): RegExp {
  const text = end.replaceAll('.', '\\.').replace('*', '[a-z]{2,3}(?:\\.[a-z]{2})?');
  return new RegExp(`(?:^|\\.)${text}$`);
}

/** Practice hosts imitate an operator by its name before `.localhost`. */
export function operatorOf(host: string): MailOperator {
  const name = host.toLowerCase().replace(/\.$/, '');
  const real = name.replace(/\.localhost$/, '');
  return patterns.find(({ says }) => says.test(real))?.operator ?? { id: getDomain(name) ?? name, mx: [] };
}

/** Whether the operator is listed in the table. */
export const isKnownOperator = (id: string) => MAIL_OPERATORS.some((operator) => operator.id === id);
