import { useState } from 'react'
import { fetchAll, type OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { addProjectEvidence } from '#web/shell/add-evidence.ts'
import { EvidenceChoice } from '#web/pages/projects/create-project.tsx'
import { ProjectLines } from '#web/pages/projects/project-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { May } from '#web/api/may.tsx'

type InitiativeDetail = OutputOf<'getInitiative'>

export function InitiativeProjects({ initiative }: { initiative: InitiativeDetail }) {
  const { projects } = initiative
  const done = projects.filter((project) => project.status === 'completed').length
  return (
    <Card
      title={t('Projects')}
      note={projects.length > 0 ? t('{done} of {total} completed', { done, total: projects.length }) : undefined}
    >
      <ul className="grid gap-2">
        <ProjectLines projects={projects} />
      </ul>
      <May op="buildProjects.create">
        <AddProject initiative={initiative} />
      </May>
    </Card>
  )
}

function useAddProject(initiativeId: string, withEvidence: boolean) {
  return useApiMutation('buildProjects', {
    successMessage: t('Project added'),
    onSuccess: async ({ project }) => {
      if (!withEvidence) return
      const insights = await fetchAll('listInitiativeInsights', { initiativeId })
      await addProjectEvidence(
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
    <Form
      className="mt-3 grid gap-2"
      onSubmit={(values, form) => {
        build.mutate(
          { action: 'create', title: String(values.title), initiative_id: id },
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
    </Form>
  )
}
