/** Decides which strings a script or HTML sink accepts (CSP `require-trusted-types-for`). */
interface Policy {
  createHTML(text: string, type: string, sink: string): string | null;
  createScriptURL(url: string, type: string, sink: string): string | null;
}
interface PolicyFactory {
  createPolicy(name: 'default', policy: Policy): unknown;
}

/** The sandboxed frame of previews, in which nothing runs. */
const FRAME = /srcdoc$/i;
const WORKER = /^Worker\b/;

const isOwnAsset = (url: string): boolean => {
  const { origin, pathname } = new URL(url, location.href);
  return origin === location.origin && pathname.startsWith('/assets/');
};

/** On null, the browser refuses the string. */
export const defaultPolicy: Policy = {
  createHTML: (text, _type, sink) => (FRAME.test(sink) ? text : null),
  createScriptURL: (url, _type, sink) => (WORKER.test(sink) && isOwnAsset(url) ? url : null),
};

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
trustedTypes?.createPolicy('default', defaultPolicy);
