// The texts of every email the auth service sends, as plain text and as HTML.
import type { Message } from '../../platform/mail.ts';

interface Link {
  label: string;
  url: string;
}

interface Words {
  subject: string;
  lines: string[];
  link?: Link;
  otherLink?: Link;
  code?: { label: string; value: string };
  after?: string;
}

const notYou = 'If this was not you, you can ignore this email.';
const onceOnly = 'The link and code work once, within one hour.';

/** For codes that a screen of the web app asks for. */
const enterCode = (value: string) => ({ label: 'Or enter this code', value });
/** For codes that only other clients of the auth service ask for. */
const codeForApps = (value: string) => ({ label: 'Code, if the app you are using asks for one', value });

const providerNames: Record<string, string> = { google: 'Google' };

export const mailTexts = {
  confirmSignUp: (url: string, code: string): Words => ({
    subject: 'Confirm your sign-up',
    lines: ['Welcome to Zeus. Please confirm your email.'],
    link: { label: 'Confirm my email', url },
    code: enterCode(code),
    after: `${onceOnly} ${notYou}`,
  }),
  accountExists: (loginUrl: string, resetUrl: string): Words => ({
    subject: 'You already have a Zeus account',
    lines: [
      'Someone, hopefully you, tried to sign up for Zeus with this email address, but it already has an account.',
    ],
    link: { label: 'Log in', url: loginUrl },
    otherLink: { label: 'Reset your password', url: resetUrl },
    after: 'If this was not you, you can ignore this email. Nothing about your account has changed.',
  }),
  signIn: (url: string, code: string): Words => ({
    subject: 'Your login link',
    lines: ['Someone, hopefully you, asked to log in to Zeus with this email.'],
    link: { label: 'Log in', url },
    code: codeForApps(code),
    after: `${onceOnly} ${notYou}`,
  }),
  recover: (url: string, code: string): Words => ({
    subject: 'Reset your password',
    lines: ['Someone, hopefully you, asked to reset the password of your Zeus account.'],
    link: { label: 'Choose a new password', url },
    code: enterCode(code),
    after: `${onceOnly} ${notYou} Your password stays the same.`,
  }),
  invite: (url: string, code: string): Words => ({
    subject: 'You are invited to Zeus',
    lines: ['You have been invited to use Zeus.'],
    link: { label: 'Accept the invitation', url },
    code: codeForApps(code),
    after: onceOnly,
  }),
  changeEmail: (url: string, code: string, oldEmail: string, newEmail: string): Words => ({
    subject: 'Confirm your new email',
    lines: oldEmail
      ? [
          `You asked to change the email of your Zeus account from ${oldEmail} to ${newEmail}.`,
          'Please confirm the change in both mailboxes.',
        ]
      : [`You asked to add ${newEmail} to your Zeus account.`],
    link: { label: 'Confirm the change', url },
    code: codeForApps(code),
    after: `${onceOnly} If you did not ask for this, do not confirm it, and change your password.`,
  }),
  reauthenticate: (code: string): Words => ({
    subject: 'Your confirmation code',
    lines: ['Enter this code to confirm that it is you.'],
    code: { label: 'Code', value: code },
    after:
      'The code works once, within one hour. If this was not you, do not share it: someone else may be logged in to your account. Log out of other devices on your account page, and contact us.',
  }),
  emailChanged: (newEmail: string): Words => ({
    subject: 'Your email was changed',
    lines: [`The email of your Zeus account is now ${newEmail}.`],
    after: 'If this was not you, contact us right away.',
  }),
  passwordChanged: (): Words => ({
    subject: 'Your password was changed',
    lines: ['Your Zeus password was changed, and you were logged out on all other devices.'],
    after: 'If this was not you, reset your password from the login page and contact us.',
  }),
  twoFactorChanged: (on: boolean): Words => ({
    subject: on ? 'Two-factor authentication is on' : 'Two-factor authentication is off',
    lines: [`Two-factor authentication was turned ${on ? 'on' : 'off'} for your Zeus account.`],
    after: 'If this was not you, change your password and contact us.',
  }),
  recoveryCodeUsed: (remaining: number): Words => ({
    subject: 'A recovery code was used',
    lines: [
      'Someone, hopefully you, logged in to Zeus with one of your recovery codes.',
      `You have ${remaining} recovery ${remaining === 1 ? 'code' : 'codes'} left. You can create new ones on your account page.`,
    ],
    after: 'If this was not you, change your password and contact us.',
  }),
  signInLinked: (provider: string): Words => ({
    subject: 'A new way to log in was added',
    lines: [`You can now log in to your Zeus account with ${providerNames[provider] ?? provider}.`],
    after: 'If this was not you, change your password and contact us, so that we can remove it.',
  }),
};

/** Builds the email from its texts. */
export function composeMail(to: string, words: Words, support: string): Message {
  const { subject, lines, link, otherLink, code, after } = words;
  const links = [link, otherLink].filter((one) => one !== undefined);
  const closing = [after, `Questions? Email ${support}.`].filter((line) => line !== undefined);
  const text = [
    ...lines,
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...(code ? [`${code.label}: ${code.value}`] : []),
    ...closing,
  ].join('\n\n');
  const content = [
    ...lines.map((line) => paragraph(escapeHtml(line))),
    ...links.map(({ label, url }, index) =>
      paragraph(`<a href="${escapeHtml(url)}"${index === 0 ? ` style="${buttonStyle}"` : ''}>${escapeHtml(label)}</a>`),
    ),
    ...(code ? [paragraph(`${code.label}: <strong style="${codeStyle}">${code.value}</strong>`)] : []),
    ...closing.map((line) => paragraph(escapeHtml(line), smallStyle)),
  ].join('\n');
  return { to, subject, text: `${text}\n`, html: page(escapeHtml(subject), content) };
}

// Styles are in the elements, because many email clients drop style sheets. Only the button has colors of its own, so that the rest
// is readable in dark mode, whatever a client does for it.
const bodyStyle = 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif';
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#fdd63f;color:#1b2030;font-weight:600;text-decoration:none';
const codeStyle = 'font-size:20px;letter-spacing:2px;white-space:nowrap';
const smallStyle = 'font-size:14px';

const paragraph = (content: string, style = '') => `<p style="margin:0 0 20px${style && `;${style}`}">${content}</p>`;

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body style="${bodyStyle}">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 20px;font-size:20px;font-weight:700">Zeus</p>
${content}
</div>
</body>
</html>
`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
