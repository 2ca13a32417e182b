/** Said when nothing was chosen [SOAP-09]. */
export const CHOOSE_METHOD = 'Choose a method first.';

/** Said when a method could not be sent, or what came back is no answer [SOAP-10]. */
export const sendFailed = (method: string): string => `Failed to send method ${method}`;

/** Stands for credentials in what is shown of a request and its answer. */
export const MASKED = '••••••••';

/** Parts of a form that carry values; `tenant_id` comes besides them. */
export const MOST_VALUES = 190;

/** Characters of one value. */
export const VALUE_LENGTH = 100_000;

/**
 * The name of a field at a place: each `[]` of the element's name becomes the number of the repetition there, counted from 0.
 * `fieldName('body/order/lines[]/sku', [2])` is `body/order/lines[2]/sku`.
 */
export function fieldName(name: string, repetitions: readonly number[]): string {
  let at = 0;
  return name.replaceAll('[]', () => `[${repetitions[at++] ?? 0}]`);
}
