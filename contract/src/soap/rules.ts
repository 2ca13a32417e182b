export { fieldName, MASKED } from '@mission-control/soap-forms/fields';

/** Said when nothing was chosen [SOAP-09]. */
export const CHOOSE_METHOD = 'Choose a method first.';

/** Said when a method could not be sent, or what came back is no answer [SOAP-10]. */
export const sendFailed = (method: string): string => `Failed to send method ${method}`;

/** Parts of a form that carry values; `tenant_id` comes besides them. */
export const MOST_VALUES = 190;

/** Characters of one value. */
export const VALUE_LENGTH = 100_000;
