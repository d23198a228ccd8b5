import { Link, useNavigate } from '@tanstack/react-router'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip, TrendMark } from '#web/ui/marks.tsx'
import { EmptyFirst, Loading } from '#web/ui/states.tsx'
import { numberOf } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { categoryWords } from '#web/words.ts'

/** What competitors leave open; one step from the backlog. */
export function Teasers({ competitors }: { competitors: readonly { id: string; name: string }[] }) {
  const { data } = useRoute('listOpportunityTeasers')
  const navigate = useNavigate()
  const promote = useCall('promoteCompetitorFinding', {
    onDone: ({ id, existing }) =>
      toast({
        title: existing ? t('Already in the backlog') : t('Added to the backlog'),
        action: { label: t('Open'), run: () => void navigate({ to: paths.opportunity(id) }) },
      }),
  })
  if (!data) return <Loading />
  if (data.data.length === 0)
    return (
      <EmptyFirst
        title={t('No openings yet')}
        note={t('They appear when research has found what competitors do badly.')}
      />
    )
  const names = new Map(competitors.map((one) => [one.id, one.name]))
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {data.data.map((one) => (
        <Card
          key={one.id}
          title={
            <Link to={paths.rivalSubject(one.subtheme_id)} className="hover:underline">
              {one.title}
            </Link>
          }
          note={categoryWords()[one.category]}
          actions={<span className="text-sm font-semibold tabular-nums">{numberOf(one.impact_score, 1)}</span>}
        >
          <p className="text-sm text-soft">{one.summary}</p>
          <p className="my-3 flex flex-wrap items-center gap-1.5">
            {one.competitor_ids.map((id) => names.has(id) && <Chip key={id}>{names.get(id)}</Chip>)}
            <TrendMark trend={one.trend} />
          </p>
          {one.promoted_opportunity_id ? (
            <Link to={paths.opportunity(one.promoted_opportunity_id)} className={buttonClass('quiet', 'sm')}>
              {t('In the backlog')}
            </Link>
          ) : (
            <Button
              size="sm"
              busy={promote.isPending}
              onClick={() =>
                promote.mutate({
                  source_type: 'opportunity_teaser',
                  source_id: one.id,
                  title: one.title,
                  include_first_party_feedback: true,
                })
              }
            >
              {t('Promote to backlog')}
            </Button>
          )}
        </Card>
      ))}
    </div>
  )
}
