import type { SoapElement, SoapMethod, SoapSent } from '@mission-control/contract/soap/schema';

/** A tenant's SOAP API and its credentials. */
export interface SoapTarget {
  tenantId: number;
  /** Address of the WSDL. */
  wsdl: string;
  /** Null: anonymous. */
  credentials: { username: string; password: string } | null;
}

/** The SOAP APIs of tenants. All methods throw AppError('target_failed') with a message for the user when the API misbehaves. */
export interface Soap {
  /** The methods of the WSDL. */
  methods(target: SoapTarget): Promise<SoapMethod[]>;
  /** The form of a method. @throws AppError('not_found') without the method */
  form(target: SoapTarget, method: string): Promise<SoapElement[]>;
  /**
   * Calls a method, opening a session if the API has them. A SOAP fault is a regular result.
   * @throws AppError('not_found') for an unknown method; AppError('bad_request') with the fault of each field
   */
  send(target: SoapTarget, method: string, values: ReadonlyMap<string, string>): Promise<SoapSent>;
}
