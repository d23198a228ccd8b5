import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { exportProducts, type ExportName } from '#vocabulary/export-products.ts'
import { t } from '#web/i18n/t.ts'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { DetailPage } from '#web/shell/details/detail-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { formatNumber } from '#web/ui/time.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import type { UploadDetail } from './types.ts'
import { CheckStep } from './upload-check.tsx'
import { ImportStep, isStarted } from './upload-import.tsx'
import { MapStep } from './upload-map.tsx'
import { PreviewStep } from './upload-preview.tsx'
import { UploadStatusChip, uploadTypeLabels } from './upload-status.tsx'

const steps = ['file', 'map', 'check', 'preview', 'import'] as const
type Step = (typeof steps)[number]

/** The five steps of an import; the step is part of the URL, so a reload stays on it. */
export function UploadPage() {
  const { id } = useRouteParams<'upload'>()
  const [filters, setFilters] = useFilters()
  const query = useApiQuery('getCsvUpload', { uploadId: id }, { refetchInterval: 2500 })
  const upload = query.data
  const goTo = (step: Step) => setFilters({ step })
  const isAgain = upload?.status === 'rolled_back' && filters.step === 'map'
  const started = upload !== undefined && isStarted(upload.status) && !isAgain
  const step: Step = started ? 'import' : (steps.find((one) => one === filters.step) ?? 'map')
  return (
    <DetailPage
      query={query}
      title={upload?.file_name ?? t('Upload')}
      what={t('upload')}
      parent={{ label: t('CSV uploads'), to: paths.uploads() }}
      actions={({ status }) => <UploadStatusChip status={status} />}
    >
      {(data) => (
        <div className="grid gap-5">
          <Steps step={step} onSelect={started ? undefined : goTo} />
          <CurrentStep step={step} upload={data} goTo={goTo} />
        </div>
      )}
    </DetailPage>
  )
}

type CurrentStepProps = { step: Step; upload: UploadDetail; goTo: (step: Step) => void }

function CurrentStep({ step, upload, goTo }: CurrentStepProps) {
  if (step === 'file') return <FileStep upload={upload} onNext={() => goTo('map')} />
  if (step === 'map') return <MapStep upload={upload} onNext={() => goTo('check')} />
  if (step === 'check') return <CheckStep upload={upload} onNext={() => goTo('preview')} />
  if (step === 'preview') return <PreviewStep upload={upload} onNext={() => goTo('import')} />
  return <ImportStep upload={upload} onAgain={() => goTo('map')} />
}

function Steps({ step, onSelect }: { step: Step; onSelect: ((step: Step) => void) | undefined }) {
  const labels: Record<Step, string> = {
    file: t('File'),
    map: t('Map columns'),
    check: t('Check'),
    preview: t('Preview'),
    import: t('Import'),
  }
  const current = steps.indexOf(step)
  return (
    <ol className="flex flex-wrap gap-1" aria-label={t('Steps')}>
      {steps.map((one, n) => (
        <li key={one}>
          <button
            type="button"
            disabled={!onSelect || n > current}
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onSelect?.(one)}
            className={cx(
              'inline-flex h-8 items-center gap-2 rounded-full px-3 text-sm',
              one === step ? 'bg-accent-soft font-medium text-accent-text' : 'text-soft enabled:hover:bg-hover',
            )}
          >
            <StepNumber>{n < current ? <Check className="size-3" /> : n + 1}</StepNumber>
            {labels[one]}
          </button>
        </li>
      ))}
    </ol>
  )
}

const StepNumber = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex size-5 items-center justify-center rounded-full border border-current text-2xs">
    {children}
  </span>
)

const productOf = ({ detected_platform: platform }: UploadDetail) =>
  Object.hasOwn(exportProducts, platform) ? exportProducts[platform as ExportName] : 'Qualtrics'

const delimiterLabels = (): Record<string, string> => ({
  ',': t('comma'),
  ';': t('semicolon'),
  '\t': t('tab'),
  '|': t('pipe'),
})

function FileStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  return (
    <Card title={t('Detected format')}>
      <DescriptionList
        rows={[
          [t('Type'), uploadTypeLabels()[upload.type]],
          [t('Rows'), formatNumber(upload.row_count)],
          [t('Columns'), upload.headers.join(', ')],
          [t('Encoding'), upload.encoding],
          [t('Delimiter'), delimiterLabels()[upload.delimiter]],
          upload.detected_platform !== 'generic' && [t('Platform'), productOf(upload)],
        ]}
      />
      {upload.warnings.map((warning) => (
        <p key={warning.code} className="mt-2 text-sm text-warn-text">
          {warning.message}
        </p>
      ))}
      <Button variant="primary" className="mt-4" onClick={onNext}>
        {t('Continue')}
      </Button>
    </Card>
  )
}
