import { expect, test } from 'vitest';

test('a style depends on the name of its element, whether that is open, and its style attribute', () => {
  const { getComputedStyle } = document.defaultView as Window;
  document.body.innerHTML = '<p></p><dialog></dialog><dialog open></dialog><p style="display: none"></p>';
  const displays = [...document.body.children].map((element) => getComputedStyle(element).getPropertyValue('display'));
  document.body.replaceChildren();
  expect(displays).toEqual(['block', 'none', 'block', 'none']);
});
