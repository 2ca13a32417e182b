/** A person as the identity provider describes them. Issuer and subject identify the person; the rest may change. */
export interface ProvidedPerson {
  issuer: string;
  subject: string;
  /** The preferred name; null when the provider gives none. */
  name: string | null;
  groups: string[];
  /** Id of the session at the provider, which its logout names. */
  providerSession: string | null;
}

/** Values of one sign-in, which the response must match. */
export interface SignInChecks {
  /** Address of the console to which the provider sends the browser back. */
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE: 43 to 128 unreserved characters. */
  verifier: string;
}

/** A verified message that a person, or one session of theirs, has ended at the provider. */
export interface ProviderLogout {
  issuer: string;
  subject: string | null;
  providerSession: string | null;
  /** Unique for each message, so that a repeated one is detected. */
  id: string;
}

/**
 * `down`: no usable response in time; `misconfigured`: not the configured provider, or it does not accept this console; `denied`: the
 * provider refused the person; `invalid`: a response that does not prove who signs in.
 */
export type ProviderFaultCode = 'down' | 'misconfigured' | 'denied' | 'invalid';

/** Why the provider did not identify a person. The message is for the log: it contains no token and no secret. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly code: ProviderFaultCode;

  constructor(code: ProviderFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Who is signing in, according to a company's identity provider. All methods reject with `ProviderFault`. */
export interface IdentityProvider {
  /** The provider's address that signs a person in. @param again asks for the person even if one is signed in there */
  begin(checks: SignInChecks, options?: { again?: boolean }): Promise<URL>;
  /** Verifies the response with which the provider sent the browser back. @param address full address of that request */
  finish(address: URL, checks: SignInChecks): Promise<ProvidedPerson>;
  /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0); the caller rejects repeated ids. */
  readLogout(token: string): Promise<ProviderLogout>;
}
