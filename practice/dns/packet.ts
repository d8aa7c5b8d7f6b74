// Parses DNS queries and writes answers (RFC 1035), as far as the practice zone needs it.

import type { DnsAnswer, DnsRecord, RecordType } from './zone.ts';

export interface Question {
  id: number;
  name: string;
  /** Null for types that the zone does not know. */
  type: RecordType | null;
  /** The original question, to be sent back. */
  raw: Buffer;
}

const TYPES: Record<number, RecordType> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };
const TYPE_NUMBERS = { A: 1, MX: 15, TXT: 16, AAAA: 28 } as const;
const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const;

/** Null if the packet is not a query. */
export function readQuestion(packet: Buffer): Question | null {
  if (packet.length < 17 || packet.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = 12;
  for (;;) {
    const length = packet[at];
    if (length === undefined || length > 63 || at + length + 5 > packet.length) return null;
    at++;
    if (length === 0) break;
    labels.push(packet.toString('latin1', at, at + length));
    at += length;
  }
  const type = TYPES[packet.readUInt16BE(at)] ?? null;
  return { id: packet.readUInt16BE(0), name: labels.join('.'), type, raw: packet.subarray(12, at + 4) };
}

export function writeAnswer(question: Question, answer: DnsAnswer): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(question.id, 0);
  header.writeUInt16BE(0x8580 | CODES[answer.status], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answer.records.length, 6);
  return Buffer.concat([header, question.raw, ...answer.records.map(writeRecord)]);
}

// The name of every record is a pointer to the question at offset 12.
function writeRecord(record: DnsRecord): Buffer {
  const data = recordData(record);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TYPE_NUMBERS[record.type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function recordData(record: DnsRecord): Buffer {
  if (record.type === 'A') return Buffer.from(record.address.split('.').map(Number));
  if (record.type === 'AAAA') return v6Data(record.address);
  if (record.type === 'TXT') return Buffer.concat([Buffer.from([record.text.length]), Buffer.from(record.text)]);
  const priority = Buffer.alloc(2);
  priority.writeUInt16BE(record.priority, 0);
  return Buffer.concat([priority, nameData(record.exchange)]);
}

/** For addresses with `::`. */
function v6Data(address: string): Buffer {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function nameData(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.');
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}
