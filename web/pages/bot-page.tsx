// What site owners read when they follow the address in ZeusBot's user agent: what it does, and how to stop it.
import type { ReactNode } from 'react';
import { PageHeader } from '../layout/page/page-header.tsx';
import { settings } from '../platform/settings.ts';
import { MailLink } from '../ui/mail-link.tsx';

export function BotPage() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="ZeusBot"
        intro="ZeusBot is the web crawler of Zeus, a tool for people who ask other sites for a link. You are reading this because it has visited your site."
      />
      <Section title="What it does">
        <p>
          It reads public pages, notes which sites they link to, and looks for who wrote a page and how that person or
          site wants to be reached. It does not sign in, fill in forms, buy, comment or vote.
        </p>
      </Section>
      <Section title="How it behaves">
        <ul className="list-disc space-y-2 pl-6">
          <li>It reads robots.txt first and keeps to it, also to Crawl-delay (up to ten seconds).</li>
          <li>It asks a site for one page at a time, with a pause of at least a second.</li>
          <li>
            It leaves a site alone when the site answers that it is busy (429, 503), for as long as Retry-After says.
          </li>
          <li>It honours noindex, nofollow and X-Robots-Tag, and asks for unchanged pages only once.</li>
        </ul>
      </Section>
      <Section title="How to recognise it">
        <p>Its user agent begins with ZeusBot, followed by its version and the address of this page.</p>
      </Section>
      <Section title="How to stop it">
        <p>Put these lines into the robots.txt of your site. ZeusBot reads that file again at least once a day.</p>
        <pre className="rounded-box bg-base-200 p-4 text-sm">
          <code>{'User-agent: ZeusBot\nDisallow: /'}</code>
        </pre>
        <p>
          Name a folder instead of / to close only that folder. If something about our visits is wrong, or you want
          pages or addresses of yours removed, write to <MailLink address={settings.supportEmail} />.
        </p>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-8 space-y-3">
      <h2 className="text-xl font-bold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}
