// Gets Debian's chromium-headless-shell without root, with a start script that points the browser at its libraries and fonts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstStartable } from '../../server/platform/chromium/chromium.ts';
import { unpackedChromium } from '../../server/platform/chromium/chromium-places.ts';
import { unpackPackages, writeStartScript } from '../debian/unpack-packages.ts';

export const debianPackages: string[] = ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'];

/**
 * Extracts the browser into `<folder>/debian` and checks that it starts. Throws with the reason if it can't. With the machine's
 * libraries 90 MB to download, 300 MB on disk, 15 s; with all of them 160 MB, 540 MB, 30 s.
 */
export async function unpackChromium(folder: string): Promise<void> {
  await unpackPackages({
    folder,
    packages: debianPackages,
    always: /^(chromium.*|fonts-liberation.*|fonts-noto-color-emoji)$/,
    addStart: addStartScript,
    starts: async (place) => (await firstStartable([unpackedChromium(place)])) !== null,
  });
}

async function addStartScript(debian: string, libraries: readonly string[]): Promise<void> {
  await writeStartScript(debian, {
    name: 'chromium-headless-shell',
    program: 'usr/lib/chromium/chromium-headless-shell',
    libraries,
    more: 'export FONTCONFIG_FILE="$here/fonts.conf"\n',
  });
  await writeFile(join(debian, 'fonts.conf'), fontsConf);
}

// Maps the fonts that pages expect to those we have; anything unknown becomes sans-serif.
const fontAliases: Record<string, string[]> = {
  'Liberation Sans': ['Arial', 'Helvetica', 'sans-serif'],
  'Liberation Serif': ['Times New Roman', 'Times', 'serif'],
  'Liberation Mono': ['Courier New', 'Courier', 'monospace'],
  'Noto Color Emoji': ['emoji'],
};

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">root/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${Object.entries(fontAliases)
  .flatMap(([font, families]) => families.map((family) => fontAlias(family, font)))
  .join('\n')}
  <match><edit name="family" mode="append_last"><string>Liberation Sans</string></edit></match>
</fontconfig>
`;

function fontAlias(family: string, font: string): string {
  return `  <alias binding="same"><family>${family}</family><accept><family>${font}</family></accept></alias>`;
}
