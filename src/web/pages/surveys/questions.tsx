import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { May, MayEdit } from '#web/api/may.tsx'

type SurveyDetail = OutputOf<'getSurvey'>
type QuestionType = SurveyDetail['questions'][number]['type']
const questionTypeLabels = (): Record<QuestionType, string> => ({
  open_text: t('Open text'),
  nps: t('NPS, 0 to 10'),
  csat: t('Satisfaction (CSAT), 1 to 5'),
  ces: t('Effort (CES), 1 to 7'),
  single_choice: t('Single choice'),
  multi_choice: t('Multiple choice'),
  rating: t('Rating'),
  number: t('Number'),
  boolean: t('Yes or no'),
  date: t('Date'),
})
const takesOptions = (type: string) => type === 'single_choice' || type === 'multi_choice'

export function Questions({ survey }: { survey: SurveyDetail }) {
  const surveyId = survey.id
  const order = useApiMutation('orderSurveyQuestions')
  const ids = survey.questions.map((question) => question.id)
  const move = (from: number, to: number) => {
    const question_ids = [...ids]
    question_ids[from] = ids[to]!
    question_ids[to] = ids[from]!
    order.mutate({ surveyId, question_ids })
  }
  return (
    <Card title={t('Questions')} flush>
      <ol>
        {survey.questions.map((question, n) => (
          <QuestionRow key={question.id} surveyId={surveyId} question={question} number={n + 1}>
            <May op="orderSurveyQuestions">
              <MoveButtons index={n} last={ids.length - 1} onMove={move} />
            </May>
          </QuestionRow>
        ))}
      </ol>
      <May op="createSurveyQuestion">
        <AddQuestion surveyId={surveyId} />
      </May>
    </Card>
  )
}

type QuestionRowProps = {
  surveyId: string
  question: SurveyDetail['questions'][number]
  number: number
  children: ReactNode
}

function QuestionRow({ surveyId, question, number, children }: QuestionRowProps) {
  const remove = useApiMutation('deleteSurveyQuestion', { successMessage: t('Question removed') })
  const mutation = useApiMutation('updateSurveyQuestion')
  const update = (change: { text?: string; required?: boolean }) =>
    mutation.mutate({ surveyId, questionId: question.id, ...change })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
      <span className="text-xs text-faint tabular-nums">{number}</span>
      <div className="min-w-40 flex-1">
        <InlineText
          op="updateSurveyQuestion"
          label={t('Question {number}', { number })}
          value={question.text}
          maxLength={1000}
          className="text-sm font-medium"
          onSave={(text) => update({ text })}
        />
        {question.options.length > 0 && (
          <p className="text-xs text-faint">{question.options.map((option) => option.label).join(' · ')}</p>
        )}
      </div>
      <Chip>{questionTypeLabels()[question.type]}</Chip>
      <MayEdit op="updateSurveyQuestion">
        <RequiredToggle required={question.required} onChange={(required) => update({ required })} />
      </MayEdit>
      <span className="flex">
        {children}
        <IconButton
          label={t('Remove question {number}', { number })}
          icon={Trash2}
          op="deleteSurveyQuestion"
          onClick={() => remove.mutate({ surveyId, questionId: question.id })}
        />
      </span>
    </li>
  )
}

const RequiredToggle = ({ required, onChange }: { required: boolean; onChange: (required: boolean) => void }) => (
  <button type="button" aria-pressed={required} onClick={() => onChange(!required)} className="rounded-full">
    <Chip tone={required ? 'accent' : 'plain'}>{required ? t('required') : t('optional')}</Chip>
  </button>
)

type MoveButtonsProps = { index: number; last: number; onMove: (from: number, to: number) => void }

const MoveButtons = ({ index, last, onMove }: MoveButtonsProps) => (
  <>
    <IconButton
      label={t('Move question {number} up', { number: index + 1 })}
      icon={ArrowUp}
      disabled={index === 0}
      onClick={() => onMove(index, index - 1)}
    />
    <IconButton
      label={t('Move question {number} down', { number: index + 1 })}
      icon={ArrowDown}
      disabled={index === last}
      onClick={() => onMove(index, index + 1)}
    />
  </>
)

/** The comma-separated options of a choice question. */
const parseOptions = (text: string) =>
  text
    .split(',')
    .map((label) => ({ label: label.trim() }))
    .filter(({ label }) => label)

function AddQuestion({ surveyId }: { surveyId: string }) {
  const add = useApiMutation('createSurveyQuestion')
  const [type, setType] = useState('open_text')
  const submit = ({ text, options = '' }: Record<string, string>, form: HTMLFormElement) =>
    add.mutate(
      { surveyId, type: type as 'nps', text: text!, ...(takesOptions(type) && { options: parseOptions(options) }) },
      { onSuccess: () => form.reset() },
    )
  return (
    <Form className="flex flex-wrap items-end gap-2 border-t border-line p-4" onSubmit={submit}>
      <div className="min-w-52 flex-1">
        <TextField label={t('New question')} name="text" required maxLength={1000} />
      </div>
      <SelectField
        label={t('Type')}
        value={type}
        onChange={(event) => setType(event.target.value)}
        options={toOptions(questionTypeLabels())}
      />
      {takesOptions(type) && <OptionsField />}
      <Button type="submit" busy={add.isPending}>
        {t('Add')}
      </Button>
    </Form>
  )
}

const OptionsField = () => (
  <div className="w-full">
    <TextField
      label={t('Options, separated by commas')}
      name="options"
      required
      maxLength={2000}
      placeholder={t('On my computer, On my phone')}
    />
  </div>
)
