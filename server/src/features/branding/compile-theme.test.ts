import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { compileTheme } from './compile-theme.ts';

const entry = 'themes/online-joining.scss';
const variables = { primary: '#112233' };
const compile = (main: string, more: Record<string, string> = {}, timeoutMs?: number) =>
  compileTheme({ files: { [entry]: `$primary: red !default;\n${main}`, ...more }, entry, variables }, timeoutMs);

// Each test starts its own compiler.
describe('a theme', { timeout: 60_000 }, () => {
  it('is compiled with the given colours', async () => {
    expect((await compile('a { color: $primary }')).css).toContain('a{color:#123}');
  });

  it('resolves its own partials by the rules of Sass', async () => {
    const { css } = await compile("@use 'parts'; @use 'deep/folder'; a { color: parts.$x; top: folder.$y }", {
      'themes/_parts.scss': "@use '../shared/base'; $x: base.$z;",
      'themes/deep/folder/_index.scss': '$y: 1px;',
      'shared/base.scss': '$z: blue;',
    });
    expect(css).toContain('a{color:blue;top:1px}');
  });

  it.each([
    "@use '../../../../../../etc/hostname';",
    "@import 'file:///etc/hostname';",
    "@use 'file:///work/main/web/src/any.scss';",
    "@use '/etc/passwd';",
    "@use 'pkg:sass';",
    "@use 'theme:///../../etc/passwd';",
    "@use 'https://example.com/x.scss';",
    "@use '__proto__';",
  ])('reads nothing but its own files: %s', async (line) => {
    const compiled = compileTheme({ files: { [entry]: `${line}\n$primary: red !default;` }, entry, variables });
    await expect(compiled).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/Can't find stylesheet|Invalid/) as string,
    });
  });

  it('reports an error with its position', async () => {
    await expect(compile('a {\n color: $nothing }')).rejects.toThrow(
      'The theme cannot be compiled: themes/online-joining.scss line 3: Undefined variable.',
    );
    await expect(compileTheme({ files: { [entry]: 'a { b: c }' }, entry, variables })).rejects.toThrow(
      /was not declared with !default/,
    );
  });

  it('passes on @warn and @debug', async () => {
    expect((await compile("@warn 'old colours';")).notes).toEqual(['old colours']);
  });

  it('compiles to at most 2 MB', async () => {
    const long = `a { content: '${'x'.repeat(2 * 1024 * 1024)}' }`;
    await expect(compile(long)).rejects.toThrow(/its style sheet is too large/);
  });

  it('is terminated after the timeout', async () => {
    const terminated = vi.spyOn(Worker.prototype, 'terminate');
    await expect(compile('@while true { $a: 1 }', {}, 3_000)).rejects.toThrow(/takes longer than 3 s/);
    expect(terminated).toHaveBeenCalledOnce();
    terminated.mockRestore();
  });

  it('is terminated when it exhausts its memory, without affecting the process', async () => {
    const endless = "$l: 'x'; @while true { $l: $l, $l; a { b: inspect($l) } }";
    await expect(compile(endless, {}, 55_000)).rejects.toThrow(/needs too much memory/);
  });
});
