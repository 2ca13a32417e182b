import { signInToken } from '../../e2e/support/operator.ts';

/** Sends a request of the first account; returns the response as text. @throws unless it is successful */
export type Send = (method: string, path: string, body?: object) => Promise<string>;

/** Signs in to a console, for requests over kept connections. */
export async function signInClient(url: string): Promise<Send> {
  const authorization = `Bearer ${await signInToken(url)}`;
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
}
