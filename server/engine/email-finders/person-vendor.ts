// Finding a person's address at a vendor. A vendor file states the requests and reads the answers.

import { askLater, type Job } from '../vendors/ask-later.ts';
import type { Lifetime } from '../vendors/open-sources.ts';
import {
  limitsOf,
  type Vendor,
  type VendorAnswer,
  type VendorContext,
  type VendorReply,
  type VendorRequest,
} from '../vendors/vendor.ts';
import { type PartnerAddress, type PersonFinder, type PersonQuery, partnerAddress } from './email-finder.ts';

export interface PersonVendor extends Vendor {
  /** As contacts name it, where that is not the vendor's name. */
  readonly label?: string;
  /** The most units a question can cost. */
  readonly maxUnits: number;
  personRequest(account: VendorContext['account'], query: PersonQuery): VendorRequest;
  /** Throws ProviderError. A vendor that answers with a job has `later`. */
  readPerson(reply: VendorReply): VendorAnswer<PartnerAddress | Job>;
  readonly later?: {
    resultRequest(account: VendorContext['account'], job: string): VendorRequest;
    /** Throws ProviderError: `pending` while the vendor works, JobIsGone when the job must be started again. */
    readResult(reply: VendorReply): VendorAnswer<PartnerAddress>;
  };
}

export function personByVendor(
  context: VendorContext & { vendor: PersonVendor },
  { lifetimeSeconds }: Lifetime,
): PersonFinder {
  const { vendor, account } = context;
  const { source, label, later, maxUnits } = vendor;
  return {
    source: label ?? source,
    maxDollars: maxUnits * limitsOf(context).dollarsPerUnit,
    async findPerson({ firstName, lastName, domain }, call) {
      const query = { firstName: firstName.trim(), lastName: lastName.trim(), domain: domain.toLowerCase() };
      return askLater(
        context,
        {
          // Two labels of one vendor do not share answers.
          ...{ capability: 'people', identity: { label, ...query }, schema: partnerAddress, lifetimeSeconds, maxUnits },
          request: vendor.personRequest(account, query),
          read: (reply) => vendor.readPerson(reply),
          resultRequest: (job) => laterOf(vendor).resultRequest(account, job),
          readResult: (reply) => laterOf(vendor).readResult(reply),
        },
        call,
      );
    },
  };

  function laterOf({ source: name }: PersonVendor) {
    if (!later) throw new TypeError(`${name} answers at once`);
    return later;
  }
}
