// How two content systems cloak addresses: TYPO3 shifts the letters of a mailto link, Joomla assembles the address in a script
// that fills an element.

const RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const;

/** Shifts every character within its range, as TYPO3 does; a negative offset undoes it. */
export function typo3(text: string, offset: number): string {
  return [...text].map((letter) => shift(letter.charCodeAt(0), offset)).join('');
}

function shift(code: number, offset: number): string {
  const range = RANGES.find(([from, to]) => code >= from && code <= to);
  if (range === undefined) return String.fromCharCode(code);
  const size = range[1] - range[0] + 1;
  return String.fromCharCode(range[0] + ((code - range[0] + offset + size) % size));
}

export function joomla(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const dotted = (text: string) => text.replaceAll('.', '&#46;');
  const [name = '', ending = ''] = domain.split('.');
  const id = `cloak${Buffer.from(address).toString('hex').slice(0, 16)}`;
  const whole = `'${dotted(local)}' + '&#64;' + '${name}' + '&#46;' + '${ending}'`;
  return `<span id="${id}">This email address is being protected from spambots. You need JavaScript enabled to view it.<script type='text/javascript'>
document.getElementById('${id}').innerHTML = '';
var prefix = '&#109;a' + 'i&#108;' + '&#116;o';
var path = 'hr' + 'ef' + '=';
var addy${id} = '${dotted(local)}' + '&#64;';
addy${id} = addy${id} + '${name}' + '&#46;' + '${ending}';
var addy_text${id} = ${whole};
document.getElementById('${id}').innerHTML += '<a ' + path + '\\'' + prefix + ':' + addy${id} + '\\'>' + addy_text${id} + '<\\/a>';
</script></span>`;
}
