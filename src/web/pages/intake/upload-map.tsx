import { useState } from 'react'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { inputClass, SelectField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { titled } from '#web/words.ts'
import type { UploadDetail } from './upload.tsx'

const everywhere = ['external_id', 'tags', 'url', 'language', 'contact.plan', 'contact.company', 'contact.phone']
const targets: Record<UploadDetail['type'], { required: string[]; others: string[] }> = {
  feedback: {
    required: ['content'],
    others: ['title', 'source', 'respondent_email', 'respondent_name', 'submitted_date'],
  },
  nps: { required: ['score'], others: ['reason', 'respondent_email', 'respondent_name', 'response_date', 'source'] },
  user_interview: {
    required: ['transcript'],
    others: ['title', 'interview_date', 'interviewee_name', 'interviewee_email'],
  },
  cs_ticket: {
    required: ['subject', 'body'],
    others: ['requester_email', 'requester_name', 'created_date', 'status', 'priority'],
  },
  survey: { required: [], others: ['respondent_email', 'respondent_name', 'submitted_date'] },
}

type Chosen = Record<string, string>
const startOf = (upload: UploadDetail): Chosen =>
  Object.fromEntries(
    upload.headers.map((header) => [
      header,
      (upload.mapping ?? upload.suggested_mapping).columns.find((column) => column.header === header)?.target ?? '',
    ]),
  )

export function MapStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  const [chosen, setChosen] = useState<Chosen>(() => startOf(upload))
  const [unmapped, setUnmapped] = useState<'metadata' | 'ignore'>(upload.mapping?.unmapped ?? 'metadata')
  const [dates, setDates] = useState<'auto' | 'ymd' | 'dmy' | 'mdy'>('auto')
  const { data: preview } = useRoute('previewCsvUpload', { uploadId: upload.id, limit: 3 })
  const save = useCall('updateCsvMapping', { onDone: onNext })
  const { required, others } = targets[upload.type]
  const missing = required.filter((target) => !Object.values(chosen).includes(target))
  const doubled = [...required, ...others, ...everywhere].filter(
    (target) => Object.values(chosen).filter((one) => one === target).length > 1,
  )
  const questions = upload.suggested_mapping.questions.filter(({ header }) => !chosen[header])
  const ambiguous = upload.warnings.some(({ code }) => code === 'AMBIGUOUS_DATES')
  const submit = () =>
    save.mutate({
      uploadId: upload.id,
      unmapped,
      options: { on_error: 'skip', analyze: true, date_format: dates },
      columns: Object.entries(chosen).flatMap(([header, target]) => (target ? [{ header, target }] : [])),
      ...(upload.type === 'survey' && { questions }),
    })
  return (
    <Card title={t('Match columns')} note={t('Suggestions are marked; change what is wrong.')} flush>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-xs text-faint">
            <th scope="col" className="px-4 py-1.5 text-start font-medium">
              {t('Column')}
            </th>
            <th scope="col" className="px-2 text-start font-medium">
              {t('Becomes')}
            </th>
            <th scope="col" className="hidden px-4 text-start font-medium sm:table-cell">
              {t('Suggestion')}
            </th>
          </tr>
        </thead>
        <tbody>
          {upload.headers.map((header) => {
            const suggestion = upload.suggested_mapping.columns.find((column) => column.header === header)
            return (
              <tr key={header} className="border-t border-line">
                <th scope="row" className="max-w-48 truncate px-4 py-1.5 text-start font-medium">
                  {header}
                </th>
                <td className="px-2 py-1">
                  <select
                    aria-label={t('What {name} becomes', { name: header })}
                    value={chosen[header]}
                    onChange={(event) => setChosen({ ...chosen, [header]: event.target.value })}
                    className={`${inputClass} h-8 max-w-56`}
                  >
                    <option value="">{unmapped === 'metadata' ? t('Keep as metadata') : t('Ignore')}</option>
                    {[...required, ...others, ...everywhere].map((target) => (
                      <option key={target} value={target}>
                        {titled(target.replace('.', ' '))}
                        {required.includes(target) ? ' *' : ''}
                      </option>
                    ))}
                    {chosen[header]?.startsWith('metadata.') && (
                      <option value={chosen[header]}>{chosen[header]}</option>
                    )}
                  </select>
                </td>
                <td className="hidden px-4 sm:table-cell">
                  {suggestion?.target && suggestion.target === chosen[header] && (
                    <Chip tone={suggestion.confidence === 'high' ? 'good' : 'warn'}>{t('suggested')}</Chip>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="grid gap-3 border-t border-line p-4">
        <div className="flex flex-wrap gap-1.5">
          {required.map((target) => (
            <Chip key={target} tone={missing.includes(target) ? 'bad' : 'good'}>
              {missing.includes(target) ? '✗' : '✓'} {titled(target)}
            </Chip>
          ))}
        </div>
        {doubled.length > 0 && (
          <p role="alert" className="text-sm text-neg-text">
            {t('Two columns become {name}; choose one.', { name: titled(doubled[0]!) })}
          </p>
        )}
        {preview && (
          <p className="text-xs text-faint">
            {t('First row:')}{' '}
            {Object.entries(preview.data[0]?.values ?? {})
              .slice(0, 3)
              .map(
                ([name, value]) =>
                  `${name} = ${String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 60)}`,
              )
              .join(' · ')}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <SelectField
            label={t('Columns without a match')}
            value={unmapped}
            onChange={(event) => setUnmapped(event.target.value as 'ignore')}
            options={[
              { value: 'metadata', label: t('Keep as metadata') },
              { value: 'ignore', label: t('Ignore') },
            ]}
          />
          <SelectField
            label={t('Dates')}
            value={dates}
            onChange={(event) => setDates(event.target.value as 'auto')}
            hint={ambiguous ? t('Some dates can be read two ways: say which.') : undefined}
            options={[
              { value: 'auto', label: t('Recognise') },
              { value: 'ymd', label: '2026-03-01' },
              { value: 'dmy', label: '01.03.2026' },
              { value: 'mdy', label: '03/01/2026' },
            ]}
          />
        </div>
        <div>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={missing.length > 0 || doubled.length > 0}
            onClick={submit}
          >
            {t('Continue')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
