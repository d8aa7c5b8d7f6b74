import { openForTests } from '../../../test/for-tests.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../outbound.ts';

/** A client for all tests of a file. The options are a function because they often need the port of a site that is opened before it. */
export function outboundForTests(options?: () => OutboundOptions): Outbound {
  return openForTests(
    async () => createOutbound(options?.()),
    (outbound) => outbound.close(),
  );
}
