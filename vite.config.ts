import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The oldest browsers Zeus supports. Tailwind's own floor, which covers the last two versions of each browser and every
 * Firefox ESR since 128; scripts/check-browsers.ts holds the build to it.
 */
export const oldestBrowsers = { chrome: '111', edge: '111', firefox: '128', safari: '16.4' };

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react(), tailwindcss(), pagePreloads(), stylesFirst(), precompress()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // For scripts/check-browsers.ts: the folder keeps files of earlier builds.
    manifest: '.manifest.json',
    target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
    // The content security policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes only when we upgrade, so browsers keep it over many releases.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
            // What every page needs before it is shown.
            { name: 'core', tags: ['$initial'] },
            // What useQuery needs, on nearly all pages: otherwise it would be in the chunk of one kind of page, and the others would
            // load that.
            { name: 'queries', test: /@tanstack[\\/](react-query|query-core)[\\/](?!.*mutation)/i, minShareCount: 3 },
            // Small parts that several pages share, by the kind of page: a few requests instead of one each.
            {
              name: 'forms',
              test: /web[\\/]ui[\\/](form[\\/](form|field|password-field)|banner|mail-link|use-return)/,
              minShareCount: 2,
            },
            // What every form about accounts needs; three pages or more share it. Not what is shown after a form was sent.
            {
              name: 'accounts',
              test: /web[\\/](users[\\/](?!account[\\/]|sign-in[\\/](check-your-email|mail))|layout[\\/]return-path)/,
              minShareCount: 3,
            },
            {
              name: 'work',
              test: /web[\\/](ui|layout|platform|campaigns|backlinks)[\\/](?!services|table)|shared[\\/]|lucide-react/,
              minShareCount: 2,
            },
            { name: 'table', test: /web[\\/]ui[\\/]table/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/data', '/auth/v1', '/storage/v1', '/files'].map((path) => [path, server])),
  },
});

/** Scripts wait for the styles: these show the bar of the app, the scripts need a slow phone's second anyway. */
function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/<(?:script type="module"|link rel="modulepreload")/g, (tag) => `${tag} fetchpriority="low"`),
    },
  };
}

/** Lists what each page needs besides the app itself, for server/platform/http/web-app/page-preloads.ts. */
function pagePreloads(): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const importsOf = (fileName: string, found = new Set<string>()): Set<string> => {
        if (found.has(fileName)) return found;
        found.add(fileName);
        for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) importsOf(next, found);
        return found;
      };
      const initial = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...importsOf(fileName)]),
      );
      // Signed-in users see its part of the bar on every page; pages for visitors share nothing with the pages of campaigns.
      const nameOf = (file: string) => chunks.find((chunk) => chunk.fileName === file)?.name;
      const userParts = chunks.filter(({ name }) => name === 'user-parts').map(({ fileName }) => fileName);
      const filesOf = (page: string) => {
        const files = [...importsOf(page)];
        return files.some((file) => nameOf(file) === 'work') ? [...files, ...userParts] : files;
      };
      const pages = chunks.filter(({ isDynamicEntry, name }) => isDynamicEntry && name.endsWith('-page'));
      const preloads = pages.map(({ name, fileName }) => [
        name,
        filesOf(fileName)
          .filter((file) => !initial.has(file))
          .map((file) => `/${file}`),
      ]);
      this.emitFile({
        type: 'asset',
        fileName: '.preloads.json',
        source: JSON.stringify(Object.fromEntries(preloads)),
      });
    },
  };
}

/** Writes a .br and a .gz beside every text file of the build, so that the server compresses nothing at run time. */
function precompress(): Plugin {
  const text = new Set(['.html', '.js', '.css', '.svg', '.webmanifest']);
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build, root }) {
      outDir = resolve(root, build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && text.has(extname(entry.name)));
      await Promise.all(files.map((file) => writeCompressed(join(file.parentPath, file.name))));
    },
  };
}

async function writeCompressed(path: string) {
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
