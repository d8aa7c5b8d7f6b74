import { PageHeader } from '../layout/page/page-header.tsx';
import { settings } from '../platform/settings.ts';
import { TutorialCards } from '../tutorials/tutorial-cards.tsx';
import { gettingStarted, liveCampaigns } from '../tutorials/tutorials.ts';
import { MailLink } from '../ui/mail-link.tsx';

export function HelpPage() {
  return (
    <>
      <PageHeader
        title="Help"
        intro={
          <>
            Hi, I'm the founder of Zeus. These short tutorials show how I use it, step by step. If you get stuck, write
            to me at <MailLink address={settings.supportEmail} />.
          </>
        }
      />
      <h2 className="mb-4 text-xl font-bold tracking-tight">Getting Started</h2>
      <TutorialCards tutorials={gettingStarted} />
      <h2 className="mt-12 mb-4 text-xl font-bold tracking-tight">Live campaigns</h2>
      <TutorialCards tutorials={liveCampaigns} />
    </>
  );
}
