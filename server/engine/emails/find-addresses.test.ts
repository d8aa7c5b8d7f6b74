import { describe, expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import { findAddresses } from './find-addresses.ts';

const find = (html: string) => findAddresses(readPage(html, 'https://site.test/contact'));
const addresses = (html: string) => find(html).map((one) => one.address);
const hex = (text: string, key = 0x2a) =>
  [key, ...[...text].map((letter) => letter.charCodeAt(0) ^ key)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('ways of hiding', () => {
  test.each([
    ['mailto', '<a href="mailto:Jane.Doe@Brew-House.com?subject=Hi">write</a>'],
    ['mailto with percent signs', '<a href="mailto:jane%2Edoe%40brew-house%2Ecom">write</a>'],
    ['mailto with entities', '<a href="&#109;ailto:jane.doe&#64;brew-house.com">write</a>'],
    ['mailto spelled', '<a href="mailto:jane.doe(at)brew-house.com">write</a>'],
    ['mailto in an archive', '<a href="https://web.archive.test/web/2007/mailto:jane.doe@brew-house.com">write</a>'],
    ['text', '<p>Mail: jane.doe@brew-house.com.</p>'],
    ['text in several tags', '<p>jane.doe<span>@</span><b>brew-house</b>.com</p>'],
    ['text glued to the next word', '<p>jane.doe@brew-house.com<a href="/x">more</a></p>'],
    ['text with a hidden part', '<p>jane.doe@<span style="display:none">no spam</span>brew-house.com</p>'],
    ['entities', '<p>&#106;&#97;ne&#46;doe&#x40;brew-house.com</p>'],
    ['[at]', '<p>jane.doe [at] brew-house.com</p>'],
    ['(at) (dot)', '<p>jane(dot)doe(at)brew-house(dot)com</p>'],
    ['{at} [dot]', '<p>jane.doe {at} brew-house [dot] com</p>'],
    ['at and dot as words', '<p>jane.doe at brew-house dot com</p>'],
    ['German', '<p>jane.doe (ät) brew-house punkt com</p>'],
    ['Spanish', '<p>jane.doe [arroba] brew-house [punto] com</p>'],
    ['French', '<p>jane.doe (arobase) brew-house (point) com</p>'],
    ['Dutch', '<p>jane.doe [apenstaartje] brew-house [punt] com</p>'],
    ['a wide @', '<p>jane.doe＠brew-house.com</p>'],
    ['-at-', '<p>jane.doe-at-brew-house.com</p>'],
    ['Japanese in wide brackets', '<p>お問い合わせはjane.doe（at）brew-house.comまでお気軽にご連絡くださいませ。</p>'],
    ['Japanese in words', '<p>jane.doe[アットマーク]brew-house.com　【アット】</p>'],
    ['Japanese in corner brackets', '<p>jane.doe【at】brew-house.com</p>'],
    ['Japanese in square brackets', '<p>jane.doe［アット］brew-house.com</p>'],
    ['Korean', '<p>jane.doe(골뱅이)brew-house.com으로 보내 주세요</p>'],
    ['text within Japanese', '<p>お問い合わせはjane.doe@brew-house.comまで</p>'],
    ['text behind a Japanese word', '<p>メールjane.doe@brew-house.com</p>'],
    ['text within Chinese', '<p>邮箱jane.doe@brew-house.com，欢迎投稿</p>'],
    ['text within Korean', '<p>이메일은 jane.doe@brew-house.com입니다</p>'],
    ['widthless signs', '<p>jane.doe&#8203;@<wbr>brew-house.com</p>'],
    ['dots as words on both sides', '<p>jane dot doe at brew-house dot com</p>'],
    [
      'rot13 in a script',
      `<script>document.write("wnar.qbr@oerj-ubhfr.pbz".replace(/[a-z]/g,function(c){return String.fromCharCode(c.charCodeAt(0)+13)}));</script>`,
    ],
    ['spaces', '<p>jane.doe @ brew-house.com</p>'],
    [
      'Cloudflare',
      `<span class="__cf_email__" data-cfemail="${hex('jane.doe@brew-house.com')}">[email&#160;protected]</span>`,
    ],
    ['Cloudflare link', `<a href="/cdn-cgi/l/email-protection#${hex('jane.doe@brew-house.com?subject=x')}">mail</a>`],
    ['reversed by style', '<p style="unicode-bidi:bidi-override;direction:rtl">moc.esuoh-werb@eod.enaj</p>'],
    ['reversed by bdo', '<p>Write: <bdo dir="rtl">moc.esuoh-werb@eod.enaj</bdo></p>'],
    [
      'joined by a script',
      `<script>document.write('<a href="mailto:' + 'jane.doe' + '@' + 'brew-house.com' + '">');</script>`,
    ],
    [
      'script with variables',
      `<script>var u = 'jane.doe'; var d = "brew-house" + ".com"; document.write(u + '@' + d);</script>`,
    ],
    [
      'script written in pieces',
      `<script>document.write('jane.doe');document.write('&#64;');document.write('brew-house.com')</script>`,
    ],
    [
      'Joomla script',
      `<script>var addy1 = 'j&#97;ne.doe' + '&#64;'; addy1 = addy1 + 'brew-house' + '&#46;' + 'com';</script>`,
    ],
    [
      'character codes',
      `<script>x = String.fromCharCode(${[...'jane.doe@brew-house.com'].map((letter) => letter.charCodeAt(0)).join(',')});</script>`,
    ],
    ['atob', `<script>el.href = 'mailto:' + atob('${base64('jane.doe@brew-house.com')}');</script>`],
    ['reversed in a script', `<script>var m = 'moc.esuoh-werb@eod.enaj'.split('').reverse().join('');</script>`],
    ['array joined', `<script>var m = ['jane.doe', 'brew-house.com'].join('@');</script>`],
    [
      'Joomla element',
      `<joomla-hidden-mail first="${base64('jane.doe')}" last="${base64('brew-house.com')}">x</joomla-hidden-mail>`,
    ],
    ['TYPO3', `<a href="javascript:linkTo_UnCryptMailto('kygjrm8hylc,bmcYzpcu+fmsqc,amk');">mail</a>`],
    ['SPIP', '<a href="#jane.doe#mc#brew-house.com#">mail</a>'],
    [
      'rot13 link',
      `<a href="javascript:open('znvygb:wnar.qbr@oerj-ubhfr.pbz')"><span class="r13">wnar.qbr@oerj-ubhfr.pbz</span></a>`,
    ],
    ['attribute', '<a data-email="jane.doe@brew-house.com">mail</a>'],
    ['reversed attribute', '<a data-email="moc.esuoh-werb@eod.enaj">mail</a>'],
    ['rot13 attribute', '<a href="javascript:;" data-enc-email="wnar.qbr[at]oerj-ubhfr.pbz">mail</a>'],
    ['attribute parts', '<a data-user="jane.doe" data-domain="brew-house.com">mail</a>'],
    [
      'JSON-LD',
      '<script type="application/ld+json">{"@type":"Person","email":"mailto:jane.doe@brew-house.com"}</script>',
    ],
    ['meta', '<meta name="email" content="jane.doe@brew-house.com">'],
    ['a slide', '<div class="swiper-slide" aria-hidden="true">jane.doe@brew-house.com</div>'],
    [
      'a dialog by its class',
      '<div class="modal fade" style="display:none"><a href="mailto:jane.doe@brew-house.com">mail</a></div>',
    ],
    ['a collapsed menu', '<nav><ul hidden><li><a href="mailto:jane.doe@brew-house.com">mail</a></li></ul></nav>'],
    [
      'a share button',
      '<div class="social-share"><a aria-hidden="true" href="mailto:jane.doe@brew-house.com"></a></div>',
    ],
    ['link rel=author', '<link rel="author" href="mailto:jane.doe@brew-house.com">'],
    ['link rev=made', '<link rev="made" href="mailto:jane.doe@brew-house.com">'],
    ['a custom element', '<contact-button email="jane.doe@brew-house.com"></contact-button>'],
    ['parts in a custom element', '<mail-link user="jane.doe" domain="brew-house.com"></mail-link>'],
    ['a link on a custom element', '<x-button href="mailto:jane.doe@brew-house.com">mail</x-button>'],
    ['an image map', '<map><area href="mailto:jane.doe@brew-house.com"></map>'],
    [
      'glued microdata',
      '<p><span itemprop="name">Jane</span><span itemprop="email">jane.doe@brew-house.com</span><span itemprop="jobTitle">editor</span></p>',
    ],
    ['a phone number glued before it', '<p>030-1234567jane.doe@brew-house.com</p>'],
    ['a phone number glued behind it', '<p>jane.doe@brew-house.com030 1234567</p>'],
    [
      'broken JSON-LD',
      '<script type="application/ld+json">{"@type":"Person" "name":"Jane", "email":"jane.doe@brew-house.com",}}</script>',
    ],
    [
      'a dialog that a click opens',
      `<div hidden><p>${'Words about how to reach us. '.repeat(10)}</p><a href="mailto:jane.doe@brew-house.com">mail</a></div>`,
    ],
  ])('%s', (_, html) => {
    expect(addresses(html)).toEqual(['jane.doe@brew-house.com']);
  });

  test('several in one link', () => {
    expect(addresses('<a href="mailto:a.b@brew.org,c.d@brew.org?cc=e.f%40brew.org">all</a>')).toEqual([
      'a.b@brew.org',
      'c.d@brew.org',
      'e.f@brew.org',
    ]);
  });
});

test.each([
  [`<a href="mailto:o'brien@brew-house.com">o'brien@brew-house.com</a>`, `o'brien@brew-house.com`],
  ['<a href="mailto:o%E2%80%99brien@brew-house.com">write</a>', `o'brien@brew-house.com`],
  [`<a href="mailto:'brien@brew-house.com'">write</a>`, 'brien@brew-house.com'],
  [`<p>Écrivez à l'info@brew-house.com</p>`, 'info@brew-house.com'],
])('an apostrophe: %s', (html, address) => expect(addresses(html)).toEqual([address]));

test.each([
  ['Info@BrewHouse.co.UK', 'info@brewhouse.co.uk'],
  ['info@brew-house.co.UK', 'info@brew-house.co.uk'],
  ['Info@BrewHouse.co.Uk', 'info@brewhouse.co.uk'],
  ['Info@BrewHouse.Co.Uk', 'info@brewhouse.co.uk'],
  ['info@brew-house.com.In Germany', 'info@brew-house.com'],
  ['info@brew-house.com.My team', 'info@brew-house.com'],
  ['info@brew-house.com.Do write', 'info@brew-house.com'],
  ['info@brew-house.co.ukPhone', 'info@brew-house.co.uk'],
  ['info@brew-house.com.Please', 'info@brew-house.com'],
  ['info@brew-house.com.Call us', 'info@brew-house.com'],
  ['info@珈琲.jpまで', 'info@珈琲.jp'],
  ['info@brew-house.中国', 'info@brew-house.中国'],
])('where the domain ends: %s', (text, address) => expect(addresses(`<p>${text}</p>`)).toEqual([address]));

describe('real in spite of its looks', () => {
  test.each(['service@test.de', 'desk@local.gov.uk', 'jane.kowalska@mail.com', 'team@host.io', '48151623@qq.com'])(
    '%s',
    (address) => expect(addresses(`<p>${address}</p>`)).toEqual([address]),
  );

  test('in code, only addresses of the site itself', () => {
    expect(addresses('<pre><code>from: ops@site.test, to: jane@brew-house.com</code></pre>')).toEqual([]);
    const page = '<code>from: ops@brew-house.com, to: jane@other-house.com</code>';
    expect(findAddresses(readPage(page, 'https://docs.brew-house.com/')).map((one) => one.address)).toEqual([
      'ops@brew-house.com',
    ]);
  });

  test('a .social address on its own site', () => {
    const page = readPage('<p>Write to hello@brew.social</p>', 'https://brew.social/about');
    expect(findAddresses(page).map((one) => one.address)).toEqual(['hello@brew.social']);
  });
});

describe('never harvested', () => {
  test.each([
    ['hidden by style', '<a style="display:none" href="mailto:sales@brew-house.com">x</a>'],
    ['far off the screen', '<p style="position:absolute;left:-9999px">sales@brew-house.com</p>'],
    ['hidden by a class', '<style>.q{display:none}</style><p class="q">sales@brew-house.com</p>'],
    ['hidden from assistive tools', '<p aria-hidden="true">sales@brew-house.com</p>'],
    ['named a trap', '<div class="honeypot">sales@brew-house.com</div>'],
    [
      'a trap with an explanation',
      `<div hidden>Do not write to this address, it is for bots only. ${'More words. '.repeat(20)}<a href="mailto:sales@brew-house.com">x</a></div>`,
    ],
    ['a spam trap', '<p>spamtrap@brew-house.com</p>'],
    ['in a comment', '<!-- sales@brew-house.com -->'],
    ['an image', '<img src="/mail.png" alt="our address">'],
    ['a handle with its profile', '<a href="https://kettle.zone/@jane">jane@kettle.zone</a>'],
    ['a handle under its label', '<dt>Mastodon</dt><dd>jane@brew-house.com</dd>'],
    [
      'a handle known elsewhere',
      '<a href="https://kettle.zone/@jane@brew-house.com">me</a> <p>jane@brew-house.com</p>',
    ],
    ['a WhatsApp group', '<a href="mailto:120363041234567@g.us">chat</a>'],
    ['a Jabber account', '<a href="mailto:jane@jabber.org">chat</a>'],
    ['highlighted code', '<div class="highlight"><pre>author = jane@brew-house.com</pre></div>'],
    ['inline code', '<p>Set <code>--from jane@brew-house.com</code> first.</p>'],
    ['a message id in a URL', '<p>https://lists.test/archive/repost.30@brew-house.com</p>'],
    ['unrelated attributes', '<div data-user-id="jane" data-hostname="brew-house.com">x</div>'],
    ['attributes of two elements', '<i data-user="jane"></i><i data-domain="brew-house.com"></i>'],
    ['a share link', '<a href="mailto:?subject=Read&body=https://site.test">share</a>'],
  ])('%s', (_, html) => {
    expect(addresses(html)).toEqual([]);
  });

  test.each([
    'logo@2x.png',
    'react@18.2.0',
    'you@example.com',
    'name@yourdomain.com',
    'john@example.org',
    '2dea7613bd3642e2ae7c3e341bfc5c64@o1307239.ingest.sentry.io',
    '605a7baede844d278b89dc95ae0a9123@sentry-next.wixpress.com',
    '@django@fosstodon.org',
    'django@mastodon.social',
    'django@kettle.social',
    'jane@pixelfed.de',
    'john@mail.com',
    'sales@contoso.com',
    '20240305101112.4711@brew-house.com',
    'git@github.com',
    'max.mustermann@gmail.com',
    'user@localhost',
    'a@b',
    'follow us @brew.house today',
    'Sarah @ SarahBakes.com',
    'meet us at some point in town',
    'look at brew-house.com for more',
    'rent-a-car.com',
  ])('%s', (text) => {
    expect(addresses(`<p>${text}</p>`)).toEqual([]);
  });
});

test('accepts .localhost addresses only on .localhost pages', () => {
  const page = '<p>jane@brew.localhost</p>';
  expect(addresses(page)).toEqual([]);
  expect(findAddresses(readPage(page, 'http://brew.localhost:8080/')).map((one) => one.address)).toEqual([
    'jane@brew.localhost',
  ]);
});

test('keeps rule, snippet and kind as evidence', () => {
  const [first, second, third] = find(
    '<p>Ask our editor at jane@brew-house.com or <a href="mailto:hello@brew-house.com">us</a>, or jane.kowalska@gmail.com.</p>',
  );
  expect([first?.kind, second?.kind, third?.kind]).toEqual(['generic', 'personal', 'webmail']);
  expect(second?.evidence).toMatchObject({ rule: 'text', block: 0 });
  expect(second?.evidence.snippet).toContain('Ask our editor at jane@brew-house.com');
});
