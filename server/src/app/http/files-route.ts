import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
};

/**
 * Public files at /files/: tenants' sites and e-mails load them, so they need no sign-in and allow any origin. The console generates their
 * content, and the headers keep a browser from executing it as a page.
 */
export function filesRoute(app: FastifyInstance, services: Services): void {
  app.get('/files/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const type = TYPES[path.split('.').at(-1) ?? ''];
    const content = type === undefined || !isPath(path) ? null : await services.ports.files.read(path);
    if (type === undefined || content === null) throw new AppError('not_found', 'There is no such file.');
    // All files except the entry of a branding are content-addressed.
    const isEntry = path.endsWith('/current.json');
    return reply
      .headers({
        'cache-control': isEntry ? 'no-cache' : 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
      .type(type)
      .send(content);
  });
}

/** Rejects unusual paths before the store is queried. */
function isPath(path: string): boolean {
  return path.length <= 300 && path.split('/').every((name) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name));
}
