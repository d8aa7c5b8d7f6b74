/**
 * The URL to link an invoice with, or null. The provider's pages must be https. Those of the test checkout are our own, so
 * their path is enough and also works behind a forwarded port.
 */
export function invoiceLink(url: string | null, siteUrl: string): string | null {
  if (url?.startsWith(`${siteUrl}/`)) return url.slice(siteUrl.length);
  return url && URL.parse(url)?.protocol === 'https:' ? url : null;
}
