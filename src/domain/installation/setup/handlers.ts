import type { firstRun } from '#contract/resources/setup.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { lockEmail, createUser, findUserByEmail } from '#domain/identity/queries-users.ts'
import { isSetupToken } from '#domain/installation/setup-token.ts'
import { hasOrganization, hasDemoOrganization } from '#domain/installation/queries.ts'
import { joinOrganization } from '#domain/access/members/changes.ts'
import { createOrganization } from '#domain/organizations/queries.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { acquireLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'

type FirstAdmin = { name: string; email: string; password: string; organizationName: string }

/** The lock serializes concurrent setups; the second one fails. */
export async function createFirstAdmin(db: Db, { name, email, password, organizationName }: FirstAdmin) {
  await acquireLock(db, 'setup')
  if (await hasOrganization(db)) throwApiError('NOT_FOUND', 'This installation is set up already; sign in instead.')
  await lockEmail(db, email)
  if (await findUserByEmail(db, email))
    throwApiError('INVALID_STATE', 'There is already an account with this email; use another one.')
  const user = await createUser(db, { email, name, password })
  const org = await createOrganization(db, { name: organizationName, features: { competitors: true } })
  await joinOrganization(db, org.id, { userId: user.id, role: 'admin' })
  return { org_id: org.id, user_id: user.id, email }
}

export const handlers: Handlers<Pick<typeof firstRun, 'getSetup' | 'completeSetup'>> = {
  getSetup: async ({ db, settings }) => ({
    needed: !(await hasOrganization(db)),
    demo: await hasDemoOrganization(db),
    mail: settings.mail ?? false,
    single_sign_on: settings.singleSignOn ?? false,
  }),

  async completeSetup({ db }, { token, organization_name, ...person }) {
    if (await hasOrganization(db)) throwApiError('NOT_FOUND', 'This installation is set up already; sign in instead.')
    if (!(await isSetupToken(db, token)))
      invalidField('body.token', 'is not the setup token that the server printed at startup')
    return createFirstAdmin(db, { ...person, organizationName: organization_name })
  },
}
