import type { SoapElement, SoapGroup } from '@mission-control/contract/soap/schema';

/** An optional text element. */
export const testElement = (name: string, part: Partial<SoapElement> = {}): SoapElement => ({
  type: 'text',
  label: name.split('/').at(-1) ?? name,
  description: '',
  name,
  required: false,
  options: null,
  several: false,
  value: '',
  fixed: false,
  secret: false,
  kind: 'string',
  repeats: null,
  choice: null,
  groups: [],
  ...part,
});

/** An optional group. */
export const testGroup = (path: string, part: Partial<SoapGroup> = {}): SoapGroup => ({
  path,
  label: path.split('/').at(-1) ?? path,
  description: '',
  required: false,
  repeats: null,
  choice: null,
  ...part,
});
