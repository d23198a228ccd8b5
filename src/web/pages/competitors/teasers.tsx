import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Chip, TrendBadge } from '#web/ui/badges.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { PromoteButton } from './promote-button.tsx'

type Teaser = OutputOf<'listOpportunityTeasers'>['data'][number]

/** Weaknesses of competitors that can be promoted to the backlog. */
export function Teasers({ competitors }: { competitors: readonly { id: string; name: string }[] }) {
  const { data } = useApiQuery('listOpportunityTeasers')
  if (!data) return <Loading />
  if (data.data.length === 0)
    return (
      <EmptyState title={t('No competitor weaknesses yet')} note={t('They appear here once research finds them.')} />
    )
  const names = new Map(competitors.map((one) => [one.id, one.name]))
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {data.data.map((teaser) => (
        <TeaserCard key={teaser.id} teaser={teaser} competitorNames={names} />
      ))}
    </div>
  )
}

type TeaserCardProps = { teaser: Teaser; competitorNames: ReadonlyMap<string, string> }

function TeaserCard({ teaser, competitorNames }: TeaserCardProps) {
  return (
    <Card
      title={
        <Link to={paths.competitorSubject(teaser.subtheme_id)} className="hover:underline">
          {teaser.title}
        </Link>
      }
      note={categoryLabels()[teaser.category]}
      actions={<span className="text-sm font-semibold tabular-nums">{formatNumber(teaser.impact_score, 1)}</span>}
    >
      <p className="text-sm text-soft">{teaser.summary}</p>
      <p className="my-3 flex flex-wrap items-center gap-1.5">
        {teaser.competitor_ids.map((id) => competitorNames.has(id) && <Chip key={id}>{competitorNames.get(id)}</Chip>)}
        <TrendBadge trend={teaser.trend} />
      </p>
      <PromoteButton
        promoted={teaser.promoted_opportunity_id}
        source={{ source_type: 'opportunity_teaser', source_id: teaser.id, title: teaser.title }}
      />
    </Card>
  )
}
