import { expect, it, onTestFinished, vi } from 'vitest';
import { createOidcProvider } from './oidc-driver.ts';

it.each(['https://id.example', 'HTTPS://id.example'])('takes no keys over http from the issuer %s', async (issuer) => {
  const metadata = { issuer: 'https://id.example', jwks_uri: 'http://id.example/keys' };
  vi.stubGlobal('fetch', async () => Response.json(metadata));
  onTestFinished(() => void vi.unstubAllGlobals());
  const provider = createOidcProvider({
    issuer,
    clientId: 'console',
    clientSecret: 'x',
    scope: 'openid',
    roleClaim: 'x',
  });
  const checks = { redirectUri: 'https://console.example/', state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
  await expect(provider.begin(checks)).rejects.toMatchObject({
    code: 'misconfigured',
    message: `${issuer} does not publish its keys over https`,
  });
});
