import { mdiInformationOutline, mdiRocketLaunchOutline } from '@mdi/js';
import { stagesOf } from '@mission-control/contract/bulk/rules';
import type { BulkStages } from '@mission-control/contract/bulk/schema';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { TypedConfirmDialog } from '../../../ui/dialog/typed-confirm-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { parseShares } from '../bulk-words.ts';

const Root = styled(Panel)({
  padding: 16,
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& p': { fontSize: 12.5, color: color.text2 },
});
const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 12 });
const Steps = styled('ol')({
  listStyle: 'none',
  fontSize: 13,
  '& > li': { display: 'flex', gap: 10, padding: '5px 0', alignItems: 'baseline' },
  '& > li > i': {
    flex: 'none',
    width: 20,
    height: 20,
    borderRadius: 10,
    border: `1px solid ${color.lineStrong}`,
    fontStyle: 'normal',
    fontSize: 11,
    lineHeight: '18px',
    textAlign: 'center',
    color: color.text2,
  },
  '& > li > span': { marginLeft: 'auto', color: color.text2, fontVariantNumeric: 'tabular-nums' },
});
const Hint = styled('div')({
  display: 'flex',
  gap: 8,
  padding: 10,
  border: `1px solid ${color.line}`,
  borderRadius: 6,
  '& > svg': { flex: 'none', marginTop: 2 },
});

const PAUSES = [
  { value: '0', label: 'None' },
  { value: '60', label: '1 min' },
  { value: '300', label: '5 min' },
  { value: '900', label: '15 min' },
  { value: '3600', label: '1 h' },
  { value: 'ask', label: 'Wait for me' },
];

interface StagePanelProps {
  /** Number of chosen tenants, and how many of them are in production. */
  tenants: number;
  production: number;
  /** What the change does to each tenant, and how it is undone. */
  effect: string;
  title: string;
  pending: boolean;
  refusal: string | null;
  onStart: (stages: BulkStages) => void;
}

const SMALL = 10;

/** The fields of the stages as text, their values, and their faults. */
function useStages(tenants: number) {
  const isSmall = tenants <= SMALL;
  const [fields, setFields] = useState({
    canary: isSmall ? '0' : '5',
    shares: isSmall ? '' : '10%, 50%, rest',
    pause: isSmall ? '0' : '300',
    stopAt: '3',
  });
  const { canary, shares, pause, stopAt } = fields;
  const parsed = parseShares(shares);
  const never = stopAt.trim() === '';
  const faults = {
    canary: wholeFault(canary, 0),
    shares: parsed === null ? SHARES_FAULT : null,
    stopAt: never ? null : wholeFault(stopAt, 1),
  };
  const stages: BulkStages = {
    canary: Number(canary) || 0,
    shares: parsed ?? [],
    pause_s: pause === 'ask' ? null : Number(pause),
    stop_at: never ? null : Number(stopAt),
  };
  const set = (part: Partial<typeof fields>): void => setFields({ ...fields, ...part });
  return { fields, set, faults, stages, fault: faults.canary ?? faults.shares ?? faults.stopAt };
}

function StageFields({ fields, set, faults }: Pick<ReturnType<typeof useStages>, 'fields' | 'set' | 'faults'>) {
  return (
    <Fields>
      <TextField
        label="Canary, tenants"
        inputMode="numeric"
        value={fields.canary}
        error={faults.canary}
        onChange={(event) => set({ canary: event.target.value })}
      />
      <TextField
        label="Then"
        value={fields.shares}
        placeholder="10%, 50%, rest"
        error={faults.shares}
        onChange={(event) => set({ shares: event.target.value })}
      />
      <SelectField
        label="Pause between"
        options={PAUSES}
        value={fields.pause}
        onChange={(event) => set({ pause: event.target.value })}
      />
      <TextField
        label="Stop at failures"
        inputMode="numeric"
        value={fields.stopAt}
        placeholder="never"
        error={faults.stopAt}
        onChange={(event) => set({ stopAt: event.target.value })}
      />
    </Fields>
  );
}

/** The stages in which the tenants are changed, and the start. */
export function StagePanel({ tenants, production, effect, title, pending, refusal, onStart }: StagePanelProps) {
  const { stages, fault, ...form } = useStages(tenants);
  const [asking, setAsking] = useState(false);
  const steps = stagesOf(tenants, stages);
  return (
    <Root aria-label="Stages">
      <div>
        <h2>Stages</h2>
        <p>{`${countText(tenants, 'tenant')} in ${countText(steps.length, 'stage')}`}</p>
      </div>
      <StageFields {...form} />
      <Steps aria-label="Steps">
        {steps.map(({ name, tenants: size }, index) => (
          <li key={name}>
            <i aria-hidden>{index + 1}</i>
            {name}
            <span>{countText(size, 'tenant')}</span>
          </li>
        ))}
      </Steps>
      <p>Training and test sites come first, then by name.</p>
      <Hint>
        <Icon path={mdiInformationOutline} size={16} color={color.text3} />
        <p>{effect}</p>
      </Hint>
      <ActionButton
        variant="primary"
        icon={mdiRocketLaunchOutline}
        aria-haspopup="dialog"
        pending={pending}
        disabledReason={refusal ?? (tenants === 0 ? 'No tenant is ticked' : fault)}
        onClick={() => setAsking(true)}
      >
        {`Start with ${countText(steps[0]?.tenants ?? 0, 'tenant')}`}
      </ActionButton>
      <StartDialog
        {...{ tenants, production, title, pending, open: asking, effect }}
        onConfirm={() => {
          setAsking(false);
          onStart(stages);
        }}
        onClose={() => setAsking(false)}
      />
    </Root>
  );
}

const SHARES_FAULT = 'Enter ascending shares, such as 10%, 50%, rest.';

const wholeFault = (text: string, min: number): string | null =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= min ? null : `Enter a number of at least ${min}.`;

interface StartDialogProps extends Pick<StagePanelProps, 'tenants' | 'production' | 'title' | 'pending' | 'effect'> {
  open: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** States the number of tenants, which must be typed if production tenants are among them. */
function StartDialog({ tenants, production, title, effect, ...dialog }: StartDialogProps) {
  const question = `Change ${countText(tenants, 'tenant')}?`;
  const among =
    production === tenants ? 'All of them are' : `${numberText(production)} of them ${production === 1 ? 'is' : 'are'}`;
  if (production === 0)
    return (
      <ConfirmDialog {...dialog} title={question} confirmLabel={`Change ${countText(tenants, 'tenant')}`}>
        <p>{`${title}.`}</p>
        <p>{effect}</p>
      </ConfirmDialog>
    );
  return (
    <TypedConfirmDialog
      {...dialog}
      title={question}
      inputLabel="Type the number of tenants to confirm"
      expected={String(tenants)}
      confirmLabel={`Change ${countText(tenants, 'tenant')}`}
      confirmIcon={mdiRocketLaunchOutline}
    >
      <p>{`${title}.`}</p>
      <p>
        <b>{`${among} in production.`}</b>
      </p>
      <p>{effect}</p>
    </TypedConfirmDialog>
  );
}
