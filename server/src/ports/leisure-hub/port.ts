/** One login to a leisure hub on behalf of a person. */
export interface HubLogin {
  /** Host of the hub, requested over https. */
  domain: string;
  secret: string;
  clientId: string;
  personId: string;
  basketId?: string | undefined;
}

/** The partner login of a leisure hub, which signs in a tenant's person without a separate password. */
export interface LeisureHub {
  /** Hosts that a login may redirect a browser to; `*.example.com` matches every host below example.com. */
  hosts: readonly string[];
  /** A note for operators about this installation's hub; '' for none. */
  note: string;
  /**
   * Returns the hub's authAddress unchecked, undefined when it sent none; `refused` when the hub rejects the login.
   * @throws AppError('target_failed') when the request to the hub failed; no message contains the secret
   */
  logIn(login: HubLogin): Promise<{ refused: true } | { refused: false; authAddress: unknown }>;
}
