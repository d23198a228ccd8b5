import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { ChoiceDialog } from '#web/shell/lists/row-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { maxSources, mergeOpportunities } from './merge-opportunities.ts'

type Props = { opportunities: readonly ItemOf<'listOpportunities'>[]; onDone: () => void }

/** Actions on the selected opportunities. */
export function OpportunityBulkBar({ opportunities, onDone }: Props) {
  const [isMerging, setMerging] = useState(false)
  const count = opportunities.length
  const merge = async (id: string) => {
    const target = opportunities.find((one) => one.id === id)!
    const sources = opportunities.filter((one) => one.id !== id)
    if (await mergeOpportunities(target, sources)) onDone()
  }
  useRegisterCommands([{ label: t('Clear selection'), keys: 'Esc', run: onDone }])
  return (
    <div
      role="toolbar"
      aria-label={t('Selected opportunities')}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-2 md:px-6"
    >
      <span className="text-sm font-medium">{t('{count, one {# selected} other {# selected}}', { count })}</span>
      <MergeButton count={count} onClick={() => setMerging(true)} />
      <Button size="sm" variant="quiet" className="ms-auto" onClick={onDone}>
        {t('Clear selection')}
      </Button>
      {isMerging && (
        <ChoiceDialog
          title={t('Which opportunity is kept?')}
          choices={opportunities.map(({ id, title }) => ({ id, label: title }))}
          onPick={(id) => void merge(id)}
          onClose={() => setMerging(false)}
        />
      )}
    </div>
  )
}

const MergeButton = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <Button
    op="mergeOpportunities"
    size="sm"
    disabled={count < 2 || count > maxSources + 1}
    title={
      count > maxSources + 1
        ? t('At most {count} opportunities can be merged at once.', { count: maxSources + 1 })
        : undefined
    }
    onClick={onClick}
  >
    {t('Merge…')}
  </Button>
)
