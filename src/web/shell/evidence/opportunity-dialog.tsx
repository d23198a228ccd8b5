import type { Importance } from '#vocabulary/importance.ts'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { forBatches, showBatchError } from '#web/api/batches.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { call, type InputOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { addOpportunityEvidence } from '#web/shell/add-evidence.ts'
import { toast, toastUndo } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { useDebounced } from '#web/ui/forms/use-debounced.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ImportanceField, importanceOfKey } from './importance.tsx'

type Category = InputOf<'createOpportunity'>['category']
export type EvidenceToAdd = {
  /** All insights, also those that are not loaded yet. */
  load: () => Promise<readonly string[]>
  title?: string
  category?: string
}
type Props = { evidence: EvidenceToAdd; onClose: () => void; onDone?: () => void }

/** Praise and general feedback are no problem of their own; what they ask for is. */
const categoryOf = (category: string | undefined) =>
  (category === undefined || ['DELIGHTS', 'GENERAL_FEEDBACK'].includes(category)
    ? 'FEATURE_REQUESTS'
    : category) as Category

/** Its evidence is put behind it in parts of a hundred; undo archives it. */
async function createFrom(title: string, { load, category }: EvidenceToAdd, importance: Importance | null) {
  const ids = await load()
  const { id } = await call('createOpportunity', { title, category: categoryOf(category) })
  const outcome = await forBatches(ids, (insight_ids) =>
    call('addOpportunityInsights', { opportunityId: id, insight_ids, importance }),
  )
  showBatchError(outcome, ids.length)
  const undo = () => call('archiveOpportunity', { opportunityId: id }).then(invalidateAll)
  toastUndo(t('Opportunity “{title}” created', { title }), () => void undo())
  invalidateAll()
}

/** Runs one change; the dialog stays open where it fails. */
function useChange({ onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false)
  const run = async (change: () => Promise<void>) => {
    setBusy(true)
    try {
      await change()
      onClose()
      onDone?.()
    } catch (error) {
      toast({ tone: 'bad', title: errorMessage(error) })
      setBusy(false)
    }
  }
  return { busy, run: (change: () => Promise<void>) => void run(change) }
}

/** Chooses the opportunity, and how much the insights matter to their customers. */
export function ChooseOpportunity(props: Props) {
  const { evidence, onClose } = props
  const [text, setText] = useState('')
  const [importance, setImportance] = useState<Importance | null>(null)
  const { busy, run } = useChange(props)
  const title = (text.trim() || evidence.title || '').slice(0, 200)
  const setByKey = (event: KeyboardEvent) => {
    const chosen = importanceOfKey(event)
    if (chosen === undefined) return
    event.preventDefault()
    setImportance(chosen)
  }
  return (
    <Dialog open wide onClose={onClose} title={t('Add to opportunity')}>
      <div className="grid gap-3" onKeyDown={setByKey}>
        <ImportanceField value={importance} onChange={setImportance} />
        <OpportunitySearch text={text} onChange={setText} />
        {title !== '' && (
          <Button
            op="createOpportunity"
            icon={Plus}
            disabled={busy}
            className="justify-self-start"
            onClick={() => run(() => createFrom(title, evidence, importance))}
          >
            {t('Create opportunity “{title}”', { title })}
          </Button>
        )}
        <Opportunities
          text={text}
          disabled={busy}
          onPick={(id) => run(async () => addOpportunityEvidence(id, await evidence.load(), importance))}
        />
      </div>
    </Dialog>
  )
}

const OpportunitySearch = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => (
  <TextField
    label={t('Find an opportunity')}
    hideLabel
    type="search"
    autoFocus
    value={text}
    onChange={(event) => onChange(event.target.value)}
    placeholder={t('Find an opportunity, or name a new one')}
  />
)

type ListProps = { text: string; disabled: boolean; onPick: (id: string) => void }

function Opportunities({ text, disabled, onPick }: ListProps) {
  const q = useDebounced(text.trim(), 150)
  const { data } = useApiQuery(
    'listOpportunities',
    { limit: 12, sort: '-impact_score', ...(q.length >= 2 && { q }) },
    { keepPrevious: true },
  )
  return (
    <ul className="-mx-2 grid max-h-[40vh] gap-px overflow-y-auto">
      {data?.data.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            disabled={disabled}
            className="flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-hover"
            onClick={() => onPick(one.id)}
          >
            <span className="min-w-0 flex-1 truncate text-sm">{one.title}</span>
            <span className="text-xs text-faint">{categoryLabels()[one.category]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
