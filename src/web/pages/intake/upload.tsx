import { Link, useParams } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { Page } from '#web/shell/page.tsx'
import { JobProgress } from '#web/shell/job-progress.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { dayOf, numberOf } from '#web/ui/time.tsx'
import { CheckStep, PreviewStep } from './upload-check.tsx'
import { MapStep } from './upload-map.tsx'
import { typeWords, UploadStatus } from './uploads.tsx'

export type UploadDetail = Out<'getCsvUpload'>
export const steps = ['file', 'map', 'check', 'preview', 'import'] as const
export type Step = (typeof steps)[number]
const running = ['importing', 'rolling_back']
const over = ['completed', 'completed_with_errors', 'failed', 'cancelled', 'rolled_back']

/** The five steps of an import; the address keeps which upload and which step, so a reload goes on where one was. */
export function Upload() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [filters, setFilters] = useFilters()
  const { data: upload, error, refetch } = useRoute('getCsvUpload', { uploadId: id }, { refetchInterval: 2500 })
  const go = (step: Step) => setFilters({ step })
  const begun = upload && [...running, ...over].includes(upload.status)
  const step: Step = begun ? 'import' : (steps.find((one) => one === filters.step) ?? 'map')
  return (
    <Page
      title={upload?.file_name ?? t('Upload')}
      above={{ label: t('CSV uploads'), to: paths.data }}
      actions={upload && <UploadStatus status={upload.status} />}
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('upload')} />
      ) : !upload ? (
        <Loading />
      ) : (
        <div className="grid gap-5">
          <Steps step={step} onGo={begun ? undefined : go} />
          {step === 'file' && <FileStep upload={upload} onNext={() => go('map')} />}
          {step === 'map' && <MapStep upload={upload} onNext={() => go('check')} />}
          {step === 'check' && <CheckStep upload={upload} onNext={() => go('preview')} />}
          {step === 'preview' && <PreviewStep upload={upload} onNext={() => go('import')} />}
          {step === 'import' && <ImportStep upload={upload} />}
        </div>
      )}
    </Page>
  )
}

function Steps({ step, onGo }: { step: Step; onGo: ((step: Step) => void) | undefined }) {
  const words: Record<Step, string> = {
    file: t('File'),
    map: t('Match columns'),
    check: t('Check'),
    preview: t('Preview'),
    import: t('Import'),
  }
  const at = steps.indexOf(step)
  return (
    <ol className="flex flex-wrap gap-1" aria-label={t('Steps')}>
      {steps.map((one, n) => (
        <li key={one}>
          <button
            type="button"
            disabled={!onGo || n > at}
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onGo?.(one)}
            className={cx(
              'inline-flex h-8 items-center gap-2 rounded-full px-3 text-sm',
              one === step ? 'bg-accent-soft font-medium text-accent-text' : 'text-soft enabled:hover:bg-hover',
            )}
          >
            <span className="inline-flex size-5 items-center justify-center rounded-full border border-current text-2xs">
              {n < at ? <Check className="size-3" /> : n + 1}
            </span>
            {words[one]}
          </button>
        </li>
      ))}
    </ol>
  )
}

const delimiterWords = (): Record<string, string> => ({
  ',': t('comma'),
  ';': t('semicolon'),
  '\t': t('tab'),
  '|': t('bar'),
})

function FileStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  return (
    <Card title={t('What was recognised')}>
      <Facts
        rows={[
          [t('Type'), typeWords()[upload.type]],
          [t('Rows'), numberOf(upload.row_count)],
          [t('Columns'), upload.headers.join(', ')],
          [t('Encoding'), upload.encoding],
          [t('Separated by'), delimiterWords()[upload.delimiter]],
          upload.detected_platform !== 'generic' && [t('Exported by'), upload.detected_platform],
        ]}
      />
      {upload.warnings.map((warning) => (
        <p key={warning.code} className="mt-2 text-sm text-warn-text">
          {warning.message}
        </p>
      ))}
      <Button look="primary" className="mt-4" onClick={onNext}>
        {t('Continue')}
      </Button>
    </Card>
  )
}

function ImportStep({ upload }: { upload: UploadDetail }) {
  const start = useCall('startCsvUpload')
  const cancel = useCall('cancelCsvUpload', { said: t('Cancelled; rows that are in stay') })
  const rollback = useCall('rollbackCsvUpload', { said: t('The import is being taken back') })
  const uploadId = upload.id
  const { totals } = upload
  const undoable =
    upload.rollback_until !== null &&
    ['completed', 'completed_with_errors', 'cancelled', 'failed'].includes(upload.status) &&
    totals.created + totals.updated > 0
  return (
    <Card title={t('Import')}>
      <div className="grid gap-4">
        {![...running, ...over].includes(upload.status) && (
          <>
            <p className="text-sm text-soft">
              {t('{count, one {# row is} other {# rows are}} ready. The import goes on when you close this page.', {
                count: totals.valid || upload.row_count,
              })}
            </p>
            <div>
              <Button look="primary" busy={start.isPending} onClick={() => start.mutate({ uploadId })}>
                {t('Import now')}
              </Button>
            </div>
          </>
        )}
        {upload.job_id && running.includes(upload.status) && (
          <>
            <JobProgress id={upload.job_id} />
            <div>
              <Button onClick={() => cancel.mutate({ uploadId })}>{t('Stop')}</Button>
            </div>
          </>
        )}
        {over.includes(upload.status) && (
          <>
            <Facts
              rows={[
                [t('New'), numberOf(totals.created)],
                [t('Updated'), numberOf(totals.updated)],
                [t('Unchanged'), numberOf(totals.unchanged)],
                [t('Skipped'), numberOf(totals.skipped)],
                [t('Rejected'), numberOf(totals.failed)],
              ]}
            />
            <div className="flex flex-wrap gap-2">
              {totals.created > 0 && upload.status !== 'rolled_back' && (
                <Link
                  to={upload.type === 'nps' ? paths.nps : listAt(paths.inbox, {})}
                  className={buttonClass('primary')}
                >
                  {t('See what came in')}
                </Link>
              )}
              {totals.failed > 0 && (
                <a href={`/app/v1/csv-uploads/${uploadId}/errors?format=csv`} download className={buttonClass('plain')}>
                  {t('Download rejected rows')}
                </a>
              )}
              {undoable && (
                <Button look="danger" busy={rollback.isPending} onClick={() => rollback.mutate({ uploadId })}>
                  {t('Undo import')}
                </Button>
              )}
            </div>
            {undoable && (
              <p className="text-xs text-faint">
                {t('Can be taken back until {day}.', { day: dayOf(upload.rollback_until!) })}
              </p>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
