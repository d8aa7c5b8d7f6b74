import { expect, test } from 'vitest';
import { contentTypeOf, pictureType } from './picture-type.ts';

test.each([
  ['\x89PNG\r\n\x1a\n....', 'png'],
  ['\xff\xd8\xff\xe0', 'jpg'],
  ['GIF89a..', 'gif'],
  ['RIFF....WEBPVP8 ', 'webp'],
  ['\0\0\0\x1cftypavif', 'avif'],
  ['\0\0\x01\0\x01\0', 'ico'],
  ['<svg xmlns="x"/>', 'svg'],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- made by hand -->\n<svg>', 'svg'],
])('%j is %s', (bytes, extension) => {
  expect(pictureType(Buffer.from(bytes, 'latin1'))?.extension).toBe(extension);
});

test.each(['', '<html><svg></svg>', 'RIFF....WAVE', '%PDF-1.4', '<!doctype html>', '\0\0\x02\0'])(
  '%j is not a picture',
  (bytes) => {
    expect(pictureType(Buffer.from(bytes, 'latin1'))).toBeNull();
  },
);

test('only image extensions have a content type', () => {
  expect([contentTypeOf('webp'), contentTypeOf('html'), contentTypeOf('')]).toEqual([
    'image/webp',
    undefined,
    undefined,
  ]);
});
