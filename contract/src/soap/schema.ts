import { z } from 'zod';
import { idInAddress } from '../id.ts';
import { MAX_VALUES, VALUE_LENGTH } from './rules.ts';

/** A method of a tenant's SOAP API. */
export const soapMethod = z.object({
  /** Used in the call's URL: the operation's name, with a suffix if several share it. */
  name: z.string(),
  /** Documentation from the WSDL; '' without any. */
  description: z.string(),
  endpoint: z.string(),
});
export type SoapMethod = z.infer<typeof soapMethod>;

/** A group of elements: a complex element, its repetitions, or a choice. */
const soapGroup = z.object({
  /** Unique prefix of its elements' names: `body/order/lines[]`. */
  path: z.string(),
  label: z.string(),
  description: z.string(),
  /** False: omitted from the request when none of its elements has a value. */
  required: z.boolean(),
  /** Number of occurrences; `max` null = unbounded. Null: once. */
  repeats: z.object({ min: z.int(), max: z.int().nullable() }).nullable(),
  /** The choice this group is an alternative of: at most one alternative has values. */
  choice: z.string().nullable(),
});
export type SoapGroup = z.infer<typeof soapGroup>;

/** An element of a method's form [SOAP-06]. */
export const soapElement = z.object({
  type: z.enum(['text', 'textarea', 'date', 'boolean']),
  label: z.string(),
  /** Documentation from the WSDL and limits of its values; '' without any. */
  description: z.string(),
  /** Field name; each `[]` is a placeholder for the index of a repetition (`fieldName`). */
  name: z.string(),
  /** True: the field must be sent, if its group has values; may be empty only if the type allows it. */
  required: z.boolean(),
  /** Enumerated values, shown as a select instead of an input. */
  options: z.array(z.string()).nullable(),
  /** Any number of `options`, separated by spaces; checkboxes instead of a select. */
  several: z.boolean(),
  /** Initial value. */
  value: z.string(),
  /** `value` is the only valid value. */
  fixed: z.boolean(),
  /** A password or similar: masked while typing. */
  secret: z.boolean(),
  /** Simple type of XML Schema, such as `dateTime` or `date`. */
  kind: z.string(),
  /** Number of occurrences, in which case its name ends in `[]`; `max` null = unbounded. Null: once. */
  repeats: z.object({ min: z.int(), max: z.int().nullable() }).nullable(),
  /** The choice this element is an alternative of: at most one alternative has a value. */
  choice: z.string().nullable(),
  /** Enclosing groups, outermost first; elements of a group are adjacent. */
  groups: z.array(soapGroup),
});
export type SoapElement = z.infer<typeof soapElement>;

/** Without a tenant there are no methods to list (C-130). */
export const soapListQuery = z.object({ tenant_id: idInAddress.optional() });

export const soapQuery = z.object({ tenant_id: idInAddress });

export const soapParams = z.object({ method: z.string().min(1).max(250) });

/** The tenant, and the fields by name; empty ones may be omitted. */
export const soapForm = z.looseObject({ tenant_id: idInAddress }).superRefine((form, context) => {
  const fields = Object.entries(form).filter(([name]) => name !== 'tenant_id');
  if (fields.length > MAX_VALUES) context.addIssue(`The form has more than ${MAX_VALUES} fields.`);
  for (const [name, value] of fields) {
    if (typeof value !== 'string') context.addIssue({ code: 'custom', path: [name], message: 'must be text' });
    else if (value.length > VALUE_LENGTH)
      context.addIssue({ code: 'custom', path: [name], message: `has more than ${VALUE_LENGTH} characters` });
  }
});

/** Result of a method [SOAP-08]; a fault of the service is a response, too. Credentials are masked everywhere. */
export const soapSent = z.object({
  /** Durations in ms; `session` is null if the method needs no session. */
  time: z.object({ session: z.number().nullable(), method: z.number() }),
  /** The status line of the response, or the message of its fault. */
  responseMessage: z.string(),
  /** True when the service responded with a fault or a status other than 2xx. */
  fault: z.boolean(),
  /** Verbatim and untrusted. */
  response: z.string(),
  /** The status line and the headers, one per line. */
  responseHeaders: z.string(),
  request: z.string(),
  requestHeaders: z.string(),
});
export type SoapSent = z.infer<typeof soapSent>;
