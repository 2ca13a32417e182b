import type { SoapElement, SoapGroup } from '@mission-control/contract/soap/schema';

export interface FieldNode {
  kind: 'field';
  element: SoapElement;
}
/** A group, possibly repeatable. */
export interface GroupNode {
  kind: 'group';
  group: SoapGroup;
  inside: readonly FormNode[];
}
/** Alternatives of which one is sent. */
export interface ChoiceNode {
  kind: 'choice';
  id: string;
  alternatives: readonly (FieldNode | GroupNode)[];
}
export type FormNode = FieldNode | GroupNode | ChoiceNode;

/** Builds the form from elements and their groups. */
export function formTree(elements: readonly SoapElement[], depth = 0): FormNode[] {
  const nodes: (FieldNode | GroupNode)[] = [];
  for (let at = 0; at < elements.length;) {
    const element = elements[at];
    if (!element) break;
    const group = element.groups[depth];
    if (!group) {
      nodes.push({ kind: 'field', element });
      at += 1;
      continue;
    }
    const end = elements.findIndex((other, index) => index > at && other.groups[depth]?.path !== group.path);
    const members = elements.slice(at, end === -1 ? undefined : end);
    nodes.push({ kind: 'group', group, inside: formTree(members, depth + 1) });
    at += members.length;
  }
  return withChoices(nodes);
}

const choiceOf = (node: FieldNode | GroupNode): string | null =>
  node.kind === 'field' ? node.element.choice : node.group.choice;

/** Merges the alternatives of a choice into one node at the first one's place. */
function withChoices(nodes: readonly (FieldNode | GroupNode)[]): FormNode[] {
  return nodes.flatMap((node, at): FormNode[] => {
    const id = choiceOf(node);
    if (id === null) return [node];
    if (nodes.findIndex((other) => choiceOf(other) === id) < at) return [];
    return [{ kind: 'choice', id, alternatives: nodes.filter((other) => choiceOf(other) === id) }];
  });
}

export const labelOf = (node: FieldNode | GroupNode): string =>
  node.kind === 'field' ? node.element.label : node.group.label;
