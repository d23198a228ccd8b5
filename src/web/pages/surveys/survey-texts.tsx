import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { nativeName, surveyLanguages } from '#web/i18n/languages.ts'
import { t } from '#web/i18n/t.ts'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { MayEdit } from '#web/api/may.tsx'

type SurveyDetail = OutputOf<'getSurvey'>
type UpdateSurvey = (change: object) => void

/** Title, introduction, thank-you text and language of the public page. */
export function SurveyTextsForm({ survey }: { survey: SurveyDetail }) {
  const mutation = useApiMutation('updateSurvey', {
    optimistic: ({ surveyId, ...change }) => patchCache([surveyId], change),
  })
  const update: UpdateSurvey = (change) => mutation.mutate({ surveyId: survey.id, ...change })
  return (
    <Card title={t('Messages')}>
      <div className="grid gap-3">
        <DetailHeader
          op="updateSurvey"
          name={survey.title}
          onRename={(title) => update({ title })}
          text={{
            label: t('Introduction'),
            value: survey.description ?? '',
            placeholder: t('Shown before the first question'),
            onSave: (text) => update({ description: text || null }),
          }}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <ThankYouText text={survey.thank_you} update={update} />
          <MayEdit op="updateSurvey">
            <LanguageSelect language={survey.language} update={update} />
          </MayEdit>
        </div>
      </div>
    </Card>
  )
}

const ThankYouText = ({ text, update }: { text: string | null; update: UpdateSurvey }) => (
  <div className="grid content-start gap-1.5">
    <span aria-hidden className="text-xs font-medium text-soft">
      {t('Thank-you text')}
    </span>
    <InlineText
      op="updateSurvey"
      label={t('Thank-you text')}
      value={text ?? ''}
      optional
      maxLength={2000}
      placeholder={t('Shown after the last question')}
      className="text-sm"
      onSave={(next) => update({ thank_you: next || null })}
    />
  </div>
)

function LanguageSelect({ language, update }: { language: string | null; update: UpdateSurvey }) {
  const codes = language && !surveyLanguages.includes(language) ? [...surveyLanguages, language] : surveyLanguages
  return (
    <SelectField
      label={t('Page language')}
      value={language ?? ''}
      onChange={(event) => update({ language: event.target.value || null })}
      options={[
        { value: '', label: t('Browser language') },
        ...codes.map((value) => ({ value, label: nativeName(value) })),
      ]}
      hint={t('Language of buttons and hints, not of your questions.')}
    />
  )
}
