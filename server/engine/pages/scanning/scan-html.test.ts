import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { attribute, decodeText, SLOT } from './attributes.ts';
import { scanHtml, textOfRun } from './scan-html.ts';

function scan(html: string): string[] {
  const events: string[] = [];
  scanHtml(html, {
    open: (name, attributes) =>
      events.push(`<${name} ${attribute(attributes, SLOT.class) ?? ''}|${attribute(attributes, SLOT.href) ?? ''}>`),
    close: (name) => events.push(`</${name}>`),
    text: (run) => events.push(textOfRun(run)),
    space: () => events.push(' '),
    raw: (name, text) => events.push(`${name}:${text}`),
    enough: () => false,
  });
  return events;
}

function visibleText(html: string): string {
  let text = '';
  scanHtml(html, {
    open: () => {},
    close: () => {},
    raw: () => {},
    enough: () => false,
    text: (run) => {
      text += decodeText(textOfRun(run));
    },
    space: (run) => {
      text += textOfRun(run);
    },
  });
  return text;
}

describe('scanHtml', () => {
  test('reports tags, attributes in every quoting, and text', () => {
    expect(scan('<p class="a b">One <A HREF=/x class=\'c\'>two</A></p>')).toEqual([
      '<p a b|>',
      'One ',
      '<a c|/x>',
      'two',
      '</a>',
      '</p>',
    ]);
  });

  test('treats script and title as raw text, whatever is inside', () => {
    expect(scan('<title>a <b></title><script>if (a < b) "</p>"</script>x')).toEqual([
      'title:a <b>',
      'script:if (a < b) "</p>"',
      'x',
    ]);
  });

  test('skips comments, doctype and CDATA', () => {
    expect(scan('<!doctype html><!-- <p> --><![CDATA[ <i> ]]>x<!-->y')).toEqual(['x', 'y']);
  });

  test('keeps a lone < as text', () => {
    expect(scan('1 < 2 <3').join('')).toBe('1 < 2 <3');
  });

  test('decodes entities in attributes', () => {
    expect(scan('<a href="/?a=1&amp;b=2">x</a>')[0]).toBe('<a |/?a=1&b=2>');
  });

  test('reads the same text and tags as htmlparser2', () => {
    const word = fc.constantFrom('one', 'two ', '&amp;', '&#64;', 'a < b', '"', '>', ' ');
    const tag = fc.constantFrom(
      '<div class="x y">',
      '</div>',
      '<p>',
      '<b>',
      '</b>',
      '<br/>',
      '<a href=/x>',
      '</a>',
      '<!-- c -->',
      '<img alt="a > b">',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, tag), { maxLength: 40 }), (parts) => {
        const html = parts.join('');
        let expected = '';
        const parser = new Parser({
          ontext: (text) => {
            expected += text;
          },
        });
        parser.write(html);
        parser.end();
        expect(visibleText(html)).toBe(expected);
      }),
    );
  });

  test.each([
    ['unclosed tags', '<a '.repeat(200_000)],
    ['unclosed quotes', '<a x="'.repeat(200_000)],
    ['unclosed comments', '<!--'.repeat(300_000)],
    ['unclosed scripts', '<script>'.repeat(100_000)],
    ['only signs', '<'.repeat(500_000)],
  ])('comes to an end on %s', (_, html) => {
    expect(scan(html).length).toBeLessThanOrEqual(html.length);
  });
});
