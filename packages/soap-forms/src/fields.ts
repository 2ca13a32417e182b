/** The WSDL cannot be read or is inconsistent. The message is shown to users of the form. */
export class WsdlError extends Error {
  override readonly name = 'WsdlError';
}

/** Invalid values; `fields` has a message per field name. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('Some values are missing or invalid.');
    this.fields = fields;
  }
}

/** Replaces secret values wherever a message is shown. */
export const MASKED = '••••••••';

/**
 * Name of a field instance: each `[]` in the name is replaced by the index of the repetition, from 0.
 * `fieldName('body/order/lines[]/sku', [2])` is `body/order/lines[2]/sku`.
 */
export function fieldName(name: string, repetitions: readonly number[]): string {
  let at = 0;
  return name.replaceAll('[]', () => `[${repetitions[at++] ?? 0}]`);
}

interface Repeats {
  min: number;
  /** Null: unbounded. */
  max: number | null;
}

/** A complex element, the repetitions of one, or a choice. */
export interface FormGroup {
  /** Prefix of the names of its fields, unique; `body/order/lines[]`. */
  path: string;
  label: string;
  description: string;
  /** False: omitted from the message when none of its fields has a value. */
  required: boolean;
  /** Null: exactly once. */
  repeats: Repeats | null;
  /** The choice this group is an alternative of: at most one alternative has values. */
  choice: string | null;
}

export interface FormField {
  type: 'text' | 'textarea' | 'date' | 'boolean';
  label: string;
  /** Documentation from the WSDL and the limits of the type; '' without either. */
  description: string;
  /** Each `[]` is a placeholder for the index of a repetition (`fieldName`). */
  name: string;
  /** Must be sent if its group has values; may be empty only if the type allows it. */
  required: boolean;
  /** The values it accepts, when the type lists them. */
  options: string[] | null;
  /** It accepts any number of its options, separated by spaces. */
  several: boolean;
  /** Initial value. */
  value: string;
  /** `value` is the only value it accepts. */
  fixed: boolean;
  /** Masked while typing. */
  secret: boolean;
  /** Simple type of XML Schema. */
  kind: string;
  repeats: Repeats | null;
  /** The choice this field is an alternative of: at most one alternative has a value. */
  choice: string | null;
  /** The groups around it, outermost first; fields of a group are adjacent. */
  groups: FormGroup[];
}
