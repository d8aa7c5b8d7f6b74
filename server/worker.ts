// The worker: registers which feature handles which job, then runs jobs until it is stopped. The only place that does.
import { cleanUpAuthJob } from './auth/clean-up.job.ts';
import { sendAuthMailJob } from './auth/mails/send-mail.job.ts';
import { findBacklinksJob } from './backlink-search/find.job.ts';
import { analyzeBacklinksJob } from './backlinks/analyze.job.ts';
import { syncBillingJob } from './billing/sync/sync-all.job.ts';
import { syncCustomerJob } from './billing/sync/sync-customer.job.ts';
import { checkEmailJob } from './contacts/checking/check-email.job.ts';
import { confirmEmailsJob } from './contacts/confirm-emails.job.ts';
import { fetchEmailJob } from './contacts/fetch-email.job.ts';
import { findContactsJob } from './contacts/find-contacts.job.ts';
import { searchDomainJob } from './contacts/search-domain.job.ts';
import { forgetPageReads } from './engine/backlinks/by-search/page-reads.store.ts';
import { backgroundLoad } from './engine/index/common-crawl/pages/background-load.ts';
import { crawlIndexJob } from './engine/index/crawl.job.ts';
import { rateIndexJob } from './engine/index/rate.job.ts';
import { forgetIdleHosts } from './engine/pages/fetching/page-hosts.store.ts';
import { removeOldAliases } from './engine/pages/site-notes.store.ts';
import { repliesFolder } from './engine/vendors/all-vendors.ts';
import { importReplies } from './engine/vendors/caller/reply-files.ts';
import { cleanUpVendors } from './engine/vendors/clean-up.ts';
import { endOperatorRests } from './engine/vendors/rests.store.ts';
import { warnOfUnnamedIpv6 } from './engine/verification/own-address.ts';
import { warnOfClosedPort25 } from './engine/verification/port-25.ts';
import { cleanUpVerification } from './engine/verification/stores/clean-up.ts';
import {
  advanceCampaign,
  analyzeBacklinks,
  checkEmail,
  cleanUpAuth,
  cleanUpPictures,
  cleanUpStorage,
  cleanUpVendorCalls,
  cleanUpVerdicts,
  confirmEmails,
  crawlIndex,
  fetchEmail,
  findBacklinks,
  findContacts,
  findSearchResults,
  loadIndexFile,
  rateIndex,
  refundGoneLinks,
  searchDomain,
  sendAuthMail,
  sweepPictures,
  syncBilling,
  syncPaymentCustomer,
  takeScreenshots,
  watchCampaigns,
} from './jobs.ts';
import { cleanUpPicturesJob } from './pictures/clean-up.job.ts';
import { refundGoneLinksJob } from './pictures/links/refund-gone-links.job.ts';
import { openScreenshots, resumeScreenshots, sweepScreenshots } from './pictures/screenshots/open-screenshots.ts';
import { takeScreenshotsJob } from './pictures/screenshots/take-screenshots.job.ts';
import type { Context } from './platform/context.ts';
import { repeating } from './platform/queue/repeating.ts';
import { findSearchResultsJob } from './search-results/find.job.ts';
import { cleanUpStorageJob } from './storage/clean-up.job.ts';
import { advanceCampaignJob } from './workflow/orchestration/advance.job.ts';
import { watchCampaignsJob } from './workflow/orchestration/watch.job.ts';

/** Starts running jobs; rejects if the database cannot be reached or a declared job has no handler. */
export async function startWorker(ctx: Context): Promise<{ stop(): Promise<void> }> {
  ctx.queue.handle(sendAuthMail, sendAuthMailJob(ctx));
  ctx.queue.handle(cleanUpAuth, cleanUpAuthJob(ctx));
  const orderRating = () => ctx.queue.enqueue(ctx.db.kysely, rateIndex, {});
  const screenshots = openScreenshots(ctx);
  const renderLinks = screenshots.renderedLinks;
  ctx.queue.handle(crawlIndex, crawlIndexJob(ctx, { job: crawlIndex, orderRating, renderLinks }));
  ctx.queue.handle(rateIndex, rateIndexJob(ctx));
  ctx.queue.handle(loadIndexFile, backgroundLoad(ctx));
  const forgetVerdicts = async () => {
    await cleanUpVerification(ctx.db.kysely, new Date());
    await forgetIdleHosts(ctx.db.kysely);
  };
  ctx.queue.handle(cleanUpVerdicts, repeating(ctx, cleanUpVerdicts, 3600, forgetVerdicts));
  const forgetVendorCalls = async () => {
    await cleanUpVendors(ctx.db.kysely);
    await forgetPageReads(ctx.db.kysely);
    await removeOldAliases(ctx.db.kysely);
  };
  ctx.queue.handle(cleanUpVendorCalls, repeating(ctx, cleanUpVendorCalls, 3600, forgetVendorCalls));
  ctx.queue.handle(takeScreenshots, takeScreenshotsJob(ctx, screenshots));
  ctx.queue.handle(refundGoneLinks, refundGoneLinksJob(ctx));
  ctx.queue.handle(
    sweepPictures,
    repeating(ctx, sweepPictures, 60, () => sweepScreenshots(ctx)),
  );
  ctx.queue.handle(cleanUpPictures, cleanUpPicturesJob(ctx));
  ctx.queue.handle(cleanUpStorage, cleanUpStorageJob(ctx));
  ctx.queue.handle(syncPaymentCustomer, syncCustomerJob(ctx));
  ctx.queue.handle(syncBilling, syncBillingJob(ctx));
  ctx.queue.handle(findSearchResults, findSearchResultsJob(ctx));
  ctx.queue.handle(findBacklinks, findBacklinksJob(ctx));
  ctx.queue.handle(analyzeBacklinks, analyzeBacklinksJob(ctx));
  ctx.queue.handle(findContacts, findContactsJob(ctx));
  ctx.queue.handle(searchDomain, searchDomainJob(ctx));
  ctx.queue.handle(fetchEmail, fetchEmailJob(ctx));
  ctx.queue.handle(confirmEmails, confirmEmailsJob(ctx));
  ctx.queue.handle(checkEmail, checkEmailJob(ctx));
  ctx.queue.handle(advanceCampaign, advanceCampaignJob(ctx));
  ctx.queue.handle(watchCampaigns, watchCampaignsJob(ctx));
  await endOperatorRests(ctx.db.kysely);
  await importReplies(ctx.db.kysely, repliesFolder(ctx.config));
  await ctx.queue.startWorking();
  const repeated = [
    cleanUpAuth,
    cleanUpVerdicts,
    cleanUpVendorCalls,
    syncBilling,
    watchCampaigns,
    sweepPictures,
    cleanUpPictures,
  ];
  for (const job of [...repeated, cleanUpStorage]) {
    await ctx.queue.enqueue(ctx.db.kysely, job, {}, { afterSeconds: 60 });
  }
  await resumeScreenshots(ctx);
  void warnOfUnnamedIpv6(ctx);
  void warnOfClosedPort25(ctx);
  return {
    async stop() {
      await ctx.queue.stop();
      await screenshots.close();
    },
  };
}
