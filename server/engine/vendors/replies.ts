// What vendor answers have in common: statuses, Retry-After, and lists in which some rows may be malformed.
import { z } from 'zod';
import { cutWhole } from '../cut-whole.ts';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { type VendorReply, vendorError } from './vendor.ts';

/** Seconds from a Retry-After header, a number or a date; undefined without one. */
export function retryAfterOf({ headers }: Pick<VendorReply, 'headers'>): number | undefined {
  const value = String(headers['retry-after'] ?? '').trim();
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

const usualKinds: Record<number, ProviderErrorKind> = { 401: 'auth', 402: 'quota', 403: 'auth', 429: 'rate_limited' };

/** The failure that an HTTP status usually means. */
export function statusError(source: string, reply: VendorReply, detail = ''): ProviderError {
  const { status } = reply;
  const kind = usualKinds[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'unavailable');
  return vendorError(source, kind, statusMessage(status, detail), retryAfterOf(reply));
}

/** The answer is not what the vendor documents: truncated, an error page, or another version. */
export function nonsense(source: string): ProviderError {
  return vendorError(source, 'unavailable', 'Its answer could not be read.');
}

/** A 404 by which the vendor says that it knows nothing. An error page, such as that of a wrong address, says nothing. */
export function notFound(source: string, reply: VendorReply, detail: string): ProviderError {
  return isErrorPage(reply) ? nonsense(source) : vendorError(source, 'not_found', statusMessage(reply.status, detail));
}

/** Text that is not JSON, from a gateway or another server. */
export const isErrorPage = ({ json, text }: VendorReply) => json === null && text.trim() !== '';

const statusMessage = (status: number, detail: string) =>
  `It answered with status ${status}${detail && `: ${cut(detail)}`}.`;

/** A part of a vendor's reply in the documented form. Throws ProviderError if it has another one. */
export function parseReply<Output>(schema: z.ZodType<Output>, value: unknown, source: string): Output {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw nonsense(source);
  return parsed.data;
}

/** A text of the answer, such as its error message; empty if it is missing. */
export const textIn = ({ json }: VendorReply, name: string): string =>
  z.object({ [name]: anyText }).safeParse(json).data?.[name] ?? '';

/** Shortens a vendor's error message to one line for the log. */
export const cut = (text: string) => cutWhole(text.replace(/\s+/g, ' ').trim(), 200);

/** An array that drops rows which do not match the schema. */
export function rowsOf<Row>(row: z.ZodType<Row>): z.ZodType<Row[]> {
  return z.array(z.unknown()).transform((rows) =>
    rows.flatMap((one) => {
      const parsed = row.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

/** Text that may be missing or of another type. */
export const anyText = z.string().catch('');

/** A non-negative number that may come as a string; `otherwise` if it is missing or malformed. */
export const anyNumber = (otherwise: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0).max(1e9))
    .catch(otherwise);
