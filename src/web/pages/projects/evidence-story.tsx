import { Copy, Download, Printer, RefreshCw } from 'lucide-react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { downloadFile } from '#web/ui/lists/export-menu.tsx'
import { usePrint } from '#web/ui/use-print.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { StoryDocument } from './story-document.tsx'
import { storyMarkdown } from './story-markdown.ts'
import { type StorySource, type ProjectStory, useStorySources } from './story-sources.ts'
import type { ProjectDetail } from './types.ts'

/** A document generated from the evidence; every sentence has numbered sources. */
export function EvidenceStorySection({ project }: { project: ProjectDetail }) {
  const story = project.latest_evidence_story
  const sources = useStorySources(story, project.evidence_references)
  return (
    <Card
      title={t('Evidence story')}
      note={
        story && (
          <>
            {t('generated')} <TimeAgo at={story.generated_at} /> <WrittenByModel model={story.language_model} />
          </>
        )
      }
      actions={
        <>
          {story?.stale && <Chip tone="warn">{t('Evidence has changed')}</Chip>}
          {story && <StoryExport story={story} sources={sources} />}
          <GenerateButton project={project} />
        </>
      }
    >
      {story ? <StoryDocument story={story} sources={sources} /> : <NoStory project={project} />}
    </Card>
  )
}

const NoStory = ({ project }: { project: ProjectDetail }) => (
  <p className="text-sm text-faint">
    {project.evidence_count > 0
      ? t('No story yet. Generate a document with findings, quotes and numbered sources from the evidence.')
      : t('Add evidence first to generate the story.')}
  </p>
)

const fileName = (title: string) =>
  `${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)}.md`

function StoryExport({ story, sources }: { story: ProjectStory; sources: readonly StorySource[] }) {
  const { print, printed } = usePrint(<StoryDocument story={story} sources={sources} />)
  const markdown = () => storyMarkdown(story, sources, location.origin)
  return (
    <>
      {printed}
      <IconButton label={t('Print')} icon={Printer} onClick={print} />
      <IconButton label={t('Copy as Markdown')} icon={Copy} onClick={() => void copyToClipboard(markdown())} />
      <IconButton
        label={t('Download Markdown')}
        icon={Download}
        onClick={() => downloadFile(fileName(story.title), 'text/markdown', markdown())}
      />
    </>
  )
}

function GenerateButton({ project }: { project: ProjectDetail }) {
  const build = useApiMutation('buildProjects')
  return (
    <Button
      size="sm"
      icon={RefreshCw}
      busy={build.isPending}
      disabled={project.evidence_count === 0}
      onClick={() => build.mutate({ action: 'generate_evidence_story', project_id: project.id })}
    >
      {project.latest_evidence_story ? t('Regenerate') : t('Generate')}
    </Button>
  )
}
