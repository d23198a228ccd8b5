import { useState } from 'react'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SentimentMark } from '#web/ui/marks.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

const longest = 2000

/** Puts the words behind an insight that is there already. */
export function LinkDialog({
  feedbackId,
  content,
  onClose,
  onLinked,
}: {
  feedbackId: string
  content: string
  onClose: () => void
  onLinked: () => void
}) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 150)
  const { data } = useRoute('listInsights', { limit: 12, ...(q.length >= 2 && { q }) }, { keep: true })
  const add = useCall('addInsightQuote', {
    onDone: () => {
      onClose()
      onLinked()
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('Link to an insight')} note={t('The words become one of its quotes.')} wide>
      <TextField
        label={t('Find an insight')}
        hideLabel
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t('Find an insight')}
      />
      <ul className="mt-2 grid max-h-[44vh] gap-px overflow-y-auto">
        {data?.data.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              disabled={add.isPending}
              className="flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-hover"
              onClick={() =>
                add.mutate({ insightId: one.id, text: content.slice(0, longest), feedback_id: feedbackId })
              }
            >
              <span className="min-w-0 flex-1 truncate text-sm">{one.name}</span>
              <SentimentMark sentiment={one.sentiment} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
