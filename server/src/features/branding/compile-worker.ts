import { parentPort, workerData } from 'node:worker_threads';
import { compileString, Exception, type Importer } from 'sass';
import type { CompileResult, Theme } from './compile-theme.ts';

const ROOT = 'theme:///';
const MAX_NOTES = 50;

/** Resolves imports within the theme only, by the Sass rules for partials and index files. */
function importerOf(files: Readonly<Record<string, string>>): Importer<'sync'> {
  return {
    canonicalize(address) {
      if (!address.startsWith(ROOT)) return null;
      const path = decodeURIComponent(address.slice(ROOT.length));
      const found = candidates(path).find((candidate) => Object.hasOwn(files, candidate));
      return found === undefined ? null : new URL(ROOT + found);
    },
    load(address) {
      const path = address.pathname.slice(1);
      const contents = files[path];
      if (contents === undefined) return null;
      const ending = path.split('.').at(-1);
      return { contents, syntax: ending === 'css' ? 'css' : ending === 'sass' ? 'indented' : 'scss' };
    },
  };
}

function candidates(path: string): string[] {
  const cut = path.lastIndexOf('/') + 1;
  const [folder, name] = [path.slice(0, cut), path.slice(cut)];
  const names = /\.(scss|sass|css)$/.test(name) ? [name] : ['scss', 'sass', 'css'].map((ending) => `${name}.${ending}`);
  const here = names.flatMap((one) => [`${folder}${one}`, `${folder}_${one}`]);
  return [...here, ...['_index', 'index'].flatMap((one) => ['scss', 'sass'].map((end) => `${path}/${one}.${end}`))];
}

function compile({ files, entry, variables }: Theme): CompileResult {
  const notes: string[] = [];
  const note = (message: string): void => {
    if (notes.length < MAX_NOTES) notes.push(message.slice(0, 500));
  };
  const settings = Object.entries(variables).map(([name, value]) => `$${name}: ${value}`);
  try {
    const { css } = compileString(`@use "${ROOT}${entry}" with (${settings.join(', ')});`, {
      importers: [importerOf(files)],
      style: 'compressed',
      logger: { warn: note, debug: note },
    });
    return { css, notes };
  } catch (error) {
    if (!(error instanceof Exception)) throw error;
    const { span } = error;
    const where = span.url ? `${span.url.href.replace(ROOT, '')} line ${span.start.line + 1}: ` : '';
    return { fault: `${where}${error.sassMessage}`, notes };
  }
}

parentPort?.postMessage(compile(workerData as Theme));
