import type { BetterAuthOptions } from 'better-auth'
import { Password } from '#contract/resources/settings-shapes.ts'
import { hashPassword, verifyPassword } from '#domain/identity/password.ts'
import { sendPasswordReset, resetLink, resetMinutes } from '#domain/identity/password-resets.ts'
import { deleteSessionsOfUser } from '#domain/identity/queries-sessions.ts'
import { sessionDays } from '#domain/access/single-sign-on/sign-on.ts'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import { newId, newUserId } from '#store/ids.ts'
import type { Store } from '#store/open.ts'
import { poolWithDates } from '#store/pool-with-dates.ts'
import { currentKey, type SecretOrKeys } from '#store/secret-keys.ts'
import { vaultFor } from '#store/vault.ts'

export type AuthSettings = {
  store: Store
  secret: SecretOrKeys
  publicUrl: string
  /** Email can be sent. */
  mail?: boolean
}

export const isSecure = (publicUrl: string) => publicUrl.startsWith('https://')
/** A `__Host-` cookie cannot be set by a sibling host; browsers accept the prefix over https only. */
export const cookieName = (name: string, publicUrl: string) => `${isSecure(publicUrl) ? '__Host-' : ''}earshot_${name}`
export const addressHeader = 'x-client-address'
export const authPath = '/app/auth'

const passwordLength = Password as unknown as { minLength: number; maxLength: number }
const daySeconds = 24 * 60 * 60
export const sessionSeconds = sessionDays * daySeconds
const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

const passwordConfig = ({ store, secret, publicUrl, mail = false }: AuthSettings) =>
  ({
    enabled: true,
    disableSignUp: true,
    minPasswordLength: passwordLength.minLength,
    maxPasswordLength: passwordLength.maxLength,
    password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    resetPasswordTokenExpiresIn: resetMinutes * 60,
    revokeSessionsOnPasswordReset: true,
    ...(mail && {
      sendResetPassword: ({ user, token }) =>
        sendPasswordReset(store, mailOutbox(vaultFor(secret)), user, resetLink(publicUrl, token)),
    }),
  }) satisfies BetterAuthOptions['emailAndPassword']

/** Table and column names of the better-auth models, and how long sessions last. */
const modelConfig = {
  user: { modelName: 'app_user', fields: { emailVerified: 'email_verified', ...timestamps } },
  session: {
    modelName: 'user_session',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...timestamps,
    },
    additionalFields: { activeOrgId: { type: 'string', required: false, input: false, fieldName: 'active_org_id' } },
    expiresIn: sessionSeconds,
    updateAge: daySeconds,
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
      ...timestamps,
    },
  },
  verification: {
    modelName: 'user_verification',
    storeIdentifier: 'hashed',
    fields: { expiresAt: 'expires_at', ...timestamps },
  },
} satisfies BetterAuthOptions

export const authConfig = (settings: AuthSettings) => {
  const { store, secret, publicUrl } = settings
  return {
    appName: 'Earshot',
    baseURL: new URL(publicUrl).origin,
    basePath: authPath,
    // A list, because better-auth lets an environment variable override a single secret.
    secrets: [{ version: 1, value: currentKey(secret) }],
    trustedOrigins: [new URL(publicUrl).origin],
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    onAPIError: { throw: true },
    database: poolWithDates(store),
    emailAndPassword: passwordConfig(settings),
    ...modelConfig,
    databaseHooks: hooks(store),
    advanced: {
      database: {
        generateId: ({ model }) => (model === 'user' ? newUserId() : newId()),
        joins: true,
        validateSchema: false,
      },
      // Stored as it is; the limits count IPv6 by network.
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
      disableOriginCheck: false,
      useSecureCookies: false,
      cookiePrefix: 'earshot',
      cookies: { session_token: { name: cookieName('session', publicUrl) } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) },
    },
  } satisfies BetterAuthOptions
}

const hooks = (store: Store): BetterAuthOptions['databaseHooks'] => ({
  account: {
    update: {
      // Deleted before the password changes, so that no session outlives its password if the change is interrupted.
      before: async (change, context) => {
        const user = context?.context.session?.user.id
        if (change.password !== undefined && user !== undefined) await deleteSessionsOfUser(store, user)
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
