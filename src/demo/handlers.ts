import type { firstRun } from '#contract/first-run.ts'
import type { Handlers } from '#contract/route.ts'
import { addMember, findMembership } from '#domain/account/members/queries.ts'
import { readOrganization } from '#domain/account/organizations/queries.ts'
import type { Ctx } from '#domain/context.ts'
import { fail } from '#domain/fail.ts'
import { openDemo } from './load.ts'
import { closeDemo } from './remove.ts'

export const handlers: Handlers<Pick<typeof firstRun, 'loadDemoData' | 'removeDemoData'>, Ctx> = {
  async loadDemoData({ db, user, settings, now }) {
    const { org, created } = await openDemo(db, settings, now)
    if (!(await findMembership(db, org, user))) await addMember(db, org, { userId: user, role: 'admin' })
    return { org_id: org, created }
  },

  async removeDemoData({ db, org }) {
    if (!(await readOrganization(db, org))?.is_demo) fail('INVALID_STATE', 'Only the demo organization can be removed like this; switch to it first.')
    return closeDemo(db)
  },
}
