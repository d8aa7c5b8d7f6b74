// Which partners verify addresses: in the order of the settings, as far as they have an account.
import { openSources, type SourceParts } from '../../vendors/open-sources.ts';
import type { VendorDesk } from '../../vendors/vendor.ts';
import type { Verifier } from '../verification.ts';
import { clearoutVerifier } from './clearout.ts';
import { neverBounce } from './neverbounce.ts';
import { reacher } from './reacher.ts';
import { type VerifierVendor, verifierByVendor } from './verifier-vendor.ts';
import { zeroBounce } from './zerobounce.ts';

const by = (vendor: VerifierVendor) => (desk: Omit<VendorDesk, 'vendor'>, lifetime: { lifetimeSeconds: number }) =>
  verifierByVendor({ ...desk, vendor }, lifetime);

/** Without our own check, which open-verification.ts adds. */
export function partnerVerifiers(ctx: SourceParts): Verifier[] {
  return openSources<'verification', Verifier>(ctx, 'verification', {
    vendors: {
      reacher: by(reacher),
      clearout: by(clearoutVerifier),
      zerobounce: by(zeroBounce),
      neverbounce: by(neverBounce),
    },
    others: { own: () => null },
  });
}
