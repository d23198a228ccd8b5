import { MoreHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { ChoiceDialog } from '#web/shell/lists/row-actions.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { mergeOpportunities, undoMerge, undoSplit } from './merge-opportunities.ts'

const SplitOpportunityDialog = lazy(async () => ({
  default: (await import('./split-opportunity.tsx')).SplitOpportunityDialog,
}))

type Props = { opportunity: OutputOf<'getOpportunity'> }

/** Merges and splits an opportunity, and undoes it. */
export function OpportunityMenu({ opportunity }: Props) {
  const { insight_count, merged_opportunity_ids, split_from_id } = opportunity
  const [step, setStep] = useState<'merge' | 'split'>()
  const navigate = useNavigate()
  const close = () => setStep(undefined)
  const last = merged_opportunity_ids.at(-1)
  // Away first: the page of an opportunity that is gone would ask for it again.
  const unsplit = async (origin: string) => {
    await navigate(paths.opportunity(origin))
    await undoSplit(opportunity.id)
  }
  const items: MenuItem[] = [{ label: t('Merge into…'), run: () => setStep('merge'), op: 'mergeOpportunities' }]
  if (insight_count > 1) items.push({ label: t('Split…'), run: () => setStep('split'), op: 'splitOpportunity' })
  if (last) items.push({ label: t('Undo the last merge'), run: () => void undoMerge([last]), op: 'unmergeOpportunity' })
  if (split_from_id)
    items.push({ label: t('Undo the split'), run: () => void unsplit(split_from_id), op: 'unsplitOpportunity' })
  return (
    <>
      <Menu trigger={<IconButton label={t('More')} icon={MoreHorizontal} />} items={items} />
      {step === 'merge' && <MergeDialog opportunity={opportunity} onClose={close} />}
      {step === 'split' && (
        <Suspense fallback={null}>
          <SplitOpportunityDialog opportunity={opportunity} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function MergeDialog({ opportunity, onClose }: Props & { onClose: () => void }) {
  const navigate = useNavigate()
  const { data } = useApiQuery('listOpportunities', { limit: 100 })
  const others = (data?.data ?? []).filter((one) => one.id !== opportunity.id)
  const merge = async (id: string) => {
    const target = others.find((one) => one.id === id)!
    await navigate(paths.opportunity(id))
    await mergeOpportunities(target, [opportunity])
  }
  return (
    <ChoiceDialog
      title={t('Merge {name} into…', { name: opportunity.title })}
      choices={others.map(({ id, title }) => ({ id, label: title }))}
      onPick={(id) => void merge(id)}
      onClose={onClose}
    />
  )
}
