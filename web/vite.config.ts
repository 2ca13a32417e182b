import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:4400';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Fonts keep their names, so that pages outside the bundle (sign-in) can use the same files.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2')) ? 'fonts/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/auth': server } },
});
