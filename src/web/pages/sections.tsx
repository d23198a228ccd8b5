import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { inputClass } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = {
  title: string
  content: string
  updatedAt?: string
  onSave: (content: string) => Promise<unknown>
  readOnly?: boolean
}

/** A Markdown section: read, or edit with a guard against losing what was typed and against overwriting what somebody else saved. */
export function Section({ title, content, updatedAt, onSave, readOnly = false }: Props) {
  const [draft, setDraft] = useState<string>()
  const started = useRef(content)
  const editing = draft !== undefined
  const dirty = editing && draft !== started.current
  const theirs = editing && content !== started.current
  useEffect(() => {
    if (!dirty) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [dirty])
  const begin = () => {
    started.current = content
    setDraft(content)
  }
  const save = () =>
    void onSave(draft!).then(
      () => setDraft(undefined),
      () => {},
    )
  return (
    <Card
      title={title}
      note={updatedAt && content && !editing ? <TimeAgo at={updatedAt} /> : undefined}
      actions={
        readOnly ? null : editing ? (
          <>
            <Button size="sm" look="quiet" onClick={() => setDraft(undefined)}>
              {t('Cancel')}
            </Button>
            <Button size="sm" look="primary" onClick={save}>
              {t('Save')}
            </Button>
          </>
        ) : (
          <Button size="sm" look="quiet" onClick={begin}>
            {t('Edit')}
          </Button>
        )
      }
    >
      {theirs && (
        <div className="mb-2 grid gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn-text">
          <p>{t('Somebody saved this section while you were writing. Your text is below; theirs is here:')}</p>
          <pre className="max-h-32 overflow-auto font-sans text-xs whitespace-pre-wrap">{content}</pre>
          <span className="flex gap-2">
            <Button
              size="sm"
              onClick={() => {
                started.current = content
                setDraft(content)
              }}
            >
              {t('Take theirs')}
            </Button>
            <Button
              size="sm"
              onClick={() => {
                started.current = content
              }}
            >
              {t('Keep mine')}
            </Button>
          </span>
        </div>
      )}
      {editing ? (
        <textarea
          autoFocus
          aria-label={title}
          value={draft}
          rows={Math.min(24, Math.max(6, draft.split('\n').length + 1))}
          maxLength={100_000}
          onChange={(event) => setDraft(event.target.value)}
          className={cx(inputClass, 'py-2 font-mono text-xs leading-5')}
          onKeyDown={(event) => {
            if (event.key === 's' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault()
              save()
            }
          }}
        />
      ) : content ? (
        <Markdown text={content} />
      ) : (
        <p className="text-sm text-faint">{t('Nothing written yet.')}</p>
      )}
    </Card>
  )
}
