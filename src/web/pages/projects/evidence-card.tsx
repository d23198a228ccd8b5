import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useHotkeys } from '#web/use-hotkeys.ts'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { EvidenceDialog } from './evidence-dialog.tsx'

type Props = {
  count: number
  linkedIds: readonly string[]
  op: OperationName
  onAdd: (insightIds: string[]) => Promise<unknown>
  /** L opens the dialog. */
  hasHotkey?: boolean
  actions?: ReactNode
  /** What the team writes about it. */
  notes?: ReactNode
  children: ReactNode
}

/** The insights that a plan is based on, with a dialog to add more. */
export function EvidenceCard({ op, count, linkedIds, onAdd, hasHotkey = false, actions, notes, children }: Props) {
  const [adding, setAdding] = useState(false)
  const mayAdd = useMay()(op)
  useHotkeys(hasHotkey && mayAdd ? { l: () => setAdding(true) } : {})
  return (
    <Card
      title={t('Linked evidence')}
      flush
      note={t('{count, one {# insight} other {# insights}}', { count })}
      actions={
        <>
          {actions}
          <Button size="sm" icon={Plus} op={op} onClick={() => setAdding(true)}>
            {t('Add evidence')}
          </Button>
        </>
      }
    >
      {notes && <div className="px-4 pb-2">{notes}</div>}
      {children}
      {adding && <EvidenceDialog linkedIds={linkedIds} onAdd={onAdd} onClose={() => setAdding(false)} />}
    </Card>
  )
}
