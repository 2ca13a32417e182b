import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { fieldName } from '@mission-control/contract/soap/rules';
import type { SoapElement } from '@mission-control/contract/soap/schema';
import { type ReactNode, useId } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { FieldHelp } from '../../../ui/field/field-parts.ts';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { labelOf, type ChoiceNode, type FormNode } from '../state/form-tree.ts';
import {
  chosenOf,
  withChosen,
  withoutValue,
  withValue,
  type Place,
  repetitionsOf,
  withoutRepetition,
  withRepetition,
  type MethodForm,
} from '../state/method-form.ts';
import { FormField } from './form-field.tsx';

interface FormGroupProps {
  label: string;
  description: string;
  /** Omitted from the request while empty. */
  optional: boolean;
  /** After the label. */
  action?: ReactNode;
  children: ReactNode;
}

const Root = styled('fieldset')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 0,
  margin: 0,
  border: 0,
  borderLeft: `2px solid ${color.lineStrong}`,
  padding: '0 0 0 12px',
  '& > legend': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 28,
    // Takes the legend out of the border.
    float: 'left',
    width: '100%',
    padding: 0,
    fontSize: 13,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  '& > legend > small': { fontSize: 12, fontWeight: 400, color: color.text3 },
  '& > legend > button': { marginLeft: 'auto' },
});

function FormGroup({ label, description, optional, action, children }: FormGroupProps) {
  const id = useId();
  return (
    <Root aria-labelledby={id}>
      <legend>
        <span id={id}>{label}</span>
        {optional ? <small>left out while empty</small> : null}
        {action}
      </legend>
      {description === '' ? null : <FieldHelp>{description}</FieldHelp>}
      {children}
    </Root>
  );
}

interface FormPart {
  form: MethodForm;
  onChange: (form: MethodForm) => void;
  /** By field name. */
  faults: Readonly<Record<string, string>>;
  /** Numbers of the enclosing repetitions, outermost first. */
  place: Place;
}

interface RepeatedProps extends FormPart {
  /** Name or path that ends in `[]`. */
  pattern: string;
  repeats: { min: number; max: number | null };
  label: string;
  description: string;
  children: (place: Place) => ReactNode;
}

/** A repeatable group or field, with buttons to add and remove repetitions. */
function Repeated({ pattern, repeats, label, description, children, form, onChange, place }: RepeatedProps) {
  const numbers = repetitionsOf(form, pattern, place, repeats);
  const { min, max } = repeats;
  const full = max !== null && numbers.length >= max;
  const fixed = numbers.length <= min;
  return (
    <>
      {numbers.map((number, at) => (
        <FormGroup
          key={number}
          label={`${label} ${at + 1}`}
          description={at === 0 ? description : ''}
          optional={at >= min}
          action={
            fixed ? undefined : (
              <IconButton
                icon={mdiTrashCanOutline}
                label={`Remove ${label} ${at + 1}`}
                onClick={() => onChange(withoutRepetition(form, pattern, place, repeats, number))}
              />
            )
          }
        >
          {children([...place, number])}
        </FormGroup>
      ))}
      <div>
        <ActionButton
          size="small"
          icon={mdiPlus}
          disabledReason={full ? `There can be at most ${max}` : null}
          onClick={() => onChange(withRepetition(form, pattern, place, repeats))}
        >
          {`Add ${label}`}
        </ActionButton>
      </div>
    </>
  );
}

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
        options={node.alternatives.map((option, index) => ({ value: String(index), label: labelOf(option) }))}
        onChange={(event) => part.onChange(withChosen(part.form, node.id, part.place, Number(event.target.value)))}
      />
      {alternative ? <FormNodes nodes={[alternative]} {...part} /> : null}
    </>
  );
}
