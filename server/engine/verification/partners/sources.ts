// Which partners verify addresses: in the order of the settings, as far as they have an account.
import { openedBy, openSources, type SourceParts } from '../../vendors/open-sources.ts';
import type { Verifier } from '../verification.ts';
import { clearoutVerifier } from './clearout.ts';
import { neverBounce } from './neverbounce.ts';
import { reacher } from './reacher.ts';
import { verifierByVendor } from './verifier-vendor.ts';
import { zeroBounce } from './zerobounce.ts';

const by = openedBy(verifierByVendor);

/**
 * Partners and our own check, if there is one. It comes first unless the operator says otherwise: where port 25 is closed it only asks
 * DNS, for free.
 */
export function verifiersInOrder(ctx: SourceParts, own: Verifier | null): Verifier[] {
  return openSources<'verification', Verifier>(ctx, 'verification', {
    vendors: {
      reacher: by(reacher),
      clearout: by(clearoutVerifier),
      zerobounce: by(zeroBounce),
      neverbounce: by(neverBounce),
    },
    others: { own: () => own },
  });
}
