import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { Out } from '#web/api/client.ts'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { useState } from 'react'

type Detail = Out<'getSurvey'>
type Kind = Detail['questions'][number]['type']
const kindWords = (): Record<Kind, string> => ({
  open_text: t('Text'),
  nps: t('NPS, 0 to 10'),
  csat: t('Satisfaction, 1 to 5'),
  ces: t('Effort, 1 to 7'),
  single_choice: t('One of several'),
  multi_choice: t('Any of several'),
  rating: t('Rating'),
  number: t('Number'),
  boolean: t('Yes or no'),
  date: t('Day'),
})
const takesOptions = (kind: string) => kind === 'single_choice' || kind === 'multi_choice'

export function Questions({ survey }: { survey: Detail }) {
  const surveyId = survey.id
  const remove = useCall('deleteSurveyQuestion', { said: t('The question was removed') })
  const update = useCall('updateSurveyQuestion')
  const order = useCall('orderSurveyQuestions')
  const ids = survey.questions.map((one) => one.id)
  const swap = (n: number, m: number) =>
    order.mutate({ surveyId, question_ids: ids.map((id, at) => (at === n ? ids[m]! : at === m ? ids[n]! : id)) })
  return (
    <Card title={t('Questions')} flush>
      <ol>
        {survey.questions.map((one, n) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0"
          >
            <span className="text-xs text-faint tabular-nums">{n + 1}</span>
            <div className="min-w-40 flex-1">
              <InlineText
                label={t('Question {number}', { number: n + 1 })}
                value={one.text}
                maxLength={1000}
                className="text-sm font-medium"
                onSave={(text) => update.mutate({ surveyId, questionId: one.id, text })}
              />
              {one.options.length > 0 && (
                <p className="text-xs text-faint">{one.options.map((option) => option.label).join(' · ')}</p>
              )}
            </div>
            <Chip>{kindWords()[one.type]}</Chip>
            <button
              type="button"
              aria-pressed={one.required}
              onClick={() => update.mutate({ surveyId, questionId: one.id, required: !one.required })}
              className="rounded-full"
            >
              <Chip tone={one.required ? 'accent' : 'plain'}>{one.required ? t('required') : t('optional')}</Chip>
            </button>
            <span className="flex">
              <IconButton
                label={t('Move question {number} up', { number: n + 1 })}
                icon={<ArrowUp className="size-3.5" />}
                disabled={n === 0}
                onClick={() => swap(n, n - 1)}
              />
              <IconButton
                label={t('Move question {number} down', { number: n + 1 })}
                icon={<ArrowDown className="size-3.5" />}
                disabled={n === ids.length - 1}
                onClick={() => swap(n, n + 1)}
              />
              <IconButton
                label={t('Remove question {number}', { number: n + 1 })}
                icon={<Trash2 className="size-3.5" />}
                onClick={() => remove.mutate({ surveyId, questionId: one.id })}
              />
            </span>
          </li>
        ))}
      </ol>
      <AddQuestion surveyId={surveyId} />
    </Card>
  )
}

function AddQuestion({ surveyId }: { surveyId: string }) {
  const add = useCall('createSurveyQuestion')
  const [kind, setKind] = useState('open_text')
  return (
    <form
      className="flex flex-wrap items-end gap-2 border-t border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const { text, options = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>
        const choices = options
          .split(',')
          .map((label) => ({ label: label.trim() }))
          .filter(({ label }) => label)
        add.mutate(
          { surveyId, type: kind as 'nps', text: text!, ...(takesOptions(kind) && { options: choices }) },
          { onSuccess: () => form.reset() },
        )
      }}
    >
      <div className="min-w-52 flex-1">
        <TextField label={t('New question')} name="text" required maxLength={1000} />
      </div>
      <SelectField
        label={t('Kind')}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
        options={Object.entries(kindWords()).map(([value, label]) => ({ value, label }))}
      />
      {takesOptions(kind) && (
        <div className="w-full">
          <TextField
            label={t('Options, separated by commas')}
            name="options"
            required
            maxLength={2000}
            placeholder={t('On my computer, On my phone')}
          />
        </div>
      )}
      <Button type="submit" busy={add.isPending}>
        {t('Add')}
      </Button>
    </form>
  )
}
