import * as icons from '@mdi/js';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]*)\} from '@mdi\/js';/g;
const PREFIX = '\0icon:';

/**
 * Makes a module of each icon. The package has all its icons in one, which would land in the first load with the icons of every
 * page that comes later.
 */
export const iconModules: Plugin = {
  name: 'icon-modules',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/.+\.tsx?$/, code: "from '@mdi/js'" },
    handler: (source) => ({ code: splitImports(source), map: null }),
  },
  resolveId: { filter: { id: /^icon:/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0icon:/ },
    handler: (id) => ({ code: iconModule(id.slice(PREFIX.length)), moduleSideEffects: false }),
  },
};

/** Turns each import of several icons into one import an icon; the lines stay where they are. */
export function splitImports(source: string): string {
  return source.replace(IMPORT, (all, names: string) => {
    const imports = names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => `import ${name} from 'icon:${name}';`);
    return imports.join(' ') + '\n'.repeat(all.split('\n').length - 1);
  });
}

/** @throws when there is no such icon */
export function iconModule(name: string): string {
  const path = (icons as Record<string, string>)[name];
  if (path === undefined) throw new Error(`@mdi/js has no icon ${name}.`);
  return `export default ${JSON.stringify(path)};`;
}
