/** Replaces secret values wherever a message is shown. */
export const MASKED = '••••••••';

/**
 * The name of a field at a place: each `[]` of the element's name becomes the number of the repetition there, counted from 0.
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

/** A field of the form of an operation. */
export interface FormField {
  type: 'text' | 'textarea' | 'date' | 'boolean';
  label: string;
  /** Documentation from the WSDL and the limits of the type; '' without either. */
  description: string;
  /** Each `[]` stands for the number of a repetition (`fieldName`). */
  name: string;
  /** Must be sent where its group has values; an empty text only where the type allows one. */
  required: boolean;
  /** The values it accepts, when the type lists them. */
  options: string[] | null;
  /** Initial value. */
  value: string;
  /** `value` is the only value it accepts. */
  fixed: boolean;
  /** Not to be shown while typed. */
  secret: boolean;
  /** Its simple type of XML Schema. */
  kind: string;
  repeats: Repeats | null;
  /** The choice this field is an alternative of: at most one alternative has a value. */
  choice: string | null;
  /** The groups around it, outermost first; fields of a group are adjacent. */
  groups: FormGroup[];
}
