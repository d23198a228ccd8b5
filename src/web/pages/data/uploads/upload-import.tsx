import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { formatDay, formatNumber } from '#web/ui/time.tsx'
import { May } from '#web/api/may.tsx'
import { RejectedRowsLink } from './upload-check.tsx'
import type { UploadDetail } from './types.ts'

const runningStatuses: Status[] = ['importing', 'rolling_back']
const finishedStatuses: Status[] = ['completed', 'completed_with_errors', 'failed', 'cancelled', 'rolled_back']
type Status = UploadDetail['status']
type UploadProps = { upload: UploadDetail }
type ImportStepProps = UploadProps & { onAgain: () => void }

export const isStarted = (status: Status) => runningStatuses.includes(status) || finishedStatuses.includes(status)

const canRollBack = ({ rollback_until, status, totals }: UploadDetail) =>
  rollback_until !== null &&
  finishedStatuses.includes(status) &&
  status !== 'rolled_back' &&
  totals.created + totals.updated > 0

export const ImportStep = ({ upload, onAgain }: ImportStepProps) => (
  <Card title={t('Import')}>
    <div className="grid gap-4">
      {!isStarted(upload.status) && (
        <May op="startCsvUpload">
          <StartImport upload={upload} />
        </May>
      )}
      {upload.job_id && runningStatuses.includes(upload.status) && (
        <RunningImport uploadId={upload.id} jobId={upload.job_id} />
      )}
      {finishedStatuses.includes(upload.status) && <FinishedImport upload={upload} />}
      {upload.status === 'rolled_back' && (
        <div>
          <Button op="updateCsvMapping" onClick={onAgain}>
            {t('Import again with another mapping')}
          </Button>
        </div>
      )}
    </div>
  </Card>
)

function StartImport({ upload }: UploadProps) {
  const start = useApiMutation('startCsvUpload')
  return (
    <>
      <p className="text-sm text-soft">
        {t('{count, one {# row is} other {# rows are}} ready. The import continues if you close this page.', {
          count: upload.totals.valid || upload.row_count,
        })}
      </p>
      <div>
        <Button variant="primary" busy={start.isPending} onClick={() => start.mutate({ uploadId: upload.id })}>
          {t('Import now')}
        </Button>
      </div>
    </>
  )
}

function RunningImport({ uploadId, jobId }: { uploadId: string; jobId: string }) {
  const cancel = useApiMutation('cancelCsvUpload', { successMessage: t('Canceled. Imported rows are kept.') })
  return (
    <>
      <JobProgress id={jobId} canCancel={false} />
      <div>
        <Button op="cancelCsvUpload" onClick={() => cancel.mutate({ uploadId })}>
          {t('Stop')}
        </Button>
      </div>
    </>
  )
}

function FinishedImport({ upload }: UploadProps) {
  const { totals } = upload
  return (
    <>
      <DescriptionList
        rows={[
          [t('New'), formatNumber(totals.created)],
          [t('Updated'), formatNumber(totals.updated)],
          [t('Unchanged'), formatNumber(totals.unchanged)],
          [t('Skipped'), formatNumber(totals.skipped)],
          [t('Rejected'), formatNumber(totals.failed)],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {totals.created > 0 && upload.status !== 'rolled_back' && (
          <Link to={upload.type === 'nps' ? paths.nps() : paths.inbox({})} className={buttonClass('primary')}>
            {t('View imported data')}
          </Link>
        )}
        {totals.failed > 0 && <RejectedRowsLink uploadId={upload.id} />}
        {canRollBack(upload) && <RollbackButton uploadId={upload.id} />}
      </div>
      {canRollBack(upload) && (
        <p className="text-xs text-faint">
          {t('Can be undone until {day}.', { day: formatDay(upload.rollback_until!) })}
        </p>
      )}
    </>
  )
}

function RollbackButton({ uploadId }: { uploadId: string }) {
  const rollback = useApiMutation('rollbackCsvUpload', { successMessage: t('Undoing the import') })
  return (
    <Button
      op="rollbackCsvUpload"
      variant="danger"
      busy={rollback.isPending}
      onClick={() => rollback.mutate({ uploadId })}
    >
      {t('Undo import')}
    </Button>
  )
}
