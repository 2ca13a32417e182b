import {
  childrenOf,
  credentialOf,
  decodeText,
  readXmlInChunks,
  textOf,
  VERSIONS,
  type XmlElement,
} from '@mission-control/soap-forms';
import type { Answered } from './exchange.ts';

const MAX_MESSAGE_LENGTH = 500;

/** Summary of a response. */
export interface Reply {
  message: string;
  fault: boolean;
  /** The values most likely to be session ids, the likeliest first. */
  sessions: readonly string[];
}

/** Parses a response as far as it is SOAP; anything else is summarized as such. */
export async function readReply(answered: Answered): Promise<Reply> {
  const { statusLine, status } = answered;
  const isGood = status >= 200 && status < 300;
  if (answered.bytes.length === 0) return { message: statusLine, fault: !isGood, sessions: [] };
  try {
    const body = bodyOf(await readXmlInChunks(decodeText(answered.bytes, answered.contentType)));
    const fault = faultOf(body);
    if (fault !== null)
      return { message: `${statusLine} · ${fault.slice(0, MAX_MESSAGE_LENGTH)}`, fault: true, sessions: [] };
    return { message: statusLine, fault: !isGood, sessions: sessionsOf(body) };
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    return { message: `${statusLine} · The response is not SOAP. ${why}`.trim(), fault: true, sessions: [] };
  }
}

const ENVELOPES: readonly string[] = [VERSIONS['1.1'].envelope, VERSIONS['1.2'].envelope];

function bodyOf(root: XmlElement): XmlElement {
  const isEnvelope = root.local === 'Envelope' && ENVELOPES.includes(root.uri);
  const [body] = isEnvelope ? childrenOf(root, root.uri, 'Body') : [];
  if (!body) throw new Error('It has no envelope with a body.');
  return body;
}

/** Code and reason of a fault of either version. */
function faultOf(body: XmlElement): string | null {
  const [fault] = childrenOf(body, body.uri, 'Fault');
  if (!fault) return null;
  const inner = (element: XmlElement | undefined, ...names: string[]): string => {
    const found = names.reduce<XmlElement | undefined>(
      (at, name) =>
        at?.children.find((child): child is XmlElement => typeof child !== 'string' && child.local === name),
      element,
    );
    return found ? textOf(found).trim().replaceAll(/\s+/g, ' ') : '';
  };
  const code = inner(fault, 'faultcode') || inner(fault, 'Code', 'Value');
  const reason = inner(fault, 'faultstring') || inner(fault, 'Reason', 'Text');
  return [code.replace(/^.*:/, ''), reason].filter((part) => part !== '').join(': ') || 'Fault';
}

/** The texts of elements named like a session; otherwise the only text in the body. */
function sessionsOf(body: XmlElement): string[] {
  const leaves: { name: string; text: string }[] = [];
  const walk = (element: XmlElement): void => {
    const inner = element.children.filter((child): child is XmlElement => typeof child !== 'string');
    const text = textOf(element).trim();
    if (inner.length === 0 && text !== '') leaves.push({ name: element.local, text });
    inner.forEach(walk);
  };
  walk(body);
  const named = leaves.filter(({ name }) => credentialOf(name) === 'session');
  return (named.length > 0 || leaves.length > 1 ? named : leaves).map(({ text }) => text);
}
