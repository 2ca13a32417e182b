import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');
const PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
}

/** A software authenticator (ES256, attestation `none`), as specified in WebAuthn section 6. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const coordinate = (key: number, text: string) =>
    Buffer.concat([Buffer.from([key, 0x58, 32]), Buffer.from(text, 'base64url')]);
  // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const cose = Buffer.concat([Buffer.from('a5010203262001', 'hex'), coordinate(0x21, x), coordinate(0x22, y)]);
  let counter = 0;

  const dataOf = (rpId: string, flags: number, more: Buffer = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    /** @param value claimed signature counter */
    setCounter: (value: number) => (counter = value),
    register(ceremony: Ceremony) {
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const data = dataOf(ceremony.rpId, PRESENT_AND_VERIFIED | HAS_KEY, key);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
      return { ...common, response };
    },
    /** @param flags 0x01 for no user verification */
    signIn(ceremony: Ceremony, userHandle: string, flags = PRESENT_AND_VERIFIED) {
      counter += 1;
      const data = dataOf(ceremony.rpId, flags);
      const client = clientData('webauthn.get', ceremony);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      };
      return { ...common, response };
    },
  };
}
