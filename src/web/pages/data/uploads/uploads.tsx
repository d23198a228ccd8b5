import { FileSpreadsheet } from 'lucide-react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { DataPage } from '#web/pages/data/data-page.tsx'
import { May } from '#web/api/may.tsx'
import { NewUpload } from './new-upload.tsx'
import { UploadStatusChip, uploadTypeLabels } from './upload-status.tsx'

export function UploadsPage() {
  const list = useApiList('listCsvUploads', {})
  return (
    <DataPage tab="uploads" fill={false}>
      <div className="grid gap-5">
        <May op="createCsvUpload">
          <NewUpload />
        </May>
        {list.error && <ErrorState error={list.error} retry={list.refetch} />}
        {!list.error && list.items.length > 0 && (
          <Card title={t('Uploads')} flush>
            <CardRows list={list}>{(upload) => <UploadRow key={upload.id} upload={upload} />}</CardRows>
          </Card>
        )}
      </div>
    </DataPage>
  )
}

type Upload = ItemOf<'listCsvUploads'>

const rowCount = ({ row_count }: Upload) => t('{count, one {# row} other {# rows}}', { count: row_count })

const UploadRow = ({ upload }: { upload: Upload }) => (
  <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <FileSpreadsheet className="size-4 shrink-0 text-faint" />
    <div className="min-w-0 flex-1">
      <Link to={paths.upload(upload.id)} className="block truncate text-sm font-medium hover:underline">
        {upload.file_name}
      </Link>
      <p className="text-xs text-faint">
        {uploadTypeLabels()[upload.type]} · {rowCount(upload)} · <TimeAgo at={upload.created_at} />
      </p>
    </div>
    {upload.totals.created > 0 && (
      <span className="text-xs text-faint tabular-nums">+{formatNumber(upload.totals.created)}</span>
    )}
    <UploadStatusChip status={upload.status} />
  </li>
)
