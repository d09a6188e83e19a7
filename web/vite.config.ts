// SPDX-License-Identifier: Apache-2.0
/** How the app is built: plain files under /app, with nothing inline, so that a strict policy for content holds. */
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licencesOf } from '../scripts/licences.mjs';

/** Whatever the sign-in shares with every other page. Words stay apart, each language by itself. */
const BASE = ours(
  'main|app\\.tsx|routes|api/(?!.*words-|query-table)|language/(?!en\\.ts|pt-br\\.ts|.*words-)',
  'session|theme|preference|page/(?:mark|sandbox|first-steps)',
  'pages/[\\w-]+/search|ui/(?:announcer|button|field|notice)|account/passkeys',
);
/** The shell and the list that a signed-in person meets first. */
const FIRST_PAGE = ours(
  'shell/(?!overlays|palette|last-places|account-menu|organization-menu|more-sheet|keys-dialog|mark|.*words-)',
  'page/|ui/shortcuts',
  'pages/reviews/(?!.*words-)',
);
/** The explanation of one decision, and the answer to it. */
const SHEET = ours(
  'review/(?!event-drawer|grant-choice|.*words-)',
  'decision/(?:decision-sheet|policies|conditions|waterfall|findings|reason|history|proof)',
);

/** The part that the sign-in and its like share; the library of forms is the most of it. */
const ENTRY = [
  ours(
    'entry/(?!.*words-)',
    'ui/form\\.tsx',
    'account/(?:account-fields|passkey)',
    'pages/sign-in/(?:or|refusal|signing-in)',
  ),
  /node_modules\/react-hook-form\//,
];

/** Lists, overlays, fields and icons: eighty small files otherwise, of which each page asks for thirty. */
const PARTS = [
  ours('(?:ui|live|list|registry|detail)/(?!.*words-)', 'pages/[\\w-]+/words\\.ts'),
  /node_modules\/(?:@base-ui|@floating-ui|lucide-react|@tanstack\/(?:react-)?(?:table|virtual))/,
];
const isOneOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

function ours(...paths: readonly string[]): RegExp {
  return new RegExp(`web/src/(?:${paths.join('|')})`);
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // The page of every part in every state is for people who write the app, and for tests.
  define: { WITH_GALLERY: String(command === 'serve' || process.env.SVC_WITH_GALLERY === 'true') },
  base: '/app/',
  plugins: [react(), tailwindcss(), preloaded(), licences(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files too stay files: the policy for content allows no `data:` but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The oldest browsers that know `light-dark()`, which the colours are written in.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: {
      // A part that one page loads late and another at once is in the file of parts for both.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Parts that always arrive together are one file: brotli makes a quarter less of them than of many small ones.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\//,
              priority: 3,
            },
            { name: 'vendor', test: /node_modules\/@tanstack\/(?:react-)?(?:router|query|store|history)/, priority: 3 },
            { name: 'base', test: BASE, priority: 3 },
            { name: 'page', test: FIRST_PAGE, priority: 2 },
            { name: 'sheet', test: SHEET, priority: 2 },
            { name: 'entry', test: isOneOf(ENTRY), priority: 2 },
            { name: 'parts', test: isOneOf(PARTS), priority: 1 },
          ],
        },
      },
    },
  },
}));

/** The font of every text is asked for at once; the style sheet would name it only after it was read. */
function preloaded(): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const href = Object.keys(bundle).find((name) => name.includes('inter-latin-wght-normal'));
        if (href === undefined) throw new Error('the font of the texts is not in the bundle');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/app/${href}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** The licences of the packages whose code, styles or fonts are in the files. */
function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const root = join(import.meta.dirname, '..');
      const files = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' ? file.originalFileNames.map((name) => join(import.meta.dirname, name)) : [],
      );
      const inputs = [...this.getModuleIds(), ...files].filter((id) => id.startsWith(root));
      const source = licencesOf(inputs.map((id) => relative(root, id)));
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source });
    },
  };
}

/** Beside each hashed script and style its compressed forms: made once here, instead of at each request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite, which writes the names of preloaded files into the chunks at the very end.
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css)$/.test(fileName)) continue;
          const source = file.type === 'chunk' ? file.code : file.source;
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(source) });
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source) });
        }
      },
    },
  };
}
