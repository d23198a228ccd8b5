import { Link } from '@tanstack/react-router'
import { Copy, RefreshCw } from 'lucide-react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { Chip, SentimentBar } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { cx } from '#web/ui/cx.ts'
import { TimeAgo } from '#web/ui/time.tsx'
import type { ProjectDetail } from './types.ts'

type Story = NonNullable<ProjectDetail['latest_evidence_story']>
type CitedText = Story['narrative'][number]

const toMarkdown = (story: Story) =>
  [
    `# ${story.title}`,
    story.narrative.map((one) => one.text).join(' '),
    ...story.key_findings.map((one) => `- ${one.text}`),
    ...story.quotes.map((quote) => `> ${quote.text}`),
  ].join('\n\n')

/** A summary generated from the evidence; every sentence links to its insights. */
export function EvidenceStory({ project }: { project: ProjectDetail }) {
  const story = project.latest_evidence_story
  const hasEvidence = project.evidence_count > 0
  return (
    <Card
      title={t('Evidence story')}
      note={
        story && (
          <>
            {t('generated')} <TimeAgo at={story.generated_at} />
          </>
        )
      }
      actions={<StoryActions project={project} story={story} />}
    >
      {story ? (
        <StoryContent story={story} />
      ) : (
        <p className="text-sm text-faint">
          {hasEvidence ? t('No story yet.') : t('Add evidence first to generate the story.')}
        </p>
      )}
    </Card>
  )
}

function StoryActions({ project, story }: { project: ProjectDetail; story: Story | null }) {
  const build = useApiMutation('buildProjects')
  return (
    <>
      {story?.stale && <Chip tone="warn">{t('Evidence has changed')}</Chip>}
      {story && (
        <IconButton
          label={t('Copy as Markdown')}
          icon={<Copy className="size-3.5" />}
          onClick={() => void copyToClipboard(toMarkdown(story))}
        />
      )}
      <Button
        size="sm"
        icon={<RefreshCw className="size-3.5" />}
        busy={build.isPending}
        disabled={project.evidence_count === 0}
        onClick={() => build.mutate({ action: 'generate_evidence_story', project_id: project.id })}
      >
        {story ? t('Regenerate') : t('Generate')}
      </Button>
    </>
  )
}

const StoryContent = ({ story }: { story: Story }) => (
  <div className="grid gap-4">
    <p className="text-base leading-6">
      {story.narrative.map((one, n) => (
        <Cited key={n} {...one} />
      ))}
    </p>
    {story.key_findings.length > 0 && <CitedList texts={story.key_findings} className="text-sm" />}
    <StoryStats stats={story.stats} />
    {story.counter_evidence.length > 0 && (
      <div>
        <h3 className="mb-1 text-xs font-medium text-faint">{t('Counter-evidence')}</h3>
        <CitedList texts={story.counter_evidence} className="text-sm text-soft" />
      </div>
    )}
  </div>
)

const StoryStats = ({ stats }: { stats: Story['stats'] }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-faint">
    <span>
      {t('{insights} insights from {contacts} contacts', {
        insights: stats.insight_count,
        contacts: stats.contact_count,
      })}
    </span>
    <SentimentBar breakdown={stats.sentiment_breakdown} />
    {stats.sources.slice(0, 4).map(({ source, count }) => (
      <span key={source}>
        {sourceLabel(source)} {count}
      </span>
    ))}
  </div>
)

const CitedList = ({ texts, className }: { texts: readonly CitedText[]; className: string }) => (
  <ul className={cx('grid list-disc gap-1 ps-5', className)}>
    {texts.map((one, n) => (
      <li key={n}>
        <Cited {...one} />
      </li>
    ))}
  </ul>
)

/** A sentence with links to the insights behind it. */
function Cited({ text, insight_ids }: CitedText) {
  return (
    <>
      {text}
      {insight_ids.slice(0, 3).map((id, n) => (
        <Link
          key={id}
          to={paths.insight(id)}
          aria-label={t('Source insight {number}', { number: n + 1 })}
          className="ms-0.5 align-super text-[10px] text-accent-text hover:underline"
        >
          {n + 1}
        </Link>
      ))}{' '}
    </>
  )
}
