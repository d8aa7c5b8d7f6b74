import type { Context } from '../../platform/context.ts';
import { unnamedIpv6 } from '../../platform/outbound/mail/unnamed-ipv6.ts';

/** Warns when mail servers would be reached from an IPv6 address without a name. Never rejects. */
export async function warnOfUnnamedIpv6(
  { config, log, practice }: Pick<Context, 'config' | 'log' | 'practice'>,
  find = unnamedIpv6,
): Promise<void> {
  if (practice || config.mailChecks.ipv4Only) return;
  const address = await find();
  if (address !== undefined) log.warn({ address }, WARNING);
}

const WARNING =
  'the IPv6 address of this machine has no reverse DNS name (PTR), so large mail operators refuse it: add one, or set MAIL_CHECKS_OVER=ipv4';
