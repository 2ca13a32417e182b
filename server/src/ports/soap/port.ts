import type { SoapElement, SoapMethod, SoapSent } from '@mission-control/contract/soap/schema';

/** Where a tenant's SOAP API is, and as whom it is asked. */
export interface SoapTarget {
  tenantId: number;
  /** Address of its WSDL. */
  wsdl: string;
  /** Null: without signing in. */
  credentials: { username: string; password: string } | null;
}

/** The SOAP APIs of tenants. All of these throw AppError('target_failed') in words for a person when the API does not answer as it should. */
export interface Soap {
  /** The methods that its WSDL has. */
  methods(target: SoapTarget): Promise<SoapMethod[]>;
  /** The form of a method. @throws AppError('not_found') without the method */
  form(target: SoapTarget, method: string): Promise<SoapElement[]>;
  /**
   * Sends a method, with a session of its own where the API has one. A fault is an answer.
   * @throws AppError('not_found') without the method; AppError('bad_request') with what is wrong in each field
   */
  send(target: SoapTarget, method: string, values: ReadonlyMap<string, string>): Promise<SoapSent>;
}
