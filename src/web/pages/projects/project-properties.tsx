import { patchCache } from '#web/api/cache.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { projectStatusLabels, toOptions } from '#web/labels.ts'
import { reachRow } from '#web/shell/account-reach.tsx'
import { OwnerSelect } from '#web/shell/members.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { inputClass, SelectField } from '#web/ui/forms/field.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { MayEdit } from '#web/api/may.tsx'
import { useMoveProject } from './project-status.tsx'
import type { ProjectDetail } from './types.ts'

export function ProjectProperties({ project }: { project: ProjectDetail }) {
  const mutation = useApiMutation('updateProject', {
    optimistic: ({ projectId, ...change }) => patchCache([projectId], change),
  })
  const move = useMoveProject()
  const update = (change: object) => mutation.mutate({ projectId: project.id, ...change })
  return (
    <Card>
      <MayEdit op="updateProject">
        <div className="grid gap-3">
          <SelectField
            label={t('Status')}
            value={project.status}
            onChange={(event) => move(project, event.target.value as typeof project.status)}
            options={toOptions(projectStatusLabels())}
          />
          <InitiativeSelect project={project} />
          <OwnerSelect value={project.owner_id} onChange={(owner_id) => update({ owner_id })} />
          <DateField label={t('Start')} value={project.start_date} onChange={(start_date) => update({ start_date })} />
          <DateField
            label={t('Target')}
            value={project.target_date}
            onChange={(target_date) => update({ target_date })}
          />
          <DescriptionList
            rows={[
              reachRow(project.account_reach, { project: project.id }),
              [t('Created'), <TimeAgo key="c" at={project.created_at} />],
              project.started_at && [t('Started'), <TimeAgo key="s" at={project.started_at} />],
              project.completed_at && [t('Completed'), <TimeAgo key="d" at={project.completed_at} />],
            ]}
          />
        </div>
      </MayEdit>
    </Card>
  )
}

/** The current initiative is offered even if it is not among those listed. */
function InitiativeSelect({ project: { id, initiative } }: { project: ProjectDetail }) {
  const { data } = useApiQuery('listInitiatives', { limit: 100 })
  const build = useApiMutation('buildProjects')
  const listed = data?.data ?? []
  const isListed = listed.some((one) => one.id === initiative?.id)
  return (
    <SelectField
      label={t('Initiative')}
      value={initiative?.id ?? ''}
      onChange={(event) =>
        build.mutate({ action: 'set_initiative', project_id: id, initiative_id: event.target.value || null })
      }
      options={[
        { value: '', label: t('No initiative') },
        ...(initiative && !isListed ? [{ value: initiative.id, label: initiative.title }] : []),
        ...listed.map((one) => ({ value: one.id, label: one.title })),
      ]}
    />
  )
}

type DateFieldProps = { label: string; value: string | null; onChange: (value: string | null) => void }

const DateField = ({ label, value, onChange }: DateFieldProps) => (
  <div className="grid gap-1.5">
    <span className="text-xs font-medium text-soft">{label}</span>
    <input
      type="date"
      aria-label={label}
      className={`${inputClass} h-8`}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  </div>
)
