import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { callHeads } from './call-heads.ts';
import { iconModules } from './icon-modules.ts';

const server = 'http://127.0.0.1:4400';

/** Leaves the schemas of the calls out of the browser, and makes each call a module of its own. */
const heads: Plugin = {
  name: 'call-heads',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/.+\/calls\.ts(\?call=\w+)?$/ },
    handler: (source, id) => {
      const [path = '', call] = id.split('?call=');
      const modules = callHeads(path, source);
      const names = [...modules.keys()];
      const code = call
        ? modules.get(call)
        : names.map((name) => `export { ${name} } from './calls.ts?call=${name}';`).join('\n');
      return { code: code ?? '', map: null, moduleSideEffects: false };
    },
  },
};

/** Runs the chunk `early` without waiting for the app, which imports it too. */
const earlyScript: Plugin = {
  name: 'early-script',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'early');
      return (
        early && [{ tag: 'script', attrs: { type: 'module', src: `/${early.fileName}` }, injectTo: 'head-prepend' }]
      );
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [heads, iconModules, react(), earlyScript],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first screen needs in two files: a request costs more than what a page of another kind loads too much.
        codeSplitting: {
          groups: [
            {
              name: 'early',
              test: /\/app\/read-early\.ts$|\/lib\/api\/(early-read|first-rows)\.ts$|preload-helper/,
              priority: 3,
            },
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: 'tenant-list', test: /\/features\/tenants\/pages\/tenant-list-page\.tsx$/, priority: 1 },
          ],
        },
        // Fonts keep their names, so that pages outside the bundle (sign-in) can use the same files.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2')) ? 'fonts/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/auth': server } },
});
