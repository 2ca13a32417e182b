import { fieldName } from '@mission-control/contract/soap/rules';
import type { SoapElement } from '@mission-control/contract/soap/schema';
import { SelectField } from '../../../ui/select-field.tsx';
import { labelOf, type ChoiceNode, type FormNode } from '../state/form-tree.ts';
import { chosenOf, withChosen, withoutValue, withValue, type Place } from '../state/method-form.ts';
import { FormField } from './form-field.tsx';
import { FormGroup } from './form-group.tsx';
import type { FormPart } from './form-part.ts';
import { Repeated } from './repeated.tsx';

/** Fields, groups and choices, in the order of the request [SOAP-02]. */
export function FormNodes({ nodes, ...part }: FormPart & { nodes: readonly FormNode[] }) {
  return nodes.map((node) => {
    if (node.kind === 'choice') return <Choice key={node.id} node={node} {...part} />;
    if (node.kind === 'field') return <Element key={node.element.name} element={node.element} {...part} />;
    const { group, inside } = node;
    const within = (place: Place) => <FormNodes nodes={inside} {...part} place={place} />;
    return group.repeats ? (
      <Repeated
        key={group.path}
        {...part}
        pattern={group.path}
        repeats={group.repeats}
        label={group.label}
        description={group.description}
      >
        {within}
      </Repeated>
    ) : (
      <FormGroup key={group.path} label={group.label} description={group.description} optional={!group.required}>
        {within(part.place)}
      </FormGroup>
    );
  });
}

function Element({ element, ...part }: FormPart & { element: SoapElement }) {
  const field = (place: Place) => {
    const name = fieldName(element.name, place);
    return (
      <FormField
        element={element}
        name={name}
        value={part.form.values[name]}
        fault={part.faults[name]}
        onChange={(value) =>
          part.onChange(value === undefined ? withoutValue(part.form, name) : withValue(part.form, name, value))
        }
      />
    );
  };
  if (!element.repeats) return field(part.place);
  return (
    <Repeated {...part} pattern={element.name} repeats={element.repeats} label={element.label} description="">
      {field}
    </Repeated>
  );
}

function Choice({ node, ...part }: FormPart & { node: ChoiceNode }) {
  const at = chosenOf(part.form, node.id, part.place);
  const alternative = node.alternatives[at];
  return (
    <>
      <SelectField
        label="One of these"
        value={String(at)}
        options={node.alternatives.map((one, index) => ({ value: String(index), label: labelOf(one) }))}
        onChange={(event) => part.onChange(withChosen(part.form, node.id, part.place, Number(event.target.value)))}
      />
      {alternative ? <FormNodes nodes={[alternative]} {...part} /> : null}
    </>
  );
}
