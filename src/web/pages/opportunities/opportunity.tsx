import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Archive, Rocket } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { InitiativeStatus } from '#web/pages/initiatives/initiatives.tsx'
import { ProjectStatus } from '#web/pages/projects/projects.tsx'
import { Page } from '#web/shell/page.tsx'
import { SegmentsCard } from '#web/shell/segments-card.tsx'
import { OwnerSelect } from '#web/shell/people.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { Legend, TrendChart } from '#web/ui/charts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { SentimentBar, SentimentMark, TrendMark } from '#web/ui/marks.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { categoryWords } from '#web/words.ts'
import { Blocks } from '#web/pages/subthemes/blocks.tsx'
import { Impact } from './impact.tsx'

type Detail = Out<'getOpportunity'>

export function Opportunity() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: opportunity, error, refetch } = useRoute('getOpportunity', { opportunityId: id })
  return (
    <Page
      title={opportunity?.title ?? t('Opportunity')}
      above={{ label: t('Opportunities'), to: paths.opportunities }}
      actions={opportunity && <Actions opportunity={opportunity} />}
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('opportunity')} />
      ) : !opportunity ? (
        <Loading />
      ) : (
        <div className="@container">
          <Content opportunity={opportunity} />
        </div>
      )}
    </Page>
  )
}

/** The same beside the list of all. */
export function OpportunityPanel({ id }: { id: string }) {
  const { data: opportunity, error, refetch } = useRoute('getOpportunity', { opportunityId: id })
  return error ? (
    <ErrorState error={error} retry={refetch} what={t('opportunity')} />
  ) : !opportunity ? (
    <Loading />
  ) : (
    <>
      <div className="flex flex-wrap gap-1.5">
        <Actions opportunity={opportunity} />
      </div>
      <Content opportunity={opportunity} />
    </>
  )
}

function Actions({ opportunity }: { opportunity: Detail }) {
  const [creating, setCreating] = useState(false)
  const { data } = useRoute('listInitiatives', { limit: 100 })
  const opportunity_id = opportunity.id
  const link = useCall('buildOpportunities', { said: t('Linked') })
  const restore = useCall('updateOpportunity')
  const archive = useCall('buildOpportunities', {
    onDone: () =>
      toast({
        title: t('The opportunity was archived'),
        action: { label: t('Undo'), run: () => restore.mutate({ opportunityId: opportunity_id, status: 'active' }) },
      }),
  })
  if (opportunity.status === 'archived')
    return (
      <Button size="sm" onClick={() => restore.mutate({ opportunityId: opportunity_id, status: 'active' })}>
        {t('Restore')}
      </Button>
    )
  return (
    <>
      <Picker
        label={t('Link to an initiative')}
        choices={data?.data.map((one) => ({ id: one.id, label: one.title })) ?? []}
        onPick={(initiative_id) => link.mutate({ action: 'link_initiative', opportunity_id, initiative_id })}
        trigger={<Button size="sm">{t('Link initiative')}</Button>}
      />
      <Button size="sm" look="primary" icon={<Rocket className="size-3.5" />} onClick={() => setCreating(true)}>
        {t('New initiative')}
      </Button>
      <Button
        size="sm"
        look="quiet"
        icon={<Archive className="size-3.5" />}
        onClick={() => archive.mutate({ action: 'archive', opportunity_id })}
      >
        {t('Archive')}
      </Button>
      {creating && <CreateInitiative opportunity={opportunity} onClose={() => setCreating(false)} />}
    </>
  )
}

function CreateInitiative({ opportunity, onClose }: { opportunity: Detail; onClose: () => void }) {
  const navigate = useNavigate()
  const [owner, setOwner] = useState<string | null>(null)
  const create = useCall('buildOpportunities', {
    onDone: ({ initiative }) => initiative && void navigate({ to: paths.initiative(initiative.id) }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Start an initiative')}
      note={t('It begins with the evidence of this opportunity.')}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { title, goal } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
          create.mutate({
            action: 'create_initiative_from_opportunity',
            opportunity_id: opportunity.id,
            title: title!,
            ...(goal && { goal }),
            ...(owner && { owner_id: owner }),
          })
        }}
      >
        <TextField
          label={t('Title')}
          name="title"
          required
          maxLength={200}
          defaultValue={opportunity.title}
          autoFocus
        />
        <TextArea
          label={t('Goal')}
          name="goal"
          rows={2}
          maxLength={2000}
          placeholder={t('How will you know that it worked?')}
        />
        <OwnerSelect value={owner} onChange={setOwner} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create initiative')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Content({ opportunity }: { opportunity: Detail }) {
  const update = useCall('updateOpportunity', {
    optimistic: ({ opportunityId, ...change }) => show([opportunityId], change),
  })
  const set = (change: object) => update.mutate({ opportunityId: opportunity.id, ...change })
  const build = useCall('buildOpportunities')
  const months = opportunity.monthly_sentiment.map(({ month, ...mix }) => ({ period: `${month}-01`, ...mix }))
  return (
    <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">
        <div>
          <InlineText
            label={t('Title')}
            value={opportunity.title}
            maxLength={200}
            className="text-xl font-semibold"
            onSave={(title) => set({ title })}
          />
          <InlineText
            label={t('Problem')}
            value={opportunity.problem_statement ?? ''}
            optional
            maxLength={2000}
            placeholder={t('What is the problem, in one sentence?')}
            className="text-base text-soft"
            onSave={(text) => set({ problem_statement: text || null })}
          />
        </div>
        <Card title={t('Brief')}>
          <p className="text-base leading-6">{opportunity.brief}</p>
        </Card>
        {months.length > 0 && (
          <Card title={t('Over time')} actions={<Legend />}>
            <TrendChart data={months} label={t('Sentiment by month')} height={150} />
          </Card>
        )}
        <Blocks blocks={opportunity.narrative.filter(({ type }) => type === 'key_points' || type === 'quotes')} />
        <Evidence opportunity={opportunity} />
      </div>
      <div className="grid content-start gap-4">
        <Card>
          <div className="mb-3">
            <OwnerSelect value={opportunity.owner_id} onChange={(owner_id) => set({ owner_id })} />
          </div>
          <Facts
            rows={[
              [t('Impact'), <Impact key="i" score={opportunity.impact_score} factors={opportunity.impact_factors} />],
              [
                t('Rank'),
                opportunity.rank === null
                  ? null
                  : t('{rank} in {category}', {
                      rank: opportunity.rank,
                      category: categoryWords()[opportunity.category]!,
                    }),
              ],
              [
                t('Insights'),
                <Link
                  key="n"
                  to={listAt(paths.insights, { opportunity: opportunity.id })}
                  className="text-accent-text hover:underline"
                >
                  {numberOf(opportunity.insight_count)}
                </Link>,
              ],
              [t('Contacts'), numberOf(opportunity.contact_count)],
              [t('Sentiment'), <SentimentBar key="s" of={opportunity.sentiment_breakdown} className="h-1.5 w-24" />],
              [t('Trend'), <TrendMark key="t" trend={opportunity.trend} />],
              opportunity.first_seen_at && [t('First heard'), <TimeAgo key="f" at={opportunity.first_seen_at} />],
            ]}
          />
        </Card>
        <SegmentsCard
          chosen={opportunity.segments}
          onChange={(segment_ids) =>
            build.mutate({ action: 'set_segments', opportunity_id: opportunity.id, segment_ids })
          }
        />
        {opportunity.subthemes.length > 0 && (
          <Card title={t('Subthemes')}>
            <ul className="grid grid-cols-1 gap-2">
              {opportunity.subthemes.map((one) => (
                <li key={one.id} className="flex min-w-0 gap-2 text-sm">
                  <Link to={paths.subtheme(one.id)} className="min-w-0 flex-1 truncate hover:underline">
                    {one.name}
                  </Link>
                  <span className="text-xs text-faint tabular-nums">{numberOf(one.insight_count)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card title={t('What is being done')}>
          {opportunity.initiative ? (
            <p className="flex items-center gap-2">
              <Link
                to={paths.initiative(opportunity.initiative.id)}
                className="min-w-0 flex-1 truncate text-sm hover:underline"
              >
                {opportunity.initiative.title}
              </Link>
              <InitiativeStatus status={opportunity.initiative.status} />
            </p>
          ) : (
            <p className="text-sm text-faint">{t('No initiative yet.')}</p>
          )}
          <ul className="mt-2 grid gap-2">
            {opportunity.projects.map((one) => (
              <li key={one.id} className="flex items-center gap-2">
                <Link to={paths.project(one.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
                  {one.title}
                </Link>
                <ProjectStatus status={one.status} />
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  )
}

function Evidence({ opportunity }: { opportunity: Detail }) {
  const { data } = useRoute('listOpportunityInsights', { opportunityId: opportunity.id, limit: 20 })
  return (
    <Card
      title={t('Evidence')}
      flush
      actions={
        <Link
          to={listAt(paths.insights, { opportunity: opportunity.id })}
          className="text-xs font-medium text-accent-text hover:underline"
        >
          {t('Open as list')}
        </Link>
      }
    >
      <ul>
        {data?.data.map((one) => (
          <li key={one.id} className="border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="flex gap-3">
              <Link to={paths.insight(one.id)} className="min-w-0 flex-1 truncate text-sm font-medium hover:underline">
                {one.name}
              </Link>
              <SentimentMark sentiment={one.sentiment} />
            </div>
            {one.quote && <p className="line-clamp-2 text-sm text-soft">“{one.quote}”</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
