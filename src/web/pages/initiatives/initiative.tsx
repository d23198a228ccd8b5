import { useParams } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { patchCache } from '#web/api/cache.ts'
import type { Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { initiativeStatusLabels, sentenceCase, toOptions } from '#web/labels.ts'
import { MarkdownSection } from '#web/pages/markdown-section.tsx'
import { paths } from '#web/paths.ts'
import { OwnerSelect } from '#web/shell/members.tsx'
import { Page } from '#web/shell/page.tsx'
import { SegmentsCard } from '#web/shell/segments-card.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { AddSection } from './add-section.tsx'
import { InitiativeProjects } from './initiative-projects.tsx'
import { useMoveInitiative } from './initiative-status.tsx'
import { LinkedEvidence } from './linked-evidence.tsx'
import { LinkedOpportunities } from './linked-opportunities.tsx'

type InitiativeDetail = Output<'getInitiative'>

export function Initiative() {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useApiQuery('getInitiative', { initiativeId: id })
  return (
    <Page
      title={query.data?.title ?? t('Initiative')}
      parent={{ label: t('Initiatives'), to: paths.initiatives }}
      actions={query.data && <CopyOnePager initiative={query.data} />}
    >
      <QueryState query={query} what={t('initiative')}>
        {(initiative) => <InitiativeContent initiative={initiative} />}
      </QueryState>
    </Page>
  )
}

const CopyOnePager = ({ initiative }: { initiative: InitiativeDetail }) => (
  <Button
    size="sm"
    icon={<Copy className="size-3.5" />}
    onClick={() => void copyToClipboard(onePager(initiative), t('Copied as Markdown'))}
  >
    {t('Copy one-pager')}
  </Button>
)

const onePager = ({ title, goal, description, sections, projects }: InitiativeDetail) =>
  [
    `# ${title}`,
    goal && `**${t('Goal')}:** ${goal}`,
    description,
    ...sections.map((section) => `## ${sentenceCase(section.key)}\n\n${section.content}`),
    projects.length > 0 &&
      `## ${t('Projects')}\n\n${projects.map((project) => `- ${project.title} (${project.status})`).join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')

function useBuildInitiative() {
  return useApiMutation('buildInitiatives', {
    optimistic: (input) => {
      if (input.action === 'update_title') return patchCache([input.initiative_id], { title: input.title })
      if (input.action === 'update_goal') return patchCache([input.initiative_id], { goal: input.goal })
      return () => {}
    },
  })
}

function InitiativeContent({ initiative }: { initiative: InitiativeDetail }) {
  const initiative_id = initiative.id
  const build = useBuildInitiative()
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">
        <InitiativeHeader initiative={initiative} build={build} />
        <InitiativeSections initiative={initiative} build={build} />
        <LinkedEvidence initiative={initiative} />
        <LinkedOpportunities initiativeId={initiative_id} />
      </div>
      <div className="grid content-start gap-4">
        <InitiativeProperties initiative={initiative} />
        <SegmentsCard
          selected={initiative.segments}
          onChange={(segment_ids) => build.mutate({ action: 'set_segments', initiative_id, segment_ids })}
        />
        <InitiativeProjects initiative={initiative} />
      </div>
    </div>
  )
}

type BuildProps = { initiative: InitiativeDetail; build: ReturnType<typeof useBuildInitiative> }

const InitiativeHeader = ({ initiative: { id, title, goal }, build }: BuildProps) => (
  <div>
    <InlineText
      label={t('Title')}
      value={title}
      maxLength={200}
      className="text-xl font-semibold"
      onSave={(text) => build.mutate({ action: 'update_title', initiative_id: id, title: text })}
    />
    <InlineText
      label={t('Goal')}
      value={goal ?? ''}
      optional
      maxLength={2000}
      placeholder={t('How will you measure success?')}
      className="text-base text-soft"
      onSave={(text) => build.mutate({ action: 'update_goal', initiative_id: id, goal: text })}
    />
  </div>
)

const InitiativeSections = ({ initiative: { id: initiative_id, sections }, build }: BuildProps) => (
  <>
    {sections.map((section) => (
      <MarkdownSection
        key={section.key}
        title={sentenceCase(section.key)}
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
  </>
)

function InitiativeProperties({ initiative }: { initiative: InitiativeDetail }) {
  const move = useMoveInitiative()
  const update = useApiMutation('updateInitiative', {
    optimistic: ({ initiativeId, ...change }) => patchCache([initiativeId], change),
  })
  return (
    <Card>
      <div className="grid gap-3">
        <SelectField
          label={t('Status')}
          value={initiative.status}
          onChange={(event) => move(initiative, event.target.value as InitiativeDetail['status'])}
          options={toOptions(initiativeStatusLabels())}
        />
        <OwnerSelect
          value={initiative.owner_id}
          onChange={(owner_id) => update.mutate({ initiativeId: initiative.id, owner_id })}
        />
        <DescriptionList
          rows={[
            [
              t('Evidence'),
              <span key="e" className="flex items-center gap-2">
                {formatNumber(initiative.leveraged_insights_count)}
                <SentimentBar breakdown={initiative.sentiment_breakdown} />
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
