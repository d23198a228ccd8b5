import { Link } from '@tanstack/react-router'
import { Copy, RefreshCw } from 'lucide-react'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copy } from '#web/ui/copy.ts'
import { Chip, SentimentBar } from '#web/ui/marks.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { sourceName } from '#web/words.ts'
import type { ProjectDetail } from './project.tsx'

type EvidenceStory = NonNullable<ProjectDetail['latest_evidence_story']>

const textOf = (story: EvidenceStory) =>
  [
    `# ${story.title}`,
    story.narrative.map((one) => one.text).join(' '),
    ...story.key_findings.map((one) => `- ${one.text}`),
    ...story.quotes.map((quote) => `> ${quote.text}`),
  ].join('\n\n')

/** The case for a project, told from its evidence; every sentence leads to what it rests on. */
export function Story({ project }: { project: ProjectDetail }) {
  const build = useCall('buildProjects')
  const story = project.latest_evidence_story
  const generate = () => build.mutate({ action: 'generate_evidence_story', project_id: project.id })
  return (
    <Card
      title={t('Evidence story')}
      note={
        story && (
          <>
            {t('told')} <TimeAgo at={story.generated_at} />
          </>
        )
      }
      actions={
        <>
          {story?.stale && <Chip tone="warn">{t('Evidence has changed')}</Chip>}
          {story && (
            <IconButton
              label={t('Copy as Markdown')}
              icon={<Copy className="size-3.5" />}
              onClick={() => void copy(textOf(story))}
            />
          )}
          <Button
            size="sm"
            icon={<RefreshCw className="size-3.5" />}
            busy={build.isPending}
            disabled={project.evidence_count === 0}
            onClick={generate}
          >
            {story ? t('Tell again') : t('Generate')}
          </Button>
        </>
      }
    >
      {!story ? (
        <p className="text-sm text-faint">
          {project.evidence_count === 0 ? t('Add evidence first; the story is told from it.') : t('No story yet.')}
        </p>
      ) : (
        <div className="grid gap-4">
          <p className="text-base leading-6">
            {story.narrative.map((one, n) => (
              <Cited key={n} {...one} />
            ))}
          </p>
          {story.key_findings.length > 0 && (
            <ul className="grid list-disc gap-1 ps-5 text-sm">
              {story.key_findings.map((one, n) => (
                <li key={n}>
                  <Cited {...one} />
                </li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-faint">
            <span>
              {t('{insights} insights from {contacts} contacts', {
                insights: story.stats.insight_count,
                contacts: story.stats.contact_count,
              })}
            </span>
            <SentimentBar of={story.stats.sentiment_breakdown} />
            {story.stats.sources.slice(0, 4).map((one) => (
              <span key={one.source}>
                {sourceName(one.source)} {one.count}
              </span>
            ))}
          </div>
          {story.counter_evidence.length > 0 && (
            <div>
              <h3 className="mb-1 text-xs font-medium text-faint">{t('What speaks against it')}</h3>
              <ul className="grid list-disc gap-1 ps-5 text-sm text-soft">
                {story.counter_evidence.map((one, n) => (
                  <li key={n}>
                    <Cited {...one} />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
    </Card>
  )
}

function Cited({ text, insight_ids }: { text: string; insight_ids: string[] }) {
  return (
    <>
      {text}
      {insight_ids.slice(0, 3).map((id, n) => (
        <Link
          key={id}
          to={paths.insight(id)}
          aria-label={t('Insight {number} behind this sentence', { number: n + 1 })}
          className="ms-0.5 align-super text-[10px] text-accent-text hover:underline"
        >
          {n + 1}
        </Link>
      ))}{' '}
    </>
  )
}
