/** How a setting is written in a PHP file; in other formats always `text`. */
export type Form = 'constant' | 'variable' | 'block' | 'text';

/** A setting that can be rendered. */
export interface PlainSetting {
  key: string;
  form: Form;
  data: string | number | boolean;
}

/** A setting found in a file. */
export interface Setting {
  key: string;
  form: Form;
  /** `code`: source text of an expression that is not a plain value. */
  data: PlainSetting['data'] | { code: string };
}

/** Canonical order: by key, compared by code units. */
export const sorted = <S extends { key: string }>(settings: Iterable<S>): S[] =>
  Array.from(settings).toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
