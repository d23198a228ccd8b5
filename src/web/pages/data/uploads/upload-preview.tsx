import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { formatCell } from '#web/ui/rating.ts'
import { formatNumber } from '#web/ui/time.tsx'
import { StepFooter } from './step-footer.tsx'
import { targetLabel } from './upload-targets.ts'
import type { UploadDetail } from './types.ts'

export function PreviewStep({ upload, onNext }: { upload: UploadDetail; onNext: () => void }) {
  const { data } = useApiQuery('previewCsvUpload', { uploadId: upload.id, limit: 5 })
  const { totals } = upload
  return (
    <Card title={t('Preview')} note={t('The first five rows')} flush>
      <div className="grid gap-4 p-4">
        <DescriptionList
          rows={[
            [t('Will be imported'), formatNumber(totals.valid)],
            [t('Skipped'), formatNumber(upload.row_count - totals.valid)],
          ]}
        />
        {data?.data.map((row) => (
          <article key={row.row} className="rounded-lg border border-line p-3">
            <DescriptionList
              rows={Object.entries(row.values).map(([name, value]) => [targetLabel(name), formatCell(value)] as const)}
            />
          </article>
        ))}
      </div>
      <StepFooter>
        <Button variant="primary" onClick={onNext}>
          {t('Continue')}
        </Button>
      </StepFooter>
    </Card>
  )
}
