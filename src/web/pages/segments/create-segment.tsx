import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { SelectField, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { NameField } from '#web/ui/forms/name-field.tsx'
import { segmentKindLabels } from './segment-columns.tsx'

export function CreateSegment({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [kind, setKind] = useState('rules')
  const create = useApiMutation('createSegment', { onSuccess: ({ id }) => void navigate(paths.segment(id)) })
  return (
    <FormDialog
      title={t('New segment')}
      submitLabel={t('Create segment')}
      busy={create.isPending}
      onSubmit={({ name, description, plan }) =>
        create.mutate({
          name: name!,
          kind: kind as 'rules',
          ...(description && { description }),
          ...(kind === 'rules' && { rules: planRule(plan!) }),
        })
      }
      onClose={onClose}
    >
      <NameField of="createSegment" error={create.error} />
      <TextArea label={t('Description')} name="description" rows={2} limitsFrom={['createSegment', 'description']} />
      <SelectField
        label={t('Type')}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
        options={toOptions(segmentKindLabels())}
      />
      {kind === 'rules' && <PlanField />}
    </FormDialog>
  )
}

/** Asked for: the example in it is no answer. */
const PlanField = () => (
  <TextField
    label={t('Plan')}
    name="plan"
    required
    pattern=".*\S.*"
    maxLength={200}
    hint={t('The first rule: contacts on this plan. You can change it on the next screen.')}
    placeholder={t('for example enterprise')}
  />
)

const planRule = (plan: string) => ({ conditions: [{ field: 'plan' as const, op: 'eq' as const, value: plan }] })
