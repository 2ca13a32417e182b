import type { CredentialKind } from './plan.ts';

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const USERNAMES = new Set([
  'username',
  'user',
  'login',
  'loginname',
  'userid',
  'account',
  'accountname',
  'name',
  'email',
]);
const PASSWORDS = new Set([
  'password',
  'passwd',
  'pwd',
  'pass',
  'passphrase',
  'apikey',
  'secret',
  'apisecret',
  'userpassword',
]);
const SESSIONS = new Set(
  'session sessionid sessionkey sessiontoken sid token authtoken accesstoken logintoken securitytoken ticket'.split(
    ' ',
  ),
);
const LOGIN = /^(user)?(log(in|on)|sign(in|on)|authenticate|(create|open|start|get|new|begin)session)(user)?$/;
const SECRET = /pass(word|wd|phrase|code)|^pwd|secret|token|apikey|session(id|key)?$|^pin$|^cvv?2?$/;

/** The credential a name refers to; null for none. */
export function credentialOf(name: string): CredentialKind | null {
  const word = plain(name);
  if (PASSWORDS.has(word)) return 'password';
  if (SESSIONS.has(word)) return 'session';
  return USERNAMES.has(word) ? 'username' : null;
}

/** True for an operation that opens a session. */
export const isLogin = (operation: string): boolean => LOGIN.test(plain(operation));

/** True for the name of a value that must be masked. */
export const isSecret = (name: string): boolean => SECRET.test(plain(name));

/** Converts `customerName` and `customer_name` to `Customer name`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}+$/u.test(word) && word.length > 1 ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
