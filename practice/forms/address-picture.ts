// An address as a picture: a PNG in a 5×7 pixel font. No finder is expected to read it.

import { crc32, deflateSync } from 'node:zlib';

// Seven rows of five bits each, one base-32 digit per row.
const GLYPHS: Record<string, string> = {
  a: '00e1fhf',
  b: 'ggmphhu',
  c: '00egghe',
  d: '11djhhf',
  e: '00ehvge',
  f: '698s888',
  g: '0fhhf1e',
  h: 'ggmphhh',
  i: '40c444e',
  j: '20622ic',
  k: 'ggikoki',
  l: 'c44444e',
  m: '00qllhh',
  n: '00mphhh',
  o: '00ehhhe',
  p: '00uhugg',
  q: '00djf11',
  r: '00mpggg',
  s: '00ege1u',
  t: '88s8896',
  u: '00hhhjd',
  v: '00hhha4',
  w: '00hhlla',
  x: '00ha4ah',
  y: '00hhf1e',
  z: '00v248v',
  '@': 'eh1dlle',
  '.': '00000cc',
  '-': '000v000',
  _: '000000v',
};
const WIDTH = 6;

export function drawAddressPicture(address: string): Buffer {
  const scale = 2;
  const width = (address.length * WIDTH + 4) * scale;
  const height = 11 * scale;
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1, 0xff);
    row[0] = 0;
    for (let x = 0; x < width; x++)
      if (isInk(address, Math.floor(x / scale) - 2, Math.floor(y / scale) - 2)) row[x + 1] = 0x20;
    return row;
  });
  return png(width, height, Buffer.concat(rows));
}

function isInk(address: string, x: number, y: number): boolean {
  if (x < 0 || y < 0 || y > 6) return false;
  const digit = GLYPHS[address.charAt(Math.floor(x / WIDTH))]?.charAt(y) ?? '0';
  const bits = Number.parseInt(digit, 32) || 0;
  const column = x % WIDTH;
  return column < 5 && (bits & (16 >> column)) !== 0;
}

function png(width: number, height: number, pixels: Buffer): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length, 0);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body), 0);
  return Buffer.concat([head, body, sum]);
}
