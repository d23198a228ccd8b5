import type { OutputOf } from '#web/api/client.ts'
import { paths } from '#web/routes/paths.ts'
import { LinkLine } from '#web/ui/lists/card-links.tsx'
import { ProjectStatusChip } from './project-status.tsx'

/** Links to Projects with their status, in a list. */
export const ProjectLines = ({ projects }: Pick<OutputOf<'getInitiative'>, 'projects'>) =>
  projects.map(({ id, title, status }) => (
    <LinkLine key={id} to={paths.project(id)} name={title} end={<ProjectStatusChip status={status} />} />
  ))
