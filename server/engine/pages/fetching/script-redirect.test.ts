import { describe, expect, test } from 'vitest';
import { unconditionalRedirect } from './script-redirect.ts';

describe('unconditional redirects', () => {
  test.each([
    'location = "/end"',
    "location.href='/end';",
    'window.location.href = "/end"\nrest()',
    'window.top.location.replace("/end")',
    'document.location.assign(`/end`);',
    'self.location="\\/end"',
    '<!--\nlocation.href = "/end";\n//-->',
    '/* <![CDATA[ */ location.href="/end" /* ]]> */',
    'var a = 1\nlocation.href = "/end"',
    'track()\nlocation.href = "/end"',
    'function later() { location = "/other" }\nlocation = "/end"',
    'if (old) { location = "/other" } location = "/end"',
    'var text = "location = \'/other\'"; location = "/end"',
    'var match = /["\'{(]/.test(name); location = "/end"',
    'location.replace("/end" + location.hash)',
    'location.href = "/end"+window.location.hash;',
  ])('%s', (script) => expect(unconditionalRedirect(script)).toBe('/end'));
});

describe('conditional redirects and other mentions of location', () => {
  test.each([
    'function go() { location.href = "/other" }',
    'const go = () => location.href = "/other"',
    'const go = () =>\n  location.replace("/other")',
    'button.onclick = function () {\n  location = "/other"\n}',
    'if (isPhone) location.href = "/other"',
    'if (isPhone)\n  // send it on\n  location.href = "/other"',
    'if (isPhone) {\n  location.href = "/other";\n}',
    'if (isDesktop) stay(); else location = "/other"',
    'else\nlocation = "/other"',
    'isPhone && location.replace("/other")',
    'isPhone &&\nlocation.replace("/other")',
    'isPhone ? location.replace("/other") : stay()',
    'while (true)\nlocation = "/other"',
    'setTimeout(function () { location = "/other" }, 60000)',
    'addEventListener("click", () => { location = "/other" })',
    '// location = "/other"',
    '/*\nlocation = "/other"\n*/',
    'var text = "\\";location = \'/other\';"',
    'var text = `\nlocation = "/other"\n`',
    'var page = {\nlocation: "/other" }',
    'var location = "/other"',
    'page.location = "/other"',
    'page\n.location = "/other"',
    'location = "/other" + name',
    `location = \`/other/\${name}\``,
    'location = target',
    'location == "/other"',
    '{',
    '"location',
    '/location',
  ])('%s', (script) => expect(unconditionalRedirect(script)).toBeUndefined());
});

test('a long hostile script is handled', () => {
  expect(unconditionalRedirect(`${'((location='.repeat(20_000)}`)).toBeUndefined();
});
