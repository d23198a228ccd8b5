import { useEffect, useRef } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loading } from '#web/ui/states.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { useMay } from '#web/api/may.tsx'
import type { UploadDetail } from './types.ts'

type RowError = ItemOf<'listCsvErrors'>
const errorLabels = (): Partial<Record<RowError['code'], string>> => ({
  REQUIRED: t('Required value missing'),
  INVALID_NUMBER: t('Not a number'),
  OUT_OF_RANGE: t('Number out of range'),
  INVALID_DATE: t('Not a date'),
  INVALID_EMAIL: t('Not an email address'),
  TOO_LONG: t('Too long'),
  DUPLICATE_ROW: t('Duplicate row'),
  COLUMN_COUNT: t('Wrong number of columns'),
})
const maxExamples = 5

/** Starts the validation once per visit of the step. */
function useValidateOnce(uploadId: string) {
  const { mutate } = useApiMutation('validateCsvUpload')
  const started = useRef(false)
  const mayValidate = useMay()('validateCsvUpload')
  useEffect(() => {
    if (started.current || !mayValidate) return
    started.current = true
    mutate({ uploadId })
  }, [mutate, uploadId, mayValidate])
}

/** Validation errors, grouped by code and column. */
export function CheckStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  useValidateOnce(upload.id)
  const { items } = useApiList('listCsvErrors', { uploadId: upload.id }, { enabled: upload.status === 'validated' })
  if (upload.status !== 'validated')
    return <Card title={t('Check')}>{upload.job_id ? <JobProgress id={upload.job_id} /> : <Loading rows={3} />}</Card>
  const groups = [...Map.groupBy(items, (one) => `${one.severity} ${one.code} ${one.header ?? ''}`).values()]
  return (
    <Card
      title={t('Check')}
      note={t('{valid} of {rows} rows can be imported', {
        valid: formatNumber(upload.totals.valid),
        rows: formatNumber(upload.row_count),
      })}
    >
      <div className="grid gap-4">
        {groups.length === 0 && <p className="text-sm text-pos-text">{t('No problems found.')}</p>}
        {groups.map((errors) => (
          <ErrorGroup key={`${errors[0]!.code}${errors[0]!.header}`} errors={errors} />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" disabled={upload.totals.valid === 0} onClick={onNext}>
            {upload.error_count > 0 ? t('Continue without invalid rows') : t('Continue')}
          </Button>
          {upload.error_count > 0 && <RejectedRowsLink uploadId={upload.id} />}
        </div>
      </div>
    </Card>
  )
}

export const RejectedRowsLink = ({ uploadId }: { uploadId: string }) => (
  <a className={buttonClass('plain')} href={`/app/v1/csv-uploads/${uploadId}/errors?format=csv`} download>
    {t('Download rejected rows')}
  </a>
)

function ErrorGroup({ errors }: { errors: readonly RowError[] }) {
  const { severity, code, message, header } = errors[0]!
  const isError = severity === 'error'
  return (
    <section className="rounded-lg border border-line p-3">
      <h3 className="flex items-center gap-2 text-sm font-medium">
        <Chip tone={isError ? 'bad' : 'warn'}>{isError ? t('Error') : t('Warning')}</Chip>
        {errorLabels()[code] ?? message}
        {header && ` · ${header}`}
        <span className="text-xs font-normal text-faint">
          {t('{count, one {# row} other {# rows}}', { count: errors.length })}
        </span>
      </h3>
      <ul className="mt-2 grid gap-1 text-xs text-soft">
        {errors.slice(0, maxExamples).map((one) => (
          <li key={`${one.row}${one.header}`}>
            {t('Line {line}', { line: one.line })}: <code className="font-mono">{one.value ?? ''}</code> {one.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
