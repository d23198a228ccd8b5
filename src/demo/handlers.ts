import type { firstRun } from '#contract/resources/setup.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { insertMembership, findMembership } from '#domain/access/members/queries.ts'
import { listOrganizationsOfUser, findOrganization } from '#domain/organizations/queries.ts'
import { throwApiError } from '#domain/errors.ts'
import { pipelined } from '#store/pipelined.ts'

/* The demo's content is imported when it is asked for. */

export const handlers: Handlers<Pick<typeof firstRun, 'loadDemoData' | 'removeDemoData'>> = {
  async loadDemoData({ db, user, settings, now }) {
    const { ensureDemo } = await import('./load.ts')
    const { org, created } = await ensureDemo(db, settings, now)
    if (!(await findMembership(db, org, user))) await insertMembership(db, org, { userId: user, role: 'admin' })
    return { org_id: org, created }
  },

  /** Called from another organization, so that its audit log outlives the demo. */
  async removeDemoData({ db, org, user }) {
    const administered = (await listOrganizationsOfUser(db, user)).filter(
      (one) => one.id !== org && one.role === 'admin',
    )
    const demo = await pipelined(
      db,
      administered.map(({ id }) => findOrganization(db, id)),
    )
    if (!demo.some((one) => one?.is_demo))
      throwApiError(
        'INVALID_STATE',
        'Only an admin of the demo organization can remove it, from another organization of theirs.',
      )
    const { deleteDemo } = await import('./remove.ts')
    return deleteDemo(db)
  },
}
