import { Plus, Scale } from 'lucide-react'
import { useState } from 'react'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { MethodComparison } from './comparison.tsx'
import { CreateMethod } from './create-method.tsx'
import { scoringKindLabels, type ScoringMethodItem } from './scoring-labels.ts'

/** How the team scores opportunities; without an active method their impact counts. */
export function ScoringMethods() {
  const { items, isPending } = useApiList('listScoringMethods', {})
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Card
        title={t('Scoring of opportunities')}
        note={t('Impact is always computed. A method of yours adds a score that you can sort by.')}
        actions={
          <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
            {t('New method')}
          </Button>
        }
      >
        {items.length === 0 && !isPending ? (
          <EmptyState
            icon={<Scale />}
            title={t('No scoring methods yet')}
            note={t('Start with RICE or WSJF, or weigh what counts for you.')}
          />
        ) : (
          <p className="text-sm text-soft">{t('One method is active; each change of its factors is a new version.')}</p>
        )}
      </Card>
      {items.map((method) => (
        <MethodCard key={method.id} method={method} />
      ))}
      {creating && <CreateMethod onClose={() => setCreating(false)} />}
    </>
  )
}

function MethodCard({ method }: { method: ScoringMethodItem }) {
  const [comparing, setComparing] = useState(false)
  const version = t('version {version}', { version: method.version })
  return (
    <Card
      title={method.name}
      note={`${scoringKindLabels()[method.kind]} · ${version}`}
      actions={<MethodActions method={method} onCompare={() => setComparing(!comparing)} />}
    >
      <ul className="flex flex-wrap gap-1.5">
        {method.factors.map(({ factor, key, name, weight }) => (
          <li key={key ?? factor}>
            <Chip>{method.kind === 'weighted' ? `${name} × ${formatNumber(weight, 1)}` : name}</Chip>
          </li>
        ))}
      </ul>
      {comparing && !method.active && <MethodComparison method={method} />}
    </Card>
  )
}

function MethodActions({ method: { id, active }, onCompare }: { method: ScoringMethodItem; onCompare: () => void }) {
  const update = useApiMutation('updateScoringMethod')
  const remove = useApiMutation('deleteScoringMethod')
  const setActive = (next: boolean) => update.mutate({ scoringMethodId: id, active: next })
  if (active)
    return (
      <>
        <Chip>{t('Active')}</Chip>
        <Button size="sm" busy={update.isPending} onClick={() => setActive(false)}>
          {t('Do not use')}
        </Button>
      </>
    )
  return (
    <>
      <Button size="sm" onClick={onCompare}>
        {t('Compare')}
      </Button>
      <Button size="sm" busy={update.isPending} onClick={() => setActive(true)}>
        {t('Use')}
      </Button>
      <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ scoringMethodId: id })}>
        {t('Delete')}
      </Button>
    </>
  )
}
