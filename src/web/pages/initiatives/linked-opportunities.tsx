import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { NoRows } from '#web/ui/lists/card-rows.tsx'

export function LinkedOpportunities({ initiativeId }: { initiativeId: string }) {
  const { data } = useApiQuery('listInitiativeOpportunities', { initiativeId, limit: 30 })
  const linkedIds = data?.data.map((one) => one.id) ?? []
  if (!data) return null
  return (
    <Card
      title={t('Linked opportunities')}
      flush
      actions={<OpportunityPicker initiativeId={initiativeId} linkedIds={linkedIds} />}
    >
      {linkedIds.length === 0 && <NoRows>{t('No linked opportunities yet.')}</NoRows>}
      <ul>
        {data.data.map((opportunity) => (
          <li key={opportunity.id} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            <Link to={paths.opportunity(opportunity.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
              {opportunity.title}
            </Link>
            <span className="text-xs text-faint tabular-nums">
              {t('impact {score}', { score: formatNumber(opportunity.impact_score, 1) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function OpportunityPicker({ initiativeId, linkedIds }: { initiativeId: string; linkedIds: string[] }) {
  const { data } = useApiQuery('listOpportunities', { limit: 100, sort: '-impact_score' })
  const link = useApiMutation('linkInitiativeOpportunities')
  const unlink = useApiMutation('unlinkInitiativeOpportunity')
  const toggle = (id: string) =>
    linkedIds.includes(id)
      ? unlink.mutate({ initiativeId, opportunityId: id })
      : link.mutate({ initiativeId, opportunity_ids: [id] })
  return (
    <Picker
      multiple
      label={t('Link an opportunity')}
      selected={linkedIds}
      onPick={toggle}
      choices={(data?.data ?? []).flatMap((one) => ('title' in one ? [{ id: one.id, label: one.title }] : []))}
      trigger={
        <Button op="linkInitiativeOpportunities" size="sm">
          {t('Link')}
        </Button>
      }
    />
  )
}
