// The worker: registers which feature handles which job, then runs jobs until it is stopped. The only place that does.
import { cleanUpAuthJob } from './auth/clean-up.job.ts';
import { sendAuthMailJob } from './auth/mails/send-mail.job.ts';
import { findBacklinksJob } from './backlink-search/find.job.ts';
import { analyzeBacklinksJob } from './backlinks/analyze.job.ts';
import { endDepartedJob } from './billing/sync/end-departed.job.ts';
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
import * as jobs from './jobs.ts';
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
  ctx.queue.handle(jobs.sendAuthMail, sendAuthMailJob(ctx));
  ctx.queue.handle(jobs.cleanUpAuth, cleanUpAuthJob(ctx));
  const orderRating = () => ctx.queue.enqueue(ctx.db.kysely, jobs.rateIndex, {});
  const screenshots = openScreenshots(ctx);
  const renderLinks = screenshots.renderedLinks;
  ctx.queue.handle(jobs.crawlIndex, crawlIndexJob(ctx, { job: jobs.crawlIndex, orderRating, renderLinks }));
  ctx.queue.handle(jobs.rateIndex, rateIndexJob(ctx));
  ctx.queue.handle(jobs.loadIndexFile, backgroundLoad(ctx));
  const forgetVerdicts = async () => {
    await cleanUpVerification(ctx.db.kysely, new Date());
    await forgetIdleHosts(ctx.db.kysely);
  };
  ctx.queue.handle(jobs.cleanUpVerdicts, repeating(ctx, jobs.cleanUpVerdicts, 3600, forgetVerdicts));
  const forgetVendorCalls = async () => {
    await cleanUpVendors(ctx.db.kysely);
    await forgetPageReads(ctx.db.kysely);
    await removeOldAliases(ctx.db.kysely);
  };
  ctx.queue.handle(jobs.cleanUpVendorCalls, repeating(ctx, jobs.cleanUpVendorCalls, 3600, forgetVendorCalls));
  ctx.queue.handle(jobs.takeScreenshots, takeScreenshotsJob(ctx, screenshots));
  ctx.queue.handle(jobs.refundGoneLinks, refundGoneLinksJob(ctx));
  ctx.queue.handle(
    jobs.sweepPictures,
    repeating(ctx, jobs.sweepPictures, 60, () => sweepScreenshots(ctx)),
  );
  ctx.queue.handle(jobs.cleanUpPictures, cleanUpPicturesJob(ctx));
  ctx.queue.handle(jobs.cleanUpStorage, cleanUpStorageJob(ctx));
  ctx.queue.handle(jobs.syncPaymentCustomer, syncCustomerJob(ctx));
  ctx.queue.handle(jobs.endDepartedPlans, endDepartedJob(ctx));
  ctx.queue.handle(jobs.syncBilling, syncBillingJob(ctx));
  ctx.queue.handle(jobs.findSearchResults, findSearchResultsJob(ctx));
  ctx.queue.handle(jobs.findBacklinks, findBacklinksJob(ctx));
  ctx.queue.handle(jobs.analyzeBacklinks, analyzeBacklinksJob(ctx));
  ctx.queue.handle(jobs.findContacts, findContactsJob(ctx));
  ctx.queue.handle(jobs.searchDomain, searchDomainJob(ctx));
  ctx.queue.handle(jobs.fetchEmail, fetchEmailJob(ctx));
  ctx.queue.handle(jobs.confirmEmails, confirmEmailsJob(ctx));
  ctx.queue.handle(jobs.checkEmail, checkEmailJob(ctx));
  ctx.queue.handle(jobs.advanceCampaign, advanceCampaignJob(ctx));
  ctx.queue.handle(jobs.watchCampaigns, watchCampaignsJob(ctx));
  await endOperatorRests(ctx.db.kysely);
  await importReplies(ctx.db.pool, repliesFolder(ctx.config));
  await ctx.queue.startWorking();
  const repeated = [
    jobs.cleanUpAuth,
    jobs.cleanUpVerdicts,
    jobs.cleanUpVendorCalls,
    jobs.syncBilling,
    jobs.watchCampaigns,
    jobs.sweepPictures,
    jobs.cleanUpPictures,
    jobs.cleanUpStorage,
  ];
  for (const job of repeated) await ctx.queue.enqueue(ctx.db.kysely, job, {}, { afterSeconds: 60 });
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
