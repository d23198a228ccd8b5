import { Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { SelectField, TextArea } from '#web/ui/forms/field.tsx'
import { toast } from '#web/toasts.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { type UploadType, uploadTypeLabels } from './upload-status.tsx'

const maxFileBytes = 10 * 1024 * 1024
/** Larger arguments overflow the call stack. */
const base64ChunkBytes = 32_768

function toBase64(bytes: Uint8Array) {
  let text = ''
  for (let start = 0; start < bytes.length; start += base64ChunkBytes)
    text += String.fromCharCode(...bytes.subarray(start, start + base64ChunkBytes))
  return btoa(text)
}

const downloadTemplate = (type: UploadType) =>
  call('getCsvTemplate', { type }).then(
    ({ file_name, content }) =>
      Object.assign(document.createElement('a'), {
        href: `data:text/csv;charset=utf-8,${encodeURIComponent(content)}`,
        download: file_name,
      }).click(),
    (error) => toast({ tone: 'bad', title: errorMessage(error) }),
  )

function useCreateUpload() {
  const navigate = useNavigate()
  return useApiMutation('createCsvUpload', { onSuccess: ({ id }) => void navigate(paths.upload(id)) })
}

export function NewUpload() {
  const [type, setType] = useState<UploadType>()
  const [pasting, setPasting] = useState(false)
  const create = useCreateUpload()
  return (
    <Card title={t('Upload a CSV')} note={t('Map columns, check and preview before anything is imported.')}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-48">
            <SelectField
              label={t('Data type')}
              value={type ?? ''}
              onChange={(event) => setType((event.target.value || undefined) as UploadType | undefined)}
              options={[{ value: '', label: t('Recognize by the columns') }, ...toOptions(uploadTypeLabels())]}
            />
          </div>
          <Button variant="quiet" onClick={() => void downloadTemplate(type ?? 'feedback')}>
            {t('Download a template')}
          </Button>
          <Button variant="quiet" onClick={() => setPasting(!pasting)}>
            {t('Paste text')}
          </Button>
        </div>
        {pasting ? <PasteForm type={type} create={create} /> : <FileDropzone type={type} create={create} />}
      </div>
    </Card>
  )
}

type CreateProps = { type: UploadType | undefined; create: ReturnType<typeof useCreateUpload> }

const PasteForm = ({ type, create }: CreateProps) => (
  <Form
    className="grid gap-2"
    onSubmit={(values) => create.mutate({ ...(type && { type }), file_name: 'pasted.csv', content: values.content! })}
  >
    <TextArea label={t('CSV text with a header row')} name="content" required rows={6} className="font-mono text-xs" />
    <div>
      <Button type="submit" variant="primary" busy={create.isPending}>
        {t('Continue')}
      </Button>
    </div>
  </Form>
)

function FileDropzone({ type, create }: CreateProps) {
  const upload = async (file: File | undefined) =>
    file &&
    create.mutate({
      ...(type && { type }),
      file_name: file.name,
      content_base64: toBase64(new Uint8Array(await file.arrayBuffer())),
    })
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: ([file]) => void upload(file),
    multiple: false,
    noClick: true,
    accept: { 'text/csv': ['.csv', '.tsv', '.txt'] },
    maxSize: maxFileBytes,
    onDropRejected: ([first]) =>
      toast({ tone: 'bad', title: first?.errors[0]?.message ?? t('This file cannot be uploaded.') }),
  })
  return (
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
      <Button variant="primary" busy={create.isPending} onClick={open}>
        {t('Choose a file')}
      </Button>
      <p className="text-xs text-faint">{t('Up to 10 MB and 50,000 rows. Encoding and delimiter are detected.')}</p>
    </div>
  )
}
