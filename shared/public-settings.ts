// What the server tells the browser about itself. It stands in the page as a meta element, so that nothing waits for it.
export interface PublicSettings {
  /** Where users write to. */
  supportEmail: string;
  /** Whether mails are kept at /mailbox instead of being sent; never in production. */
  mailbox: boolean;
}

export const publicSettingsName = 'zeus-settings';
