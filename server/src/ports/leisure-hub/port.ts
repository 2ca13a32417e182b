/** One login to a leisure hub on behalf of a person. */
export interface HubLogin {
  /** Host of the hub, asked over https. */
  domain: string;
  secret: string;
  clientId: string;
  personId: string;
  basketId?: string | undefined;
}

/** The partner login of a leisure hub, which lets a tenant's person in without a password of their own. */
export interface LeisureHub {
  /** The hosts that a login may lead a browser to; `*.example.com` stands for every host below example.com. */
  hosts: readonly string[];
  /** What operators are to know of the hub of this installation; '' for nothing. */
  note: string;
  /**
   * Answers what the hub gave as authAddress, unchecked; undefined when it gave none; `refused` when it does not take the login.
   * @throws AppError('target_failed') when the hub could not be asked; the secret is in no message
   */
  logIn(login: HubLogin): Promise<{ refused: true } | { refused: false; authAddress: unknown }>;
}
