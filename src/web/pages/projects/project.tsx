import { useParams } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Section } from '#web/pages/sections.tsx'
import { Page } from '#web/shell/page.tsx'
import { OwnerSelect } from '#web/shell/people.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { inputClass, SelectField } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { optionsOf, projectWords } from '#web/words.ts'
import { Evidence } from './evidence.tsx'
import { ExternalLinks } from './external-links.tsx'
import { useMoveProject } from './projects.tsx'
import { Story } from './story.tsx'

export type ProjectDetail = Out<'getProject'>

export function Project() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: project, error, refetch } = useRoute('getProject', { projectId: id })
  return (
    <Page
      title={project?.title ?? t('Project')}
      above={{ label: t('Projects'), to: paths.projects }}
      actions={project && <ArchiveButton project={project} />}
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('project')} />
      ) : !project ? (
        <Loading />
      ) : (
        <div className="@container">
          <Content project={project} />
        </div>
      )}
    </Page>
  )
}

/** The same beside the list of all. */
export function ProjectPanel({ id }: { id: string }) {
  const { data: project, error, refetch } = useRoute('getProject', { projectId: id })
  return error ? (
    <ErrorState error={error} retry={refetch} what={t('project')} />
  ) : !project ? (
    <Loading />
  ) : (
    <Content project={project} />
  )
}

function ArchiveButton({ project }: { project: ProjectDetail }) {
  const [asking, setAsking] = useState(false)
  const archive = useCall('buildProjects', { said: t('The project was archived'), onDone: () => setAsking(false) })
  const move = useMoveProject()
  if (project.status === 'archived')
    return (
      <Button size="sm" onClick={() => move(project, project.status_before_archive ?? 'not_started')}>
        {t('Restore')}
      </Button>
    )
  return (
    <>
      <Button size="sm" icon={<Archive className="size-3.5" />} onClick={() => setAsking(true)}>
        {t('Archive')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Archive {name}?', { name: project.title })}
        note={t('Its evidence and links stay, and you can restore it. Nothing changes in Linear or Jira.')}
        yes={t('Archive')}
        busy={archive.isPending}
        onYes={() => archive.mutate({ action: 'archive', project_id: project.id })}
      />
    </>
  )
}

function Content({ project }: { project: ProjectDetail }) {
  const build = useCall('buildProjects', {
    optimistic: (input) =>
      input.action === 'update_title' ? show([input.project_id], { title: input.title }) : () => {},
  })
  const project_id = project.id
  return (
    <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid min-w-0 content-start gap-5">
        <div>
          <InlineText
            label={t('Title')}
            value={project.title}
            maxLength={200}
            className="text-xl font-semibold"
            onSave={(title) => build.mutate({ action: 'update_title', project_id, title })}
          />
          {project.description && <p className="mt-1 text-sm text-soft">{project.description}</p>}
        </div>
        {project.sections.map((section) => (
          <Section
            key={section.key}
            title={section.title}
            content={section.content}
            updatedAt={section.updated_at}
            onSave={(content) =>
              build.mutateAsync({ action: 'upsert_section', project_id, section_key: section.key, content })
            }
          />
        ))}
        <Story project={project} />
        <Evidence project={project} />
      </div>
      <div className="grid content-start gap-4">
        <Properties project={project} />
        <ExternalLinks project={project} />
      </div>
    </div>
  )
}

function Properties({ project }: { project: ProjectDetail }) {
  const { data: initiatives } = useRoute('listInitiatives', { limit: 100 })
  const build = useCall('buildProjects')
  const update = useCall('updateProject', { optimistic: ({ projectId, ...change }) => show([projectId], change) })
  const move = useMoveProject()
  const set = (change: object) => update.mutate({ projectId: project.id, ...change })
  const date = (name: 'start_date' | 'target_date', label: string) => (
    <input
      type="date"
      aria-label={label}
      className={`${inputClass} h-8`}
      value={project[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value || null })}
    />
  )
  const others = initiatives?.data ?? []
  return (
    <Card>
      <div className="grid gap-3">
        <SelectField
          label={t('Status')}
          value={project.status}
          onChange={(event) => move(project, event.target.value as typeof project.status)}
          options={optionsOf(projectWords())}
        />
        <SelectField
          label={t('Initiative')}
          value={project.initiative?.id ?? ''}
          onChange={(event) =>
            build.mutate({
              action: 'set_initiative',
              project_id: project.id,
              initiative_id: event.target.value || null,
            })
          }
          options={[
            { value: '', label: t('None: it stands by itself') },
            ...(project.initiative && !others.some((one) => one.id === project.initiative!.id)
              ? [{ value: project.initiative.id, label: project.initiative.title }]
              : []),
            ...others.map((one) => ({ value: one.id, label: one.title })),
          ]}
        />
        <OwnerSelect value={project.owner_id} onChange={(owner_id) => set({ owner_id })} />
        <div className="grid gap-1.5">
          <span className="text-xs font-medium text-soft">{t('Start')}</span>
          {date('start_date', t('Start'))}
        </div>
        <div className="grid gap-1.5">
          <span className="text-xs font-medium text-soft">{t('Target')}</span>
          {date('target_date', t('Target'))}
        </div>
        <Facts
          rows={[
            [t('Created'), <TimeAgo key="c" at={project.created_at} />],
            project.started_at && [t('Started'), <TimeAgo key="s" at={project.started_at} />],
            project.completed_at && [t('Completed'), <TimeAgo key="d" at={project.completed_at} />],
          ]}
        />
      </div>
    </Card>
  )
}
