import { z } from 'zod';
import { idInAddress } from '../id.ts';
import { MOST_VALUES, VALUE_LENGTH } from './rules.ts';

/** A method of a tenant's SOAP API. */
export const soapMethod = z.object({
  /** In the address of the call; the operation's name, where several share one with an addition. */
  name: z.string(),
  /** What the WSDL says about it; '' when it says nothing. */
  description: z.string(),
  /** Where it is sent. */
  endpoint: z.string(),
});
export type SoapMethod = z.infer<typeof soapMethod>;

/** Something around elements: a complex element, the repetitions of one, or a choice. */
const soapGroup = z.object({
  /** The beginning of its elements' names, unique; `body/order/lines[]`. */
  path: z.string(),
  label: z.string(),
  description: z.string(),
  /** False: it is left out of the request when none of its elements has a value. */
  required: z.boolean(),
  /** How often it can come; `max` null without an end. Null: once. */
  repeats: z.object({ min: z.int(), max: z.int().nullable() }).nullable(),
  /** The choice this group is one alternative of: at most one alternative has values. */
  choice: z.string().nullable(),
});
export type SoapGroup = z.infer<typeof soapGroup>;

/** One element of the form of a method [SOAP-06]. */
export const soapElement = z.object({
  type: z.enum(['text', 'textarea', 'date', 'boolean']),
  label: z.string(),
  /** What the WSDL says about it, and what limits its values; '' when nothing does. */
  description: z.string(),
  /** Name of the form's field; each `[]` stands for the number of a repetition (`fieldName`). */
  name: z.string(),
  /** True: its field must be sent, where it is in a group that has values; an empty text only where the type allows one. */
  required: z.boolean(),
  /** The values it takes, when they are listed: a select instead of an input. */
  options: z.array(z.string()).nullable(),
  /** What it is before anybody types. */
  value: z.string(),
  /** It has one value only, which is `value`. */
  fixed: z.boolean(),
  /** A password or the like: not to be shown while typed. */
  secret: z.boolean(),
  /** Its simple type of XML Schema: `dateTime` is a date with a time, `date` is one without. */
  kind: z.string(),
  /** How often it can come, its name ends in `[]` then; `max` null without an end. Null: once. */
  repeats: z.object({ min: z.int(), max: z.int().nullable() }).nullable(),
  /** The choice this element is one alternative of: at most one alternative has a value. */
  choice: z.string().nullable(),
  /** The groups around it, from the outside; elements of a group stand together. */
  groups: z.array(soapGroup),
});
export type SoapElement = z.infer<typeof soapElement>;

/** Without a tenant there are no methods to list (C-130). */
export const soapListQuery = z.object({ tenant_id: idInAddress.optional() });

export const soapQuery = z.object({ tenant_id: idInAddress });

/** The method in the path. */
export const soapParams = z.object({ method: z.string().min(1).max(250) });

/** The tenant, and the fields by their names; what is left empty may be left out. */
export const soapForm = z.looseObject({ tenant_id: idInAddress }).superRefine((form, context) => {
  const fields = Object.entries(form).filter(([name]) => name !== 'tenant_id');
  if (fields.length > MOST_VALUES) context.addIssue(`The form has more than ${MOST_VALUES} fields.`);
  for (const [name, value] of fields) {
    if (typeof value !== 'string') context.addIssue({ code: 'custom', path: [name], message: 'must be text' });
    else if (value.length > VALUE_LENGTH)
      context.addIssue({ code: 'custom', path: [name], message: `has more than ${VALUE_LENGTH} characters` });
  }
});

/** How a method went [SOAP-08]; a fault of the service is an answer, too. Credentials are masked everywhere. */
export const soapSent = z.object({
  /** In ms; `session` is null when the method needs no session. */
  time: z.object({ session: z.number().nullable(), method: z.number() }),
  /** The status line of the answer, or what its fault says. */
  responseMessage: z.string(),
  /** True when the service answered with a fault or another status than 2xx. */
  fault: z.boolean(),
  /** As it came; text that may be anything. */
  response: z.string(),
  /** The first line and the headers, one a line. */
  responseHeaders: z.string(),
  request: z.string(),
  requestHeaders: z.string(),
});
export type SoapSent = z.infer<typeof soapSent>;
