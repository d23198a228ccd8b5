import { t } from '#web/i18n/t.ts'
import { TextField } from '#web/ui/forms/field.tsx'

/** The source that a row of rules or a period is for. */
export const SourceField = ({ name, source }: { name: string; source: string }) => (
  <div className="w-56">
    <TextField
      label={t('Source')}
      name={`${name}-source`}
      required
      pattern="[a-z0-9][a-z0-9_\-]*"
      maxLength={64}
      placeholder="zendesk"
      defaultValue={source}
    />
  </div>
)
