import { createKey } from '#domain/access/keys/create.ts'
import { listKeys, findKey, revokeKey } from '#domain/access/keys/queries.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { organizationOf, policyColumns, policyOf } from '#domain/organizations/rules.ts'
import { throwApiError } from '#domain/errors.ts'
import { ownsKeys } from '#vocabulary/roles.ts'
import { type AdminCommand, command } from './command.ts'
import {
  credits,
  daysFlag,
  emailFlag,
  id,
  keyId,
  keyScopes,
  optionalFlag,
  roles,
  scopes,
  textFlag,
  yesOrNo,
} from './flags.ts'
import { changedFrom, getMember, getOrganization } from './lookups.ts'

const maxShown = 10_000

export const accessCommands: Record<string, AdminCommand> = {
  'create-key': command({
    summary: 'create an API key for a member; it is shown once',
    example: 'create-key --org org_… --email ana@example.com --name "Nightly export" --scopes read,write',
    flags: { org: id, email: emailFlag, name: textFlag, scopes: keyScopes, 'expires-in-days': optionalFlag(daysFlag) },
    async run(db, { org, email: address, name, scopes: keyScopesInput, ...rest }, settings) {
      const { user_id, role } = await getMember(db, org, { email: address })
      if (!ownsKeys(role)) throwApiError('ROLE_NOT_ALLOWED', `${address} is a ${role}, who can own no keys.`)
      const key = { userId: user_id, name, scopes: keyScopesInput, expiresInDays: rest['expires-in-days'] ?? null }
      const created = await createKey(db, org, key, settings)
      const record = (await findKey(db, org, created.id))!
      return {
        value: { ...created, org_id: org, user_id, scopes: record.scopes, expires_at: record.expires_at },
        human: created.key,
        audit: { org, user: user_id, resource: created.id, changes: changedFrom(null, record) },
      }
    },
  }),

  'revoke-key': command({
    summary: 'revoke an API key with immediate effect',
    example: 'revoke-key --org org_… --key 019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f',
    flags: { org: id, key: keyId },
    async run(db, { org, key }) {
      await getOrganization(db, org)
      const before = await findKey(db, org, key)
      await revokeKey(db, org, key, 'revoked_by_operator')
      const record = (await findKey(db, org, key)) ?? throwApiError('NOT_FOUND', `There is no key ${key} in ${org}.`)
      const audit = { org, user: record.user_id, resource: key, changes: changedFrom(before, record) }
      return { value: record, human: `${record.hint} (${record.name}) is revoked`, audit }
    },
  }),

  'list-keys': command({
    summary: 'list the API keys of an organization',
    readOnly: true,
    example: 'list-keys --org org_…',
    flags: { org: id },
    async run(db, { org }) {
      await getOrganization(db, org)
      const data = await listKeys(db, org, { limit: maxShown })
      const lines = data.map(
        (key) => `${key.id}  ${key.hint}  ${key.status}  ${key.scopes.join(',')}  ${key.user_name}: ${key.name}`,
      )
      return { value: { data }, human: lines.join('\n') || 'There are no keys.' }
    },
  }),

  policy: command({
    summary: 'set which roles and scopes may use the public API',
    example: 'policy --org org_… --enabled true --roles admins,members --scopes read,write',
    flags: { org: id, enabled: optionalFlag(yesOrNo), roles: optionalFlag(roles), scopes: optionalFlag(scopes) },
    async run(db, { org, ...change }) {
      const before = policyOf(await getOrganization(db, org))
      const policy = policyOf((await updateOrganization(db, org, policyColumns(change)))!)
      const [allowed, enabled] = [policy.roles.join(', ') || 'none', policy.scopes.join(', ') || 'none']
      return {
        value: policy,
        human: `Public API ${policy.enabled ? 'on' : 'off'}; roles: ${allowed}; scopes: ${enabled}`,
        audit: { org, changes: changedFrom(before, policy) },
      }
    },
  }),

  features: command({
    summary: 'turn the features of an organization on or off',
    example: 'features --org org_… --competitors true --subthemes true --segments false',
    flags: {
      org: id,
      competitors: optionalFlag(yesOrNo),
      subthemes: optionalFlag(yesOrNo),
      segments: optionalFlag(yesOrNo),
    },
    async run(db, { org, competitors, subthemes, segments }, settings) {
      const before = organizationOf(await getOrganization(db, org), settings)
      const change = { feature_competitors: competitors, feature_subthemes: subthemes, feature_segments: segments }
      const { features } = organizationOf((await updateOrganization(db, org, change))!, settings)
      return {
        value: features,
        human: Object.entries(features)
          .map(([name, on]) => `${name}: ${on ? 'on' : 'off'}`)
          .join('; '),
        audit: { org, changes: changedFrom(before.features, features) },
      }
    },
  }),

  credits: command({
    summary: 'set how many research runs an organization has left',
    example: 'credits --org org_… --set 50',
    flags: { org: id, set: credits },
    async run(db, { org, set }) {
      const { credits: before } = await getOrganization(db, org)
      await updateOrganization(db, org, { credits: set })
      const audit = { org, changes: changedFrom({ credits: before }, { credits: set }) }
      return { value: { org_id: org, credits: set }, human: `credits of ${org}: ${set ?? 'unlimited'}`, audit }
    },
  }),
}
