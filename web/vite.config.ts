/** How the app is built: plain files under /app, with nothing inline, so that a strict policy for content holds. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), tailwindcss(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Small files too stay files: the policy for content allows no `data:` but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The oldest browsers that know `light-dark()`, which the colours are written in.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
  },
});

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
