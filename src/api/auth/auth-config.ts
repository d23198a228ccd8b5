import type { BetterAuthOptions } from 'better-auth'
import { Password } from '#contract/resources/settings.ts'
import { hashPassword, verifyPassword } from '#domain/account/identity/password.ts'
import { mailReset, resetLink, resetMinutes } from '#domain/account/identity/resets.ts'
import { endSessionsOf } from '#domain/account/identity/sessions.ts'
import { lettersSealedBy } from '#domain/account/mail/outbox.ts'
import { newId, newUserId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import { poolWithDates } from '#store/pool-with-dates.ts'
import { vaultFor } from '#store/vault.ts'

export type AuthSettings = {
  store: Store
  secret: string
  publicUrl: string
  /** Letters can be sent. */
  mail?: boolean
}

export const isSecure = (publicUrl: string) => publicUrl.startsWith('https://')
/** A `__Host-` cookie cannot be set by a neighbouring host; browsers allow the name over https only. */
export const cookieName = (name: string, publicUrl: string) => `${isSecure(publicUrl) ? '__Host-' : ''}earshot_${name}`
export const addressHeader = 'x-client-address'

const passwordLength = Password as unknown as { minLength: number; maxLength: number }
const day = 24 * 60 * 60
const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

export const authConfig = ({ store, secret, publicUrl, mail = false }: AuthSettings) =>
  ({
    appName: 'Earshot',
    baseURL: new URL(publicUrl).origin,
    basePath: '/app/auth',
    // Given as a list, which an environment variable of the library cannot replace.
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: [new URL(publicUrl).origin],
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    onAPIError: { throw: true },
    database: poolWithDates(store.pool),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.minLength,
      maxPasswordLength: passwordLength.maxLength,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
      resetPasswordTokenExpiresIn: resetMinutes * 60,
      revokeSessionsOnPasswordReset: true,
      ...(mail && {
        sendResetPassword: ({ user, token }) =>
          mailReset(store, lettersSealedBy(vaultFor(secret)), user, resetLink(publicUrl, token)),
      }),
    },
    user: { modelName: 'app_user', fields: { emailVerified: 'email_verified', ...stamps } },
    session: {
      modelName: 'user_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...stamps,
      },
      additionalFields: { activeOrgId: { type: 'string', required: false, input: false, fieldName: 'active_org_id' } },
      expiresIn: 7 * day,
      updateAge: day,
      freshAge: 0,
    },
    account: {
      modelName: 'user_account',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...stamps,
      },
    },
    verification: {
      modelName: 'user_verification',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', ...stamps },
    },
    databaseHooks: hooks(store),
    advanced: {
      database: {
        generateId: ({ model }) => (model === 'user' ? newUserId() : newId()),
        joins: true,
        validateSchema: false,
      },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      disableOriginCheck: false,
      useSecureCookies: false,
      cookiePrefix: 'earshot',
      cookies: { session_token: { name: cookieName('session', publicUrl) } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) },
    },
  }) satisfies BetterAuthOptions

const hooks = (store: Store): BetterAuthOptions['databaseHooks'] => ({
  account: {
    update: {
      // Sessions end before the password changes: whatever interrupts it, none outlives the password it came from.
      before: async (change, context) => {
        const user = context?.context.session?.user.id
        if (change.password !== undefined && user !== undefined) await endSessionsOf(store, user)
      },
    },
  },
  session: {
    create: {
      before: async (session, context) => {
        const activeOrgId: unknown = context?.context.session?.session.activeOrgId
        return { data: activeOrgId ? { ...session, activeOrgId } : session }
      },
    },
  },
})
