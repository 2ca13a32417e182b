/** How a setting stands in a PHP file; in the other formats all of them are `text`. */
export type Form = 'constant' | 'variable' | 'block' | 'text';

/** A setting that can be written. */
export interface PlainSetting {
  key: string;
  form: Form;
  data: string | number | boolean;
}

/** A setting as a file has it. */
export interface Setting {
  key: string;
  form: Form;
  /** `code`: an expression rather than a plain value, as it is written. */
  data: PlainSetting['data'] | { code: string };
}

/** Canonical order: by key, compared by code units. */
export const sorted = <S extends { key: string }>(settings: Iterable<S>): S[] =>
  Array.from(settings).toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
