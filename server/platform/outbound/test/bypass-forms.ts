// Ways to write an address that must not be opened. PORT stands for a port on this machine where something listens.

const words = (text: string) => text.trim().split(/[ \n]+/);

const loopbackV4 = words(`
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0X7F000001 0x7f.0.0.1 0x7f.1 0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1
  0177.1 00000177.00.00.01 127.000.000.001 127.0.0.1. 0x7f000001. 127.0.0.2 127.255.255.254 0.0.0.0 0 0x0 000000 0.0.0.1
  %31%32%37.0.0.1 127%2e0%2e0%2e1 127.0.0.1%2e %30x7f.1
  １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.𝟎.𝟎.𝟏 ¹²⁷.0.0.1 ₁₂₇.0.0.1 ０ｘ７ｆ.1
  127.\u00ad0.0.1 127.0.0.\u200b1 12\u20607.0.0.1`);

const otherV4 = words(`
  10.0.0.1 10.255.255.255 0xa.1 012.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 3232235521
  169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518 100.64.0.1 100.100.100.200
  192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250
  240.0.0.1 255.255.255.255 4294967295 168.63.129.16 192.31.196.1 192.175.48.1`);

const v6 = words(`
  [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [::]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::FFFF:7F00:0001] [::127.0.0.1] [::7f00:1]
  [::ffff:0:127.0.0.1] [::ffff:0.0.0.0] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::ffff:10.0.0.1] [::ffff:8.8.8.8]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [64:ff9b::8.8.8.8]
  [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:4136:e378:8000:63bf:80ff:fffe]
  [2001:470:1:2:0:5efe:7f00:1] [2001:470:1:2:200:5efe:10.0.0.1]
  [fe80::1] [fec0::1] [fc00::1] [fd00::2] [fd00:ec2::254] [fd20:ce::254] [ff02::1] [100::1]
  [2001:db8::1] [3fff::1] [5f00::1] [2001:2::1] [2001:10::1] [2001:20::1] [2001:30::1] [3ffe::1] [4000::1] [::2] [1::1]
  [::1%25lo] [::1%lo] [fe80::1%25eth0] [v1.fe80::a] [127.0.0.1]`);

const names = words(`
  localhost LOCALHOST localhost. localhost.. a.localhost a.localhost. a_b.localhost xlocalhost ip6-localhost
  ip6-loopback localhost.localdomain printer.local metadata metadata.google.internal metadata.google.internal.
  instance-data instance-data.ec2.internal router.lan nas.home nas.home.arpa wiki.corp hidden.onion
  1.0.0.127.in-addr.arpa intranet postgres shop.test ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ local%68ost loc\u00adalhost localhoſt
  metadata.google。internal`);

// Public names; the test's DNS resolves them to this machine.
const resolved = words(`
  127.0.0.1.nip.io localtest.me rebind.attacker.com a.localhost.attacker.com localhost.attacker.com.`);

const userinfo = words(String.raw`
  http://user@127.0.0.1:PORT/ http://user:pass@127.0.0.1:PORT/ http://example.com@127.0.0.1:PORT/
  http://example.com:80@127.0.0.1:PORT/ http://127.0.0.1:PORT@example.com/ http://user:pass@example.com/
  http://:pass@example.com/ http://example.com%40127.0.0.1:PORT/ http://example.com\@127.0.0.1:PORT/
  http://127.0.0.1:PORT\@example.com/ http://127.0.0.1:PORT#@example.com/ http://127.0.0.1:PORT?@example.com/
  http://example.com#@127.0.0.1:PORT/ http://a@b@127.0.0.1:PORT/ http://@127.0.0.1:PORT/
  http://example.com;127.0.0.1:PORT/ http://example.com,127.0.0.1:PORT/ http://127.0.0.1:PORT;@example.com/`);

const shapes = words(String.raw`
  http:\\127.0.0.1:PORT\ http:/127.0.0.1:PORT/ http:127.0.0.1:PORT/ http:////127.0.0.1:PORT/ http:\/127.0.0.1:PORT/
  HTTP://127.0.0.1:PORT/ http://127.0.0.1:0PORT/ https://127.0.0.1:PORT/ https://[::1]:PORT/ https://localhost:PORT/
  //127.0.0.1:PORT/ 127.0.0.1:PORT /\127.0.0.1:PORT/ http:// http://:PORT/ http://. http://.. http://?
  http://127.0.0.1:PORT:80/ http://256.256.256.256/ http://127.0.0.1.1/ http://0x100000000/ http://09.0.0.1/
  http://example..com/ http://*.localhost:PORT/ http://example.com:99999/`);

const whitespace = [
  '',
  ' http://127.0.0.1:PORT/ ',
  'h\tttp://127.0.0.1:PORT/',
  'http://127.0.\n0.1:PORT/',
  'http://127.0.0.1\t:PORT/',
  '\u0000http://127.0.0.1:PORT/',
];

const schemes = words(`
  file:///etc/passwd file://127.0.0.1/etc/passwd ftp://127.0.0.1:PORT/ gopher://127.0.0.1:PORT/_x dict://127.0.0.1:PORT/
  ldap://127.0.0.1:PORT/ ws://127.0.0.1:PORT/ wss://127.0.0.1:PORT/ data:text/html,hi javascript:alert(1) about:blank
  blob:http://127.0.0.1:PORT/x unix:/var/run/docker.sock jar:http://127.0.0.1:PORT/!/
  view-source:http://127.0.0.1:PORT/ netdoc:///etc/passwd`);

const ports = [0, 22, 25, 53, 143, 587, 6000, 6667].map((port) => `http://example.com:${port}/`);

/** Every form, with the port of a listener on this machine filled in. */
export function bypassForms(port: number): string[] {
  const hosts = [...loopbackV4, ...otherV4, ...v6, ...names, ...resolved].map((host) => `http://${host}:PORT/`);
  const forms = [...hosts, ...userinfo, ...shapes, ...whitespace, ...schemes, ...ports];
  return forms.map((form) => form.replaceAll('PORT', String(port)));
}
