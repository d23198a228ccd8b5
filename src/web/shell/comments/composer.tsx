import { type KeyboardEvent, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { useMembers } from '#web/shell/members.tsx'
import { Button } from '#web/ui/button.tsx'
import { useUnloadGuard } from '#web/ui/forms/use-unload-guard.ts'
import { MentionInput } from './mention-input.tsx'
import { mentionLabels, withIds, withNames } from './mentions.ts'

type Props = {
  label: string
  submitLabel: string
  busy: boolean
  /** As it is stored. */
  initial?: string
  autoFocus?: boolean
  onSubmit: (body: string) => Promise<unknown>
  onCancel?: () => void
}

/** The text with the names of members, and how it is sent. */
function useComposer({ busy, initial = '', onSubmit, onCancel }: Props) {
  const { members } = useMembers()
  const labels = mentionLabels(members)
  const [draft, setDraft] = useState<string>()
  const text = draft ?? withNames(initial, labels)
  useUnloadGuard(Boolean(draft?.trim()))
  const submit = () => {
    if (text.trim() === '' || busy) return
    void onSubmit(withIds(text, labels)).then(
      () => setDraft(undefined),
      () => {},
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') onCancel?.()
  }
  return { members, text, setDraft, submit, onKeyDown }
}

export function Composer(props: Props) {
  const { label, submitLabel, busy, autoFocus = false, onCancel } = props
  const { members, text, setDraft, submit, onKeyDown } = useComposer(props)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <MentionInput
        label={label}
        value={text}
        onChange={setDraft}
        onKeyDown={onKeyDown}
        members={members}
        autoFocus={autoFocus}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="me-auto text-xs text-faint">{t('Markdown; @ mentions a member.')}</span>
        {onCancel && (
          <Button size="sm" variant="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit" busy={busy} disabled={text.trim() === ''}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
