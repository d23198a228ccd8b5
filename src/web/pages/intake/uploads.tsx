import { Link, useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet, Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { call, type ItemOf } from '#web/api/client.ts'
import { useCall, useList } from '#web/api/hooks.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DataPage } from './data-page.tsx'

type Upload = ItemOf<'listCsvUploads'>
export type CsvType = Upload['type']
export const typeWords = (): Record<CsvType, string> => ({
  feedback: t('Feedback'),
  nps: t('NPS answers'),
  user_interview: t('Interviews'),
  cs_ticket: t('Support tickets'),
  survey: t('Survey answers'),
})
const tones: Partial<Record<Upload['status'], 'good' | 'bad' | 'warn' | 'accent'>> = {
  completed: 'good',
  completed_with_errors: 'warn',
  failed: 'bad',
  importing: 'accent',
}
export const UploadStatus = ({ status }: { status: Upload['status'] }) => (
  <Chip tone={tones[status] ?? 'plain'}>{statusWords()[status]}</Chip>
)
const statusWords = (): Record<Upload['status'], string> => ({
  uploaded: t('Uploaded'),
  mapped: t('Mapped'),
  validated: t('Checked'),
  importing: t('Importing'),
  completed: t('Imported'),
  completed_with_errors: t('Imported in part'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
  rolling_back: t('Taking back'),
  rolled_back: t('Taken back'),
})

export function Uploads() {
  const list = useList('listCsvUploads', {})
  return (
    <DataPage tab="uploads" fill={false}>
      <div className="grid gap-5">
        <NewUpload />
        {list.error ? (
          <ErrorState error={list.error} retry={list.refetch} />
        ) : (
          list.items.length > 0 && (
            <Card title={t('Uploads')} flush>
              <ul>
                {list.items.map((one) => (
                  <li
                    key={one.id}
                    className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0"
                  >
                    <FileSpreadsheet className="size-4 shrink-0 text-faint" />
                    <div className="min-w-0 flex-1">
                      <Link to={paths.upload(one.id)} className="block truncate text-sm font-medium hover:underline">
                        {one.file_name}
                      </Link>
                      <p className="text-xs text-faint">
                        {typeWords()[one.type]} · {t('{count, one {# row} other {# rows}}', { count: one.row_count })} ·{' '}
                        <TimeAgo at={one.created_at} />
                      </p>
                    </div>
                    {one.totals.created > 0 && (
                      <span className="text-xs text-faint tabular-nums">+{numberOf(one.totals.created)}</span>
                    )}
                    <UploadStatus status={one.status} />
                  </li>
                ))}
              </ul>
              {list.hasNextPage && (
                <div className="p-3 text-center">
                  <Button size="sm" onClick={() => void list.fetchNextPage()}>
                    {t('Show more')}
                  </Button>
                </div>
              )}
            </Card>
          )
        )}
      </div>
    </DataPage>
  )
}

const base64Of = (bytes: Uint8Array) => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}

function NewUpload() {
  const [type, setType] = useState<CsvType>('feedback')
  const [pasting, setPasting] = useState(false)
  const navigate = useNavigate()
  const create = useCall('createCsvUpload', { onDone: ({ id }) => void navigate({ to: paths.upload(id) }) })
  const take = async ([file]: File[]) =>
    file &&
    create.mutate({ type, file_name: file.name, content_base64: base64Of(new Uint8Array(await file.arrayBuffer())) })
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: (files) => void take(files),
    multiple: false,
    noClick: true,
    accept: { 'text/csv': ['.csv', '.tsv', '.txt'] },
    maxSize: 10 * 1024 * 1024,
    onDropRejected: ([first]) =>
      toast({ tone: 'bad', title: first?.errors[0]?.message ?? t('This file cannot be taken.') }),
  })
  const template = () =>
    void call('getCsvTemplate', { type }).then(
      ({ file_name, content }) =>
        Object.assign(document.createElement('a'), {
          href: `data:text/csv;charset=utf-8,${encodeURIComponent(content)}`,
          download: file_name,
        }).click(),
      (error) => toast({ tone: 'bad', title: sentenceOf(error) }),
    )
  return (
    <Card
      title={t('Upload a CSV')}
      note={t('File, match columns, check, preview, import. Nothing is imported before the last step.')}
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-48">
            <SelectField
              label={t('What is in it?')}
              value={type}
              onChange={(event) => setType(event.target.value as CsvType)}
              options={Object.entries(typeWords()).map(([value, label]) => ({ value, label }))}
            />
          </div>
          <Button look="quiet" onClick={template}>
            {t('Download a template')}
          </Button>
          <Button look="quiet" onClick={() => setPasting(!pasting)}>
            {t('Paste instead')}
          </Button>
        </div>
        {pasting ? (
          <form
            className="grid gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              create.mutate({
                type,
                file_name: 'pasted.csv',
                content: String(new FormData(event.currentTarget).get('content')),
              })
            }}
          >
            <TextArea label={t('Rows, with a header')} name="content" required rows={6} className="font-mono text-xs" />
            <div>
              <Button type="submit" look="primary" busy={create.isPending}>
                {t('Continue')}
              </Button>
            </div>
          </form>
        ) : (
          <div
            {...getRootProps()}
            className={cx(
              'grid justify-items-center gap-2 rounded-xl border-2 border-dashed px-6 py-10 text-center',
              isDragActive ? 'border-accent bg-accent-soft' : 'border-line-strong',
            )}
          >
            <input {...getInputProps()} aria-label={t('CSV file')} />
            <UploadIcon className="size-5 text-faint" />
            <p className="text-sm">{t('Drop a .csv, .tsv or .txt file here')}</p>
            <Button look="primary" busy={create.isPending} onClick={open}>
              {t('Choose a file')}
            </Button>
            <p className="text-xs text-faint">
              {t('Up to 10 MB and 50,000 rows. Encoding and delimiter are recognised.')}
            </p>
          </div>
        )}
      </div>
    </Card>
  )
}
