import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Popover } from '#web/ui/overlays/menu.tsx'
import { Form } from '#web/ui/forms/form.tsx'

const maxKeyLength = 64

/** `Success metrics!` becomes `success_metrics`. */
const sectionKey = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, maxKeyLength)

export function AddSection({ onAdd }: { onAdd: (key: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Popover
        label={t('Add section')}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button op="buildInitiatives.upsert_section" size="sm">
            {t('Add section')}
          </Button>
        }
      >
        <Form
          className="grid gap-3 p-3"
          onSubmit={(values) => {
            const key = sectionKey(values.name!)
            if (key) onAdd(key)
            setOpen(false)
          }}
        >
          <TextField label={t('Heading')} name="name" required maxLength={60} autoFocus />
          <Button type="submit" variant="primary" size="sm">
            {t('Add')}
          </Button>
        </Form>
      </Popover>
    </div>
  )
}
