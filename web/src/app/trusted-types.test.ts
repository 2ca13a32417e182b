import { z } from 'zod';
import { expect, it } from 'vitest';
import { defaultPolicy } from './trusted-types.ts';
import '../lib/zod-without-eval.ts';

it('accepts the document of a preview as HTML, and no other text', () => {
  const html = (sink: string) => defaultPolicy.createHTML('<b>x</b>', 'TrustedHTML', sink);
  expect(html('HTMLIFrameElement srcdoc')).toBe('<b>x</b>');
  for (const sink of ['Element innerHTML', 'Element outerHTML', 'Document write', 'Range createContextualFragment', ''])
    expect(html(sink)).toBeNull();
});

it('accepts own assets as worker scripts, and nothing else', () => {
  const script = (url: string, sink = 'Worker constructor') =>
    defaultPolicy.createScriptURL(url, 'TrustedScriptURL', sink);
  expect(script('/assets/sheet-worker-1.js')).toBe('/assets/sheet-worker-1.js');
  for (const url of [
    'https://evil.example/assets/a.js',
    '//evil.example/assets/a.js',
    'data:text/javascript,1',
    'blob:x',
    '/api/x',
    '/assets/../api/x',
  ])
    expect(script(url), url).toBeNull();
  expect(script('/assets/a.js', 'HTMLScriptElement src')).toBeNull();
});

it('configures zod before zod reads it', () => {
  expect(z.config().jitless).toBe(true);
});
