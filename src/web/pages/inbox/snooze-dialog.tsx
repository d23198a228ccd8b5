import { t } from '#web/i18n/t.ts'
import { snoozeTimes } from '#web/snooze-times.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { formatDateTime } from '#web/ui/time.tsx'
import { Form } from '#web/ui/forms/form.tsx'

/** Local time without a zone, as `datetime-local` inputs expect it. */
const toLocalInput = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export function SnoozeDialog({ onClose, onPick }: { onClose: () => void; onPick: (until: Date) => void }) {
  return (
    <Dialog open onClose={onClose} title={t('Snooze')} note={t('It returns to the inbox at that time.')}>
      <div className="grid gap-1.5">
        {snoozeTimes().map(([label, date], n) => (
          <Button key={label} autoFocus={n === 0} className="justify-between" onClick={() => onPick(date)}>
            <span>{label}</span>
            <span className="text-xs font-normal text-faint">{formatDateTime(date.toISOString())}</span>
          </Button>
        ))}
        <Form className="mt-2 flex items-end gap-2" onSubmit={(values) => onPick(new Date(values.at!))}>
          <div className="flex-1">
            <TextField
              label={t('Custom time')}
              name="at"
              type="datetime-local"
              required
              min={toLocalInput(new Date())}
            />
          </div>
          <Button type="submit">{t('Snooze')}</Button>
        </Form>
      </div>
    </Dialog>
  )
}
