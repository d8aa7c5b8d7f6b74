// Sends email by SMTP if a server is set; otherwise stores it for the page /mailbox and logs it.
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Log } from './log.ts';

export interface Message {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** An email that was stored instead of sent. */
export interface StoredMessage extends Message {
  links: string[];
  at: Date;
}

export interface Mail {
  /** Sends one email; rejects if the server does not accept it. */
  send(message: Message): Promise<void>;
  /** The newest emails that were stored instead of sent, newest first. */
  kept(): Promise<StoredMessage[]>;
  close(): void;
}

const keptAtMost = 200;

/** Opens the mail service. Production without SMTP is refused by the settings. */
export function openMail(config: Config['mail'], db: Database, log: Log): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.from) : mailboxMail(db, log);
}

function smtpMail(url: string, from: string): Mail {
  const transport = createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send(message) {
      await transport.sendMail({ ...message, to: { name: '', address: message.to } });
    },
    kept: async () => [],
    close: () => transport.close(),
  };
}

function mailboxMail({ kysely }: Database, log: Log): Mail {
  return {
    async send({ to, subject, text, html }) {
      const row = { recipient: to, subject, text, html: html ?? null };
      const { id } = await kysely.insertInto('mailbox').values(row).returning('id').executeTakeFirstOrThrow();
      await kysely
        .deleteFrom('mailbox')
        .where('id', '<=', id - keptAtMost)
        .execute();
      log.info({ to, subject, links: linksIn(text) }, 'mail kept at /mailbox');
    },
    async kept() {
      const rows = await kysely.selectFrom('mailbox').selectAll().orderBy('id', 'desc').limit(keptAtMost).execute();
      return rows.map(({ recipient, subject, text, html, created_at }) => ({
        to: recipient,
        subject,
        text,
        html: html ?? undefined,
        links: linksIn(text),
        at: created_at,
      }));
    },
    close: () => {},
  };
}

/** The URLs in a plain-text email, in order. */
export function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
}
