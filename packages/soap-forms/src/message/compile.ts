import { WsdlError } from '../fields.ts';
import { typeOf } from '../wsdl/complex-types.ts';
import type { Operation, Part, Use } from '../wsdl/read-wsdl.ts';
import type { SchemaSet } from '../wsdl/schema-set.ts';
import {
  compileContent,
  compileElement,
  compileTyped,
  ONCE,
  UnboundedRecursion,
  TooLarge,
  type Compile,
  type Place,
} from './compile-nodes.ts';
import { isLogin } from './names.ts';
import type { CredentialKind, Plan, PlanElement, PlanNode } from './plan.ts';

const MAX_NODES = 600;
const MAX_VISITS = 20_000;
/** Maximum values of attributes to choose from. */
const MAX_OPTIONS = 20_000;
/** Limits for following optional parts, tried in order until the plan is small enough. */
const ALLOWANCES = [
  { deepest: 12, recursion: 1 },
  { deepest: 6, recursion: 1 },
  { deepest: 4, recursion: 0 },
  { deepest: 2, recursion: 0 },
  { deepest: 0, recursion: 0 },
];
const IN_HEADER: ReadonlySet<CredentialKind> = new Set(['username', 'password', 'session']);
const IN_LOGIN: ReadonlySet<CredentialKind> = new Set(['username', 'password']);
const IN_BODY: ReadonlySet<CredentialKind> = new Set(['session']);

/**
 * Compiles the plan of an operation's message; recursion stops where it is optional.
 * @throws WsdlError for an inconsistent WSDL
 */
export function compilePlan(schemas: SchemaSet, operation: Operation): Plan {
  for (const allowance of ALLOWANCES) {
    try {
      return planOf(schemas, operation, allowance);
    } catch (error) {
      if (error instanceof TooLarge) continue;
      const reason =
        error instanceof UnboundedRecursion
          ? 'One of its types requires itself, so no message can be complete.'
          : String((error as Error).message);
      throw new WsdlError(`The WSDL does not define how to call ${operation.name}. ${reason}`, {
        cause: error,
      });
    }
  }
  throw new WsdlError(`${operation.name} has more than ${MAX_NODES} required fields.`);
}

function planOf(schemas: SchemaSet, operation: Operation, allowance: { deepest: number; recursion: number }): Plan {
  const { body, headers, style } = operation;
  const left = { nodes: MAX_NODES, visits: MAX_VISITS, options: MAX_OPTIONS };
  const compileFor = ({ encoded }: Use): Compile => ({ schemas, encoded, left, ...allowance });
  const place = (path: string, credentials: ReadonlySet<CredentialKind>): Place => ({
    path,
    taken: new Set(),
    times: 1,
    types: [],
    depth: 0,
    credentials,
  });
  const headerPlace = place('header', IN_HEADER);
  const bodyPlace = place('body', isLogin(operation.operation) ? IN_LOGIN : IN_BODY);
  const isRpc = style === 'rpc';
  return {
    headers: headers.flatMap((use) =>
      use.parts.flatMap((part) => {
        const nodes = partNodes(compileFor(use), part, headerPlace, { isRpc: true, uri: use.namespace });
        return nodes
          .filter((node): node is PlanElement => node.kind === 'element')
          .map((node) => ({ ...node, min: 0 }));
      }),
    ),
    wrapper: isRpc ? { uri: body.namespace, local: operation.operation } : null,
    encoded: body.encoded,
    body: body.parts.flatMap((part) => partNodes(compileFor(body), part, bodyPlace, { isRpc, uri: '' })),
  };
}

function partNodes(
  compile: Compile,
  part: Part,
  place: Place,
  { isRpc, uri }: { isRpc: boolean; uri: string },
): PlanNode[] {
  const { schemas } = compile;
  if (part.element) {
    const ref = schemas.find('element', part.element);
    return compileElement(compile, ref, place, ONCE);
  }
  if (!part.type) throw new Error(`The part ${part.name} of its message has neither an element nor a type.`);
  if (isRpc) return [compileTyped(compile, { uri, local: part.name }, part.type, place)];
  const facts = typeOf(schemas, part.type);
  if (facts.simple) throw new Error(`The part ${part.name} would be text without an element.`);
  return compileContent(compile, facts.content, place);
}
