// Certificates as the real web has them: a root that clients trust, an intermediate that servers have to send along, and one
// certificate for each host.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Pair {
  /** Both as PEM. */
  key: string;
  cert: string;
}

export interface Authority {
  /** For the clients. */
  root: string;
  intermediate: Pair;
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
const nameOf = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const isAuthority = sequence(
  oid('551d13'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);
const forHost = (host: string) => sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))));
const day = 86_400_000;

interface Request {
  subject: string;
  issuer: string;
  extension: Buffer;
  /** Signs with its own key without it. */
  by?: KeyObject;
}

function makeCertificate({ subject, issuer, extension, by }: Request): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, by ?? privateKey));
  const cert = sequence(content, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

export function makeAuthority(): Authority {
  const root = makeCertificate({ subject: 'Soak root', issuer: 'Soak root', extension: isAuthority });
  const by = createPrivateKey(root.key);
  const intermediate = makeCertificate({
    subject: 'Soak intermediate',
    issuer: 'Soak root',
    extension: isAuthority,
    by,
  });
  return { root: root.cert, intermediate };
}

/** What the server of a host sends: with the intermediate, or without it, as one that was set up carelessly. */
export function certify(host: string, { intermediate }: Pick<Authority, 'intermediate'>, complete: boolean): Pair {
  const by = createPrivateKey(intermediate.key);
  const own = makeCertificate({ subject: host, issuer: 'Soak intermediate', extension: forHost(host), by });
  return { key: own.key, cert: complete ? own.cert + intermediate.cert : own.cert };
}
