import { Link } from '@tanstack/react-router'
import type { Output } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { ProjectStatus } from '#web/pages/projects/project-status.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { formValues } from '#web/ui/forms/form-dialog.tsx'

type InitiativeDetail = Output<'getInitiative'>

export function InitiativeProjects({ initiative: { id, projects } }: { initiative: InitiativeDetail }) {
  const done = projects.filter((project) => project.status === 'completed').length
  return (
    <Card
      title={t('Projects')}
      note={projects.length > 0 ? t('{done} of {total} completed', { done, total: projects.length }) : undefined}
    >
      <ul className="grid gap-2">
        {projects.map((project) => (
          <li key={project.id} className="flex items-center gap-2">
            <Link to={paths.project(project.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
              {project.title}
            </Link>
            <ProjectStatus status={project.status} />
          </li>
        ))}
      </ul>
      <AddProject initiativeId={id} />
    </Card>
  )
}

function AddProject({ initiativeId }: { initiativeId: string }) {
  const build = useApiMutation('buildProjects', { successMessage: t('Project added') })
  return (
    <form
      className="mt-3 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        build.mutate(
          { action: 'create', title: String(formValues(form).title), initiative_id: initiativeId },
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
  )
}
