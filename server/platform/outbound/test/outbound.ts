import { openForTests } from '../../../test/for-tests.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../outbound.ts';

/** A client for all tests of a file. What its options name may be opened just before it. */
export function outboundForTests(options?: () => OutboundOptions): Outbound {
  return openForTests(
    async () => createOutbound(options?.()),
    (outbound) => outbound.close(),
  );
}
