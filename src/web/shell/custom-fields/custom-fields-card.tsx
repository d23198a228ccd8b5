import type { InputOf, RouteId } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { MayEdit } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'
import { CustomFieldInput } from './custom-field-input.tsx'
import type { CustomFieldType, CustomValues } from './labels.ts'
import { useCustomFields } from './use-custom-fields.ts'

/** The operation that writes the values of each type, and its parameter. */
const writes = {
  feedback: ['updateFeedback', 'feedbackId'],
  contact: ['updateContact', 'contactId'],
  account: ['updateAccount', 'accountId'],
  opportunity: ['updateOpportunity', 'opportunityId'],
  initiative: ['updateInitiative', 'initiativeId'],
  project: ['updateProject', 'projectId'],
} as const satisfies Record<CustomFieldType, readonly [RouteId, string]>

type Props = { type: CustomFieldType; object: { id: string; custom_fields: CustomValues } }

/** The custom fields of an object, each saved by itself; nothing where none are defined. */
export function CustomFieldInputs({ type, object: { id, custom_fields } }: Props) {
  const fields = useCustomFields(type)
  const [operation, parameter] = writes[type]
  const update = useApiMutation(operation)
  return (
    <MayEdit op={operation}>
      {fields.map((field) => (
        <CustomFieldInput
          key={field.id}
          field={field}
          value={custom_fields[field.key]}
          onSave={(value) =>
            update.mutate({ [parameter]: id, custom_fields: { [field.key]: value } } as InputOf<typeof operation>)
          }
        />
      ))}
    </MayEdit>
  )
}

export function CustomFieldsCard(props: Props) {
  if (useCustomFields(props.type).length === 0) return null
  return (
    <Card title={t('Custom fields')}>
      <div className="grid gap-3">
        <CustomFieldInputs key={props.object.id} {...props} />
      </div>
    </Card>
  )
}
