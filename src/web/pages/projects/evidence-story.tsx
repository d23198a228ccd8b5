import { RefreshCw } from 'lucide-react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { ShareMenu } from '#web/shell/sharing/share-menu.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { StoryDocument } from './story-document.tsx'
import { useStorySources } from './story-sources.ts'
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
          {story && (
            <ShareMenu
              about={{ kind: 'evidence_story', id: project.id }}
              link={{ kind: 'evidence_story', id: project.id }}
              label={t('Share story')}
            />
          )}
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

function GenerateButton({ project }: { project: ProjectDetail }) {
  const build = useApiMutation('buildProjects')
  return (
    <Button
      op="buildProjects.generate_evidence_story"
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
