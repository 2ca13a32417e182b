/** A WSDL that cannot be read, or contradicts itself. The message is for the person who sees the form. */
export class WsdlError extends Error {
  override readonly name = 'WsdlError';
}

/** Values that do not fit the form; `fields` says what is wrong, by the name of the field. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('Some values are missing or do not fit.');
    this.fields = fields;
  }
}
