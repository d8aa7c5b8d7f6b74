// For site owners who follow the URL in ZeusBot's user agent: what it does, and how to stop it.
import type { ReactNode } from 'react';
import { PageHeader } from '../layout/page/page-header.tsx';
import { settings } from '../platform/settings.ts';
import { MailLink } from '../ui/mail-link.tsx';

export function BotPage() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="ZeusBot"
        intro="ZeusBot is the web crawler of Zeus, a tool for link-building outreach. You are probably here because it visited your site."
      />
      <Section title="What it does">
        <p>
          It reads public pages, records which sites they link to, and looks for a page’s author and published contact
          details. It does not log in, fill in forms, buy, comment or vote.
        </p>
      </Section>
      <Section title="How it behaves">
        <ul className="list-disc space-y-2 pl-6">
          <li>It reads robots.txt first and obeys it, including Crawl-delay (up to ten seconds).</li>
          <li>It requests one page at a time from a site and waits at least a second between requests.</li>
          <li>When a site is busy (429 or 503), it stays away for as long as Retry-After says, up to a day.</li>
          <li>It honors noindex, nofollow and X-Robots-Tag, and does not download unchanged pages again.</li>
        </ul>
      </Section>
      <Section title="How to recognize it">
        <p>Its user agent contains ZeusBot, its version and the URL of this page.</p>
      </Section>
      <Section title="How to stop it">
        <p>Add these lines to your site’s robots.txt. ZeusBot rereads that file at least once a day.</p>
        <pre className="rounded-box bg-base-200 p-4 text-sm">
          <code>{'User-agent: ZeusBot\nDisallow: /'}</code>
        </pre>
        <p>
          To block only one folder, name it instead of /. If our visits cause problems, or you want your pages or
          addresses removed, email <MailLink address={settings.supportEmail} />.
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
