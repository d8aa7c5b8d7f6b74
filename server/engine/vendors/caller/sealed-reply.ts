// Replies are encrypted before they are stored: they may contain keys, and addresses of people. A reply can be opened only as
// the answer to the call it belongs to.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeptReply, PaidCall } from '../../../platform/outbound/vendor-outbound.ts';

const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
type Of = Pick<PaidCall, 'callId' | 'hash'>;

export function sealReply(key: Uint8Array, call: Of, reply: KeptReply): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, key, iv).setAAD(nameOf(call));
  const content = Buffer.concat([cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]);
}

/** Undefined if it was sealed with another key or for another call, or is damaged. */
export function openReply(key: Uint8Array, call: Of, sealed: Uint8Array): KeptReply | undefined {
  try {
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, ivBytes), options).setAAD(nameOf(call));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const content = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
    // Authentic, so it is what sealReply was given.
    return JSON.parse(content.toString('utf8')) as KeptReply;
  } catch {
    return undefined;
  }
}

const nameOf = ({ callId, hash }: Of) => Buffer.from(`${callId} ${hash}`);
