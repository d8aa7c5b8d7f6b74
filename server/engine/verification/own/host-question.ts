import type { MailConnector } from '../../../platform/outbound/mail/mail-connector.ts';
import type { Call } from '../../provider.ts';
import type { MailAddress } from '../parse-address.ts';
import type { Order, StepLimits } from '../smtp/converse.ts';
import type { OperatorRest } from '../stores/mail-operators.store.ts';
import type { DomainCache } from './domain-cache.ts';

export interface HostParts {
  connector: MailConnector;
  domainCache: DomainCache;
  limits: StepLimits;
  now: () => Date;
  /** Leaves an operator alone; true when that is new. */
  restOperator(rest: OperatorRest): Promise<boolean>;
  onLine?: ((line: string) => void) | undefined;
}

export interface HostQuestion {
  host: string;
  order: Omit<Order, 'wantsTls'>;
  /** An address of the same domain that cannot exist; left out when the domain is known to refuse such ones. */
  random?: MailAddress | undefined;
  /** Asked because a better server of the domain could not be; it may accept what that one would refuse. */
  isBackup?: boolean;
  /** Whose check it is. */
  forUser?: string | undefined;
  signal: AbortSignal | undefined;
  log: Call['log'];
}
