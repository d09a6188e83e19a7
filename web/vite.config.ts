/** How the app is built: plain files under /app, with nothing inline, so that a strict policy for content holds. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), tailwindcss()],
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
