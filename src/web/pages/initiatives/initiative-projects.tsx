import { useState } from 'react'
import { fetchAll, type Output } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { assignEvidence } from '#web/pages/projects/assign-evidence.ts'
import { EvidenceChoice } from '#web/pages/projects/create-project.tsx'
import { ProjectStatus } from '#web/pages/projects/project-status.tsx'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { formValues } from '#web/ui/forms/form-dialog.tsx'

type InitiativeDetail = Output<'getInitiative'>

export function InitiativeProjects({ initiative }: { initiative: InitiativeDetail }) {
  const { projects } = initiative
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
      <AddProject initiative={initiative} />
    </Card>
  )
}

function useAddProject(initiativeId: string, withEvidence: boolean) {
  return useApiMutation('buildProjects', {
    successMessage: t('Project added'),
    onSuccess: async ({ project }) => {
      if (!withEvidence) return
      const insights = await fetchAll('listInitiativeInsights', { initiativeId })
      await assignEvidence(
        project.id,
        insights.map((insight) => insight.id),
      )
    },
  })
}

function AddProject({ initiative: { id, leveraged_insights_count: count } }: { initiative: InitiativeDetail }) {
  const [withEvidence, setWithEvidence] = useState(true)
  const build = useAddProject(id, withEvidence && count > 0)
  return (
    <form
      className="mt-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        build.mutate(
          { action: 'create', title: String(formValues(form).title), initiative_id: id },
          { onSuccess: () => form.reset() },
        )
      }}
    >
      <div className="flex gap-2 *:first:flex-1">
        <TextField
          label={t('New project')}
          hideLabel
          name="title"
          required
          maxLength={200}
          placeholder={t('New project')}
        />
        <Button type="submit" busy={build.isPending}>
          {t('Add')}
        </Button>
      </div>
      <EvidenceChoice count={count} checked={withEvidence} onChange={setWithEvidence} />
    </form>
  )
}
