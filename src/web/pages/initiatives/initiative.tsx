import { Link, useParams } from '@tanstack/react-router'
import { Copy, X } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { InsightPicker } from '#web/pages/projects/evidence.tsx'
import { ProjectStatus } from '#web/pages/projects/projects.tsx'
import { Section } from '#web/pages/sections.tsx'
import { Page } from '#web/shell/page.tsx'
import { SegmentsCard } from '#web/shell/segments-card.tsx'
import { OwnerSelect } from '#web/shell/people.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { copy } from '#web/ui/copy.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { SentimentBar, SentimentMark } from '#web/ui/marks.tsx'
import { Popover } from '#web/ui/menu.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { initiativeWords, optionsOf, titled } from '#web/words.ts'
import { useMoveInitiative } from './initiatives.tsx'

type Detail = Out<'getInitiative'>

export function Initiative() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: initiative, error, refetch } = useRoute('getInitiative', { initiativeId: id })
  return (
    <Page
      title={initiative?.title ?? t('Initiative')}
      above={{ label: t('Initiatives'), to: paths.initiatives }}
      actions={
        initiative && (
          <Button
            size="sm"
            icon={<Copy className="size-3.5" />}
            onClick={() => void copy(onePager(initiative), t('Copied as Markdown'))}
          >
            {t('Copy one-pager')}
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('initiative')} />
      ) : !initiative ? (
        <Loading />
      ) : (
        <Content initiative={initiative} />
      )}
    </Page>
  )
}

const onePager = (one: Detail) =>
  [
    `# ${one.title}`,
    one.goal && `**${t('Goal')}:** ${one.goal}`,
    one.description,
    ...one.sections.map((section) => `## ${titled(section.key)}\n\n${section.content}`),
    one.projects.length > 0 &&
      `## ${t('Projects')}\n\n${one.projects.map((project) => `- ${project.title} (${project.status})`).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')

function Content({ initiative }: { initiative: Detail }) {
  const initiative_id = initiative.id
  const build = useCall('buildInitiatives', {
    optimistic: (input) =>
      input.action === 'update_title'
        ? show([input.initiative_id], { title: input.title })
        : input.action === 'update_goal'
          ? show([input.initiative_id], { goal: input.goal })
          : () => {},
  })
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">
        <div>
          <InlineText
            label={t('Title')}
            value={initiative.title}
            maxLength={200}
            className="text-xl font-semibold"
            onSave={(title) => build.mutate({ action: 'update_title', initiative_id, title })}
          />
          <InlineText
            label={t('Goal')}
            value={initiative.goal ?? ''}
            optional
            maxLength={2000}
            placeholder={t('How will you know that it worked?')}
            className="text-base text-soft"
            onSave={(goal) => build.mutate({ action: 'update_goal', initiative_id, goal })}
          />
        </div>
        {initiative.sections.map((section) => (
          <Section
            key={section.key}
            title={titled(section.key)}
            content={section.content}
            updatedAt={section.updated_at}
            onSave={(content) =>
              build.mutateAsync({ action: 'upsert_section', initiative_id, section_type: section.key, content })
            }
          />
        ))}
        <AddSection
          onAdd={(section_type) => build.mutate({ action: 'upsert_section', initiative_id, section_type, content: '' })}
        />
        <Evidence initiative={initiative} />
        <Opportunities initiative={initiative} />
      </div>
      <div className="grid content-start gap-4">
        <Properties initiative={initiative} />
        <SegmentsCard
          chosen={initiative.segments}
          onChange={(segment_ids) => build.mutate({ action: 'set_segments', initiative_id, segment_ids })}
        />
        <Projects initiative={initiative} />
      </div>
    </div>
  )
}

function AddSection({ onAdd }: { onAdd: (key: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Popover
        label={t('Add section')}
        open={open}
        onOpenChange={setOpen}
        trigger={<Button size="sm">{t('Add section')}</Button>}
      >
        <form
          className="grid gap-3 p-3"
          onSubmit={(event) => {
            event.preventDefault()
            const key = String(new FormData(event.currentTarget).get('name'))
              .trim()
              .toLowerCase()
              .replace(/[^a-z0-9]+/g, '_')
              .replace(/^[^a-z]+|_+$/g, '')
            if (key) onAdd(key.slice(0, 64))
            setOpen(false)
          }}
        >
          <TextField label={t('Heading')} name="name" required maxLength={60} autoFocus />
          <Button type="submit" look="primary" size="sm">
            {t('Add')}
          </Button>
        </form>
      </Popover>
    </div>
  )
}

function Properties({ initiative }: { initiative: Detail }) {
  const move = useMoveInitiative()
  const update = useCall('updateInitiative', {
    optimistic: ({ initiativeId, ...change }) => show([initiativeId], change),
  })
  return (
    <Card>
      <div className="grid gap-3">
        <SelectField
          label={t('Status')}
          value={initiative.status}
          onChange={(event) => move(initiative, event.target.value as Detail['status'])}
          options={optionsOf(initiativeWords())}
        />
        <OwnerSelect
          value={initiative.owner_id}
          onChange={(owner_id) => update.mutate({ initiativeId: initiative.id, owner_id })}
        />
        <Facts
          rows={[
            [
              t('Evidence'),
              <span key="e" className="flex items-center gap-2">
                {numberOf(initiative.leveraged_insights_count)}
                <SentimentBar of={initiative.sentiment_breakdown} />
              </span>,
            ],
            [t('Created'), <TimeAgo key="c" at={initiative.created_at} />],
            [t('Updated'), <TimeAgo key="u" at={initiative.updated_at} />],
          ]}
        />
      </div>
    </Card>
  )
}

function Projects({ initiative }: { initiative: Detail }) {
  const done = initiative.projects.filter((one) => one.status === 'completed').length
  const build = useCall('buildProjects', { said: t('The project was added') })
  return (
    <Card
      title={t('Projects')}
      note={
        initiative.projects.length > 0
          ? t('{done} of {total} completed', { done, total: initiative.projects.length })
          : undefined
      }
    >
      <ul className="grid gap-2">
        {initiative.projects.map((one) => (
          <li key={one.id} className="flex items-center gap-2">
            <Link to={paths.project(one.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
              {one.title}
            </Link>
            <ProjectStatus status={one.status} />
          </li>
        ))}
      </ul>
      <form
        className="mt-3 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          build.mutate(
            { action: 'create', title: String(new FormData(form).get('title')), initiative_id: initiative.id },
            { onSuccess: () => form.reset() },
          )
        }}
      >
        <div className="flex-1">
          <TextField
            label={t('New project')}
            hideLabel
            name="title"
            required
            maxLength={200}
            placeholder={t('New project')}
          />
        </div>
        <Button type="submit" busy={build.isPending}>
          {t('Add')}
        </Button>
      </form>
    </Card>
  )
}

function Evidence({ initiative }: { initiative: Detail }) {
  const [adding, setAdding] = useState(false)
  const { data } = useRoute('listInitiativeInsights', { initiativeId: initiative.id, limit: 30 })
  const add = useCall('addInitiativeInsights')
  const remove = useCall('removeInitiativeInsight', {
    onDone: ({ insight_id }) =>
      toast({
        title: t('Taken out of the evidence'),
        action: { label: t('Undo'), run: () => add.mutate({ initiativeId: initiative.id, insight_ids: [insight_id] }) },
      }),
  })
  const chosen = data?.data.map((one) => one.id) ?? []
  const toggle = (id: string) =>
    chosen.includes(id)
      ? remove.mutate({ initiativeId: initiative.id, insightId: id })
      : add.mutate({ initiativeId: initiative.id, insight_ids: [id] })
  return (
    <Card
      title={t('Linked evidence')}
      flush
      note={t('{count, one {# insight} other {# insights}}', { count: initiative.leveraged_insights_count })}
      actions={<InsightPicker open={adding} onOpenChange={setAdding} chosen={chosen} onPick={toggle} />}
    >
      <ul>
        {data?.data.map((one) => (
          <li key={one.id} className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="min-w-0 flex-1">
              <div className="flex gap-3">
                <Link to={paths.insight(one.id)} className="min-w-0 truncate text-sm font-medium hover:underline">
                  {one.name}
                </Link>
                <SentimentMark sentiment={one.sentiment} />
              </div>
              {one.quote && <p className="line-clamp-1 text-sm text-soft">“{one.quote}”</p>}
            </div>
            <IconButton
              label={t('Remove {name}', { name: one.name })}
              icon={<X className="size-3.5" />}
              onClick={() => remove.mutate({ initiativeId: initiative.id, insightId: one.id })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Opportunities({ initiative }: { initiative: Detail }) {
  const { data } = useRoute('listInitiativeOpportunities', { initiativeId: initiative.id, limit: 30 })
  const { data: all } = useRoute('listOpportunities', { limit: 100, sort: '-impact_score' })
  const link = useCall('linkInitiativeOpportunities')
  const unlink = useCall('unlinkInitiativeOpportunity')
  const initiativeId = initiative.id
  const chosen = data?.data.map((one) => one.id) ?? []
  const toggle = (id: string) =>
    chosen.includes(id)
      ? unlink.mutate({ initiativeId, opportunityId: id })
      : link.mutate({ initiativeId, opportunity_ids: [id] })
  if (!data) return null
  return (
    <Card
      title={t('Opportunities it answers')}
      flush
      actions={
        <Picker
          many
          label={t('Link an opportunity')}
          chosen={chosen}
          onPick={toggle}
          choices={(all?.data ?? []).flatMap((one) => ('title' in one ? [{ id: one.id, label: one.title }] : []))}
          trigger={<Button size="sm">{t('Link')}</Button>}
        />
      }
    >
      {chosen.length === 0 && <p className="px-4 pb-4 text-sm text-faint">{t('None linked yet.')}</p>}
      <ul>
        {data.data.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            <Link to={paths.opportunity(one.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
              {one.title}
            </Link>
            <span className="text-xs text-faint tabular-nums">
              {t('impact {score}', { score: numberOf(one.impact_score, 1) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
