import { Compass } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import type { EvidenceToAdd } from './opportunity-dialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./opportunity-dialog.tsx')).ChooseOpportunity }))

export type { EvidenceToAdd } from './opportunity-dialog.tsx'
type DialogProps = { evidence: EvidenceToAdd; onClose: () => void; onDone?: () => void }

/** Puts insights behind an opportunity, or makes one of them. */
export const OpportunityDialog = (props: DialogProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)

type Props = { evidence: EvidenceToAdd; disabled?: boolean; onDone?: () => void }

export function AddToOpportunity({ evidence, disabled = false, onDone }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Compass} op="addOpportunityInsights" disabled={disabled} onClick={() => setOpen(true)}>
        {t('Add to opportunity')}
      </Button>
      {open && <OpportunityDialog evidence={evidence} onClose={() => setOpen(false)} {...(onDone && { onDone })} />}
    </>
  )
}
