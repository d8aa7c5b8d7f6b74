import { expect, test } from 'vitest';
import { placeBeside } from './place-beside.ts';

/** Places a menu of this height beside a button, 36 px high, in a window of 768 px. */
function placeMenu({ buttonAt, height }: { buttonAt: number; height: number }) {
  const button = document.createElement('button');
  button.getBoundingClientRect = () => new DOMRect(600, buttonAt, 100, 36);
  const box = document.createElement('div');
  const place = (name: 'left' | 'top') => Number.parseFloat(box.style[name] || '0');
  box.getBoundingClientRect = () => new DOMRect(place('left'), place('top'), 320, height);
  placeBeside(button, box, 'below-end');
  return { top: place('top'), maxHeight: box.style.maxHeight };
}

test('a menu is below its button if it fits, and may be as high as the rest of the window', () => {
  expect(window.innerHeight).toBe(768);
  expect(placeMenu({ buttonAt: 200, height: 500 })).toEqual({ top: 244, maxHeight: 'calc(100dvh - 252px)' });
});

test('one that fits only above is above', () => {
  expect(placeMenu({ buttonAt: 600, height: 400 })).toMatchObject({ top: 192 });
});

test('one that fits on neither side scrolls on the larger one', () => {
  expect(placeMenu({ buttonAt: 200, height: 800 })).toEqual({ top: 244, maxHeight: 'calc(100dvh - 252px)' });
  expect(placeMenu({ buttonAt: 600, height: 800 })).toEqual({ top: 8, maxHeight: '584px' });
});
