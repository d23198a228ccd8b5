import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { lockedWrite } from '#domain/planning/references/locked-write.ts'
import { lockProject, type ProjectRow, tryLockProject } from './queries.ts'

export const withLockedProject = lockedWrite<ProjectRow>({
  kind: 'project',
  lock: lockProject,
  tryLock: tryLockProject,
})

export const lockProjectOrThrow = async ({ db, org }: Ctx, id: string): Promise<ProjectRow> =>
  (await lockProject(db, org, id)) ?? notFound('project')
