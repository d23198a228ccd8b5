import type { firstRun } from '#contract/resources/setup.ts'
import type { Handlers } from '#contract/core/route.ts'
import { addMember, findMembership } from '#domain/account/members/queries.ts'
import { organizationsOf, readOrganization } from '#domain/account/organizations/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { openDemo } from './load.ts'
import { closeDemo } from './remove.ts'

export const handlers: Handlers<Pick<typeof firstRun, 'loadDemoData' | 'removeDemoData'>, Ctx> = {
  async loadDemoData({ db, user, settings, now }) {
    const { org, created } = await openDemo(db, settings, now)
    if (!(await findMembership(db, org, user))) await addMember(db, org, { userId: user, role: 'admin' })
    return { org_id: org, created }
  },

  /** Asked for from outside of it, so that the record of who did it outlives it. */
  async removeDemoData({ db, org, user }) {
    const mine = (await organizationsOf(db, user)).filter((one) => one.id !== org && one.role === 'admin')
    const demo = await Promise.all(mine.map(({ id }) => readOrganization(db, id)))
    if (!demo.some((one) => one?.is_demo))
      throwApiError(
        'INVALID_STATE',
        'Only an admin of the demo organization can remove it, from another organization of theirs.',
      )
    return closeDemo(db)
  },
}
