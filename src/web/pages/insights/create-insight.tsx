import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '#web/api/hooks.ts'
import { problemOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { categoryWords, optionsOf, sentimentWords } from '#web/words.ts'
import { ThemesPicker } from './themes-picker.tsx'

type Start = {
  name?: string
  quote?: string
  feedbackId?: string
  contactId?: string | null
  sentiment?: string
  onMade?: (id: string) => void
}

export function CreateInsight({ onClose, start = {} }: { onClose: () => void; start?: Start }) {
  const [themes, setThemes] = useState<string[]>([])
  const [unverified, setUnverified] = useState(false)
  const navigate = useNavigate()
  const create = useCall('createInsight', {
    onDone({ id, name }) {
      toast({
        title: t('Created “{name}”', { name }),
        action: { label: t('Open'), run: () => void navigate({ to: paths.insight(id) }) },
      })
      start.onMade?.(id)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('New insight')} wide>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const data = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
          create.mutate({
            name: data.name!,
            sentiment: data.sentiment as 'NEUTRAL',
            category: data.category as 'DELIGHTS',
            theme_ids: themes,
            ...(data.quote && { quote: data.quote }),
            ...(data.description && { description: data.description }),
            ...(unverified && { allow_unverified: true }),
            ...(start.feedbackId && { feedback_id: start.feedbackId }),
            ...(start.contactId && { contact_id: start.contactId }),
          })
        }}
      >
        <TextField
          label={t('What did you learn?')}
          name="name"
          required
          autoFocus
          of={['createInsight', 'name']}
          defaultValue={start.name}
          problem={problemOf(create.error, 'name')}
          placeholder={t('Exports above 10,000 rows never finish')}
        />
        <div className="grid grid-cols-2 gap-4">
          <SelectField
            label={t('Sentiment')}
            name="sentiment"
            defaultValue={start.sentiment ?? 'NEGATIVE'}
            options={optionsOf(sentimentWords())}
          />
          <SelectField label={t('Category')} name="category" options={optionsOf(categoryWords())} />
        </div>
        <TextArea
          label={t('In the customer’s words')}
          name="quote"
          rows={3}
          of={['createInsight', 'quote']}
          defaultValue={start.quote}
          problem={problemOf(create.error, 'quote')}
        />
        {start.feedbackId && (
          <Check
            label={t('Keep the quote even if it is not word for word in the source')}
            checked={unverified}
            onChange={setUnverified}
          />
        )}
        <div className="grid gap-1.5">
          <span className="text-xs font-medium text-soft">{t('Themes')}</span>
          <ThemesPicker chosen={themes} onChange={setThemes} />
        </div>
        <TextArea label={t('Notes')} name="description" rows={2} of={['createInsight', 'description']} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create insight')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
