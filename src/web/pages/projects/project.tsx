import { patchCache } from '#web/api/cache.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { isShownAlone, MarkdownSection } from '#web/pages/markdown-section.tsx'
import { ObjectComments } from '#web/shell/comments/comments.tsx'
import { CustomFieldsCard } from '#web/shell/custom-fields/custom-fields-card.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { ObjectPage, ObjectPanel } from '#web/shell/details/object-page.tsx'
import { ShareMenu } from '#web/shell/sharing/share-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { ArchiveAction } from '#web/ui/forms/confirm.tsx'
import { EvidenceStorySection } from './evidence-story.tsx'
import { ProjectEvidenceSection } from './evidence.tsx'
import { ExternalLinks } from './external-links.tsx'
import { ProjectContacts } from './project-contacts.tsx'
import { ProjectOutcomeSection } from './project-outcome.tsx'
import { ProjectProperties } from './project-properties.tsx'
import { useMoveProject } from './project-status.tsx'
import type { ProjectDetail } from './types.ts'

export const ProjectPage = () => (
  <ObjectPage
    kind="project"
    actions={(project) => (
      <>
        <ShareMenu about={{ kind: 'project', id: project.id }} />
        <ArchiveButton project={project} />
      </>
    )}
  >
    {(project) => (
      <div className="@container">
        <ProjectContent project={project} />
      </div>
    )}
  </ObjectPage>
)

/** The same content in the side panel of the list. */
export const ProjectPanel = ({ id }: { id: string }) => (
  <ObjectPanel kind="project" id={id}>
    {(project) => <ProjectContent project={project} />}
  </ObjectPanel>
)

function ArchiveButton({ project }: { project: ProjectDetail }) {
  const archive = useApiMutation('buildProjects', { successMessage: t('Project archived') })
  const move = useMoveProject()
  if (project.status === 'archived')
    return (
      <Button
        op="buildProjects.update_status"
        size="sm"
        onClick={() => move(project, project.status_before_archive ?? 'not_started')}
      >
        {t('Restore')}
      </Button>
    )
  return (
    <ArchiveAction
      op="buildProjects.archive"
      name={project.title}
      action={archive}
      note={t('Evidence and links are kept, and you can restore it. Nothing changes in Linear or Jira.')}
      onConfirm={(close) => archive.mutate({ action: 'archive', project_id: project.id }, { onSuccess: close })}
    />
  )
}

function ProjectContent({ project }: { project: ProjectDetail }) {
  const build = useApiMutation('buildProjects', {
    optimistic: (input) =>
      input.action === 'update_title' ? patchCache([input.project_id], { title: input.title }) : () => {},
  })
  const project_id = project.id
  return (
    <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid min-w-0 content-start gap-5">
        <DetailHeader
          op="buildProjects.update_title"
          name={project.title}
          onRename={(title) => build.mutate({ action: 'update_title', project_id, title })}
        >
          {project.description && <p className="mt-1 text-sm text-soft">{project.description}</p>}
        </DetailHeader>
        {project.sections.filter(isShownAlone).map((section) => (
          <MarkdownSection
            op="buildProjects.upsert_section"
            key={section.key}
            title={section.title}
            content={section.content}
            updatedAt={section.updated_at}
            onSave={(content) =>
              build.mutateAsync({ action: 'upsert_section', project_id, section_key: section.key, content })
            }
          />
        ))}
        <EvidenceParts project={project} />
      </div>
      <div className="grid content-start gap-4">
        <ProjectProperties project={project} />
        <CustomFieldsCard type="project" object={project} />
        <ExternalLinks project={project} />
      </div>
    </div>
  )
}

const EvidenceParts = ({ project }: { project: ProjectDetail }) => (
  <>
    {project.completed_at !== null && <ProjectOutcomeSection projectId={project.id} />}
    <EvidenceStorySection project={project} />
    <ProjectEvidenceSection project={project} />
    <ProjectContacts project={project} />
    <ObjectComments type="project" id={project.id} />
  </>
)
