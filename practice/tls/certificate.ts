// Creates certificates for TLS servers of the practice web and of tests, so that no key has to be kept in the repository.

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));

export interface Issued {
  /** Both as PEM. */
  key: string;
  cert: string;
  der: Buffer;
  subject: Buffer;
  privateKey: KeyObject;
}

export interface CertificateRequest {
  name?: string;
  /** Its subject alternative names. */
  hosts?: string[];
  isAuthority?: boolean;
  /** Self-signed if left out. */
  issuer?: Issued;
  /** The URL of the issuer's certificate. */
  issuerUrl?: string;
  /** When it ends; tomorrow if left out. */
  until?: Date;
}

/** A certificate for these host names, valid from yesterday to tomorrow. */
export function selfSigned(...hosts: string[]): Issued {
  return issueCertificate({ hosts });
}

/** A certificate valid for two days at least, by default from yesterday to tomorrow. */
export function issueCertificate({ name = 'Zeus test', hosts = [], ...request }: CertificateRequest): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const subject = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
  const day = 24 * 60 * 60 * 1_000;
  const end = request.until?.getTime() ?? Date.now() + day;
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    request.issuer?.subject ?? subject,
    sequence(time(new Date(end - 2 * day)), time(new Date(end))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensionsOf(hosts, request))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, request.issuer?.privateKey ?? privateKey));
  const whole = sequence(content, ecdsaWithSha256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
    der: whole,
    subject,
    privateKey,
  };
}

function extensionsOf(hosts: string[], { isAuthority, issuerUrl }: CertificateRequest): Buffer[] {
  const altNames = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))));
  const access = (url: string) => sequence(sequence(oid('2b06010505073002'), der(0x86, Buffer.from(url))));
  return [
    ...(hosts.length > 0 ? [extension('551d11', altNames)] : []),
    ...(isAuthority ? [extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))] : []),
    ...(issuerUrl === undefined ? [] : [extension('2b06010505070101', access(issuerUrl))]),
  ];
}
