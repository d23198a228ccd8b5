import { useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/forms/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { useUnloadGuard } from '#web/ui/forms/use-unload-guard.ts'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

type Props = {
  title: string
  content: string
  updatedAt?: string
  onSave: (content: string) => Promise<unknown>
  readOnly?: boolean
  op: OperationName
}

/** The text being edited, and the saved text it started from, to notice a save by another user. */
function useDraft({ content, onSave }: Pick<Props, 'content' | 'onSave'>) {
  const [draft, setDraft] = useState<string>()
  const base = useRef(content)
  const editing = draft !== undefined
  useUnloadGuard(editing && draft !== base.current)
  return {
    draft,
    setDraft,
    editing,
    conflict: editing && content !== base.current,
    start: () => {
      base.current = content
      setDraft(content)
    },
    cancel: () => setDraft(undefined),
    keepMine: () => {
      base.current = content
    },
    save: () =>
      void onSave(draft!).then(
        () => setDraft(undefined),
        () => {},
      ),
  }
}

/** A Markdown text to read or edit; warns before a draft is lost or a newer version is overwritten. */
export function MarkdownSection({ title, content, updatedAt, onSave, readOnly = false, op }: Props) {
  const mayEdit = useMay()(op) && !readOnly
  const edit = useDraft({ content, onSave })
  return (
    <Card
      title={title}
      note={updatedAt && content && !edit.editing ? <TimeAgo at={updatedAt} /> : undefined}
      actions={mayEdit && <SectionActions edit={edit} />}
    >
      {edit.conflict && <ConflictNotice content={content} onTake={edit.start} onKeep={edit.keepMine} />}
      <SectionContent title={title} content={content} edit={edit} />
    </Card>
  )
}

/** The text of the section `evidence` is on the card of the evidence. */
export const isShownAlone = ({ key }: { key: string }) => key !== 'evidence'

type NotesProps = Pick<Props, 'title' | 'onSave' | 'op'> & { sections: readonly { key: string; content: string }[] }

/** What a team writes about the evidence, on its card; a button alone while there is nothing. */
export function EvidenceNotes({ title, sections, onSave, op }: NotesProps) {
  const mayEdit = useMay()(op)
  const content = sections.find(({ key }) => key === 'evidence')?.content ?? ''
  const edit = useDraft({ content, onSave })
  if (content === '' && !edit.editing)
    return (
      <Button op={op} size="sm" variant="quiet" onClick={edit.start}>
        {t('Add notes')}
      </Button>
    )
  return (
    <div className="grid gap-2">
      {edit.conflict && <ConflictNotice content={content} onTake={edit.start} onKeep={edit.keepMine} />}
      <SectionContent title={title} content={content} edit={edit} />
      <div className="flex gap-2">{mayEdit && <SectionActions edit={edit} />}</div>
    </div>
  )
}

type Edit = ReturnType<typeof useDraft>

function SectionActions({ edit }: { edit: Edit }) {
  if (!edit.editing)
    return (
      <Button size="sm" variant="quiet" onClick={edit.start}>
        {t('Edit')}
      </Button>
    )
  return (
    <>
      <Button size="sm" variant="quiet" onClick={edit.cancel}>
        {t('Cancel')}
      </Button>
      <Button size="sm" variant="primary" onClick={edit.save}>
        {t('Save')}
      </Button>
    </>
  )
}

type ConflictProps = { content: string; onTake: () => void; onKeep: () => void }

const ConflictNotice = ({ content, onTake, onKeep }: ConflictProps) => (
  <div className="mb-2 grid gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn-text">
    <p>{t('Another user saved this section while you were editing. Your text is below; theirs is here:')}</p>
    <pre className="max-h-32 overflow-auto font-sans text-xs whitespace-pre-wrap">{content}</pre>
    <span className="flex gap-2">
      <Button size="sm" onClick={onTake}>
        {t('Use theirs')}
      </Button>
      <Button size="sm" onClick={onKeep}>
        {t('Keep mine')}
      </Button>
    </span>
  </div>
)

function SectionContent({ title, content, edit }: { title: string; content: string; edit: Edit }) {
  const { draft, setDraft, save } = edit
  if (draft !== undefined)
    return (
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
    )
  if (!content) return <p className="text-sm text-faint">{t('No content yet.')}</p>
  return <Markdown text={content} />
}
