import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { useDebounced } from '#web/ui/forms/use-debounced.ts'

const maxQuoteLength = 2000

type Props = { feedbackId: string; content: string; onClose: () => void; onLinked: () => void }

/** Adds a text as a quote to an existing insight. */
export function LinkInsightDialog({ feedbackId, content, onClose, onLinked }: Props) {
  const [text, setText] = useState('')
  const add = useApiMutation('addInsightQuote', {
    onSuccess: () => {
      onClose()
      onLinked()
    },
  })
  const link = (insightId: string) =>
    add.mutate({ insightId, text: content.slice(0, maxQuoteLength), feedback_id: feedbackId })
  return (
    <Dialog open onClose={onClose} title={t('Link to an insight')} note={t('The text becomes one of its quotes.')} wide>
      <TextField
        label={t('Find an insight')}
        hideLabel
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t('Find an insight')}
      />
      <InsightChoices text={text} disabled={add.isPending} onPick={link} />
    </Dialog>
  )
}

type ChoicesProps = { text: string; disabled: boolean; onPick: (insightId: string) => void }

function InsightChoices({ text, disabled, onPick }: ChoicesProps) {
  const q = useDebounced(text.trim(), 150)
  const { data } = useApiQuery('listInsights', { limit: 12, ...(q.length >= 2 && { q }) }, { keepPrevious: true })
  return (
    <ul className="mt-2 grid max-h-[44vh] gap-px overflow-y-auto">
      {data?.data.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            disabled={disabled}
            className="flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-hover"
            onClick={() => onPick(one.id)}
          >
            <span className="min-w-0 flex-1 truncate text-sm">{one.name}</span>
            <SentimentBadge sentiment={one.sentiment} />
          </button>
        </li>
      ))}
    </ul>
  )
}
