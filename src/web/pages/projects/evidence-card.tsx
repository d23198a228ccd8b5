import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useHotkeys } from '#web/use-hotkeys.ts'
import { EvidenceDialog } from './evidence-dialog.tsx'

type Props = {
  count: number
  linkedIds: readonly string[]
  onAdd: (insightIds: string[]) => Promise<unknown>
  /** L opens the dialog. */
  hasHotkey?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** The insights that a plan is based on, with a dialog to add more. */
export function EvidenceCard({ count, linkedIds, onAdd, hasHotkey = false, actions, children }: Props) {
  const [adding, setAdding] = useState(false)
  useHotkeys(hasHotkey ? { l: () => setAdding(true) } : {})
  return (
    <Card
      title={t('Linked evidence')}
      flush
      note={t('{count, one {# insight} other {# insights}}', { count })}
      actions={
        <>
          {actions}
          <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
            {t('Add evidence')}
          </Button>
        </>
      }
    >
      {children}
      {adding && <EvidenceDialog linkedIds={linkedIds} onAdd={onAdd} onClose={() => setAdding(false)} />}
    </Card>
  )
}
