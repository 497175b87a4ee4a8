import { defineConfig } from 'vite';

export default defineConfig({
  base: '/playground/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: '../../dist/page', emptyOutDir: true, target: 'es2023' },
});
