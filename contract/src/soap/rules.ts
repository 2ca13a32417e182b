export { fieldName, MASKED } from '@mission-control/soap-forms/fields';

/** Shown when no method is chosen [SOAP-09]. */
export const CHOOSE_METHOD = 'Choose a method first.';

/** Shown when a method could not be sent, or the response is invalid [SOAP-10]. */
export const sendFailed = (method: string): string => `Failed to send method ${method}`;

/** Maximum form parts with values, in addition to `tenant_id`. */
export const MAX_VALUES = 190;

/** Maximum characters of a value. */
export const VALUE_LENGTH = 100_000;
