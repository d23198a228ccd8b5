import { Paperclip } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { AdditionCard } from './addition-card.tsx'
import { readFiles } from './read-files.ts'
import { type Additions, useAdditions } from './use-additions.ts'

const maxFileBytes = 10 * 1024 * 1024
const maxFiles = 50
const accepted = ['.csv', '.tsv', '.txt', '.md', '.vtt', '.srt', '.docx', '.json', '.ndjson', '.jsonl']

/** Texts, files and links in one box: it says what they are, and stores them when asked to. */
export function AddBox({ onStored }: { onStored?: () => void }) {
  const additions = useAdditions()
  return (
    <Card
      title={t('What do you have?')}
      note={t('Feedback, interviews, tables or links. You see what was recognized before anything is stored.')}
    >
      <div className="grid gap-4">
        <Input additions={additions} />
        {additions.refused.map(({ name, message }) => (
          <p key={name + message} role="alert" className="rounded-md bg-neg-soft px-3 py-2 text-sm text-neg-text">
            {name && `${name}: `}
            {message}
          </p>
        ))}
        <Recognized additions={additions} onStored={onStored} />
      </div>
    </Card>
  )
}

function useFiles({ recognize }: Additions) {
  return useDropzone({
    onDrop: (files) => void readFiles(files).then(recognize),
    noClick: true,
    noKeyboard: true,
    maxSize: maxFileBytes,
    maxFiles,
    accept: { 'text/plain': accepted },
    onDropRejected: ([first]) =>
      toast({ tone: 'bad', title: first?.errors[0]?.message ?? t('This file cannot be uploaded.') }),
  })
}

function Input({ additions }: { additions: Additions }) {
  const [text, setText] = useState('')
  const { getRootProps, getInputProps, isDragActive, open } = useFiles(additions)
  const isEmpty = text.trim() === ''
  const submit = async () => {
    await additions.recognize([{ text }])
    setText('')
  }
  const pasteFiles = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void readFiles(files).then(additions.recognize)
  }
  return (
    <div {...getRootProps()} className={cx('grid gap-3 rounded-lg', isDragActive && 'outline-2 outline-accent')}>
      <input {...getInputProps()} aria-label={t('Files')} />
      <TextArea
        label={t('Text or link')}
        hideLabel
        rows={6}
        value={text}
        onPaste={pasteFiles}
        onChange={(event) => setText(event.target.value)}
        placeholder={t('Paste feedback, a list, an interview, a table, or the link of an app, a repository or a feed.')}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={additions.busy} disabled={isEmpty} onClick={() => void submit()}>
          {t('Continue')}
        </Button>
        <Button icon={Paperclip} onClick={open}>
          {t('Choose files')}
        </Button>
        <span className="text-xs text-faint">
          {t('CSV, TXT, VTT, SRT, DOCX, JSON; several at once, or drop them here.')}
        </span>
      </div>
    </div>
  )
}

type RecognizedProps = { additions: Additions; onStored: (() => void) | undefined }

function Recognized({ additions, onStored }: RecognizedProps) {
  const { additions: all, busy, store } = additions
  const open = all.filter(({ status }) => status !== 'stored').length
  if (all.length === 0) return null
  const add = async () => {
    await store()
    onStored?.()
  }
  return (
    <section aria-label={t('Recognized')} className="grid gap-3">
      <ul className="grid gap-3">
        {all.map((one) => (
          <AdditionCard key={one.key} addition={one} additions={additions} />
        ))}
      </ul>
      {open > 0 && (
        <div>
          <Button variant="primary" busy={busy} onClick={() => void add()}>
            {t('{count, one {Import this} other {Import all #}}', { count: open })}
          </Button>
        </div>
      )}
    </section>
  )
}
