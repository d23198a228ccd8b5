import { useEffect, useRef } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { JobProgress } from '#web/shell/job-progress.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { Loading } from '#web/ui/states.tsx'
import { numberOf } from '#web/ui/time.tsx'
import type { UploadDetail } from './upload.tsx'

type Problem = ItemOf<'listCsvErrors'>
const repair = (): Partial<Record<Problem['code'], string>> => ({
  REQUIRED: t('A needed cell is empty'),
  INVALID_NUMBER: t('Not a number'),
  OUT_OF_RANGE: t('Number out of range'),
  INVALID_DATE: t('Not a date'),
  INVALID_EMAIL: t('Not an email address'),
  TOO_LONG: t('Too long'),
  DUPLICATE_ROW: t('Twice in the file'),
  COLUMN_COUNT: t('Wrong number of columns'),
})

/** What is wrong, gathered by what would repair it. */
export function CheckStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  const validate = useCall('validateCsvUpload')
  const asked = useRef(false)
  const { mutate } = validate
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ uploadId: upload.id })
  }, [mutate, upload.id])
  const { items } = useList('listCsvErrors', { uploadId: upload.id }, { enabled: upload.status === 'validated' })
  if (upload.status !== 'validated')
    return <Card title={t('Check')}>{upload.job_id ? <JobProgress id={upload.job_id} /> : <Loading rows={3} />}</Card>
  const groups = [...Map.groupBy(items, (one) => `${one.severity} ${one.code} ${one.header ?? ''}`).values()]
  return (
    <Card
      title={t('Check')}
      note={t('{valid} of {rows} rows can be imported', {
        valid: numberOf(upload.totals.valid),
        rows: numberOf(upload.row_count),
      })}
    >
      <div className="grid gap-4">
        {groups.length === 0 && <p className="text-sm text-pos-text">{t('Nothing is wrong.')}</p>}
        {groups.map((group) => (
          <section key={`${group[0]!.code}${group[0]!.header}`} className="rounded-lg border border-line p-3">
            <h3 className="flex items-center gap-2 text-sm font-medium">
              <Chip tone={group[0]!.severity === 'error' ? 'bad' : 'warn'}>
                {group[0]!.severity === 'error' ? t('Error') : t('Warning')}
              </Chip>
              {repair()[group[0]!.code] ?? group[0]!.message}
              {group[0]!.header && ` · ${group[0]!.header}`}
              <span className="text-xs font-normal text-faint">
                {t('{count, one {# row} other {# rows}}', { count: group.length })}
              </span>
            </h3>
            <ul className="mt-2 grid gap-1 text-xs text-soft">
              {group.slice(0, 5).map((one) => (
                <li key={`${one.row}${one.header}`}>
                  {t('Line {line}', { line: one.line })}: <code className="font-mono">{one.value ?? ''}</code>{' '}
                  {one.message}
                </li>
              ))}
            </ul>
          </section>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" disabled={upload.totals.valid === 0} onClick={onNext}>
            {upload.error_count > 0 ? t('Continue without the bad rows') : t('Continue')}
          </Button>
          {upload.error_count > 0 && (
            <a className={buttonClass('plain')} href={`/app/v1/csv-uploads/${upload.id}/errors?format=csv`} download>
              {t('Download rejected rows')}
            </a>
          )}
        </div>
      </div>
    </Card>
  )
}

export function PreviewStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  const { data } = useRoute('previewCsvUpload', { uploadId: upload.id, limit: 5 })
  const { totals } = upload
  return (
    <Card title={t('Preview')} note={t('Five rows as they will look')}>
      <div className="grid gap-4">
        <Facts
          rows={[
            [t('Will be imported'), numberOf(totals.valid)],
            [t('Left out'), numberOf(upload.row_count - totals.valid)],
          ]}
        />
        {data?.data.map((row) => (
          <article key={row.row} className="rounded-lg border border-line p-3">
            <Facts
              rows={Object.entries(row.values)
                .slice(0, 8)
                .map(
                  ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
                )}
            />
          </article>
        ))}
        <div>
          <Button look="primary" onClick={onNext}>
            {t('Continue')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
