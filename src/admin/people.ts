import { createReset, resetLink, resetMinutes } from '#domain/account/identity/resets.ts'
import { changeRole, joinOrganization, leaveOrganization } from '#domain/account/members/changes.ts'
import { createOrganization, listOrganizations } from '#domain/account/organizations/queries.ts'
import { organizationOf } from '#domain/account/organizations/rules.ts'
import { throwApiError } from '#domain/errors.ts'
import { type Command, command } from './command.ts'
import { email, id, optional, password, role, text, WrongFlags } from './flags.ts'
import { memberOf, orgOf, passwordLine, passwordOf, personFor } from './lookups.ts'

export const peopleCommands: Record<string, Command> = {
  'create-org': command({
    summary: 'an organization and its first admin',
    example: 'create-org --name Acme --email ana@example.com',
    flags: { name: text, email, password: optional(password), 'user-name': optional(text) },
    async run(db, flags) {
      const person = await personFor(db, { email: flags.email, name: flags['user-name'], password: flags.password })
      const { id: org_id } = await createOrganization(db, { name: flags.name })
      const { id: member_id } = await joinOrganization(db, org_id, { userId: person.id, role: 'admin' })
      const value = { org_id, user_id: person.id, member_id, email: flags.email, ...passwordOf(person) }
      return { value, human: `organization  ${org_id}\nadmin  ${flags.email} (${person.id})${passwordLine(person)}` }
    },
  }),

  'list-orgs': command({
    summary: 'all organizations',
    example: 'list-orgs',
    flags: {},
    async run(db, _, settings) {
      const data = (await listOrganizations(db)).map((row) => organizationOf(row, settings))
      return {
        value: { data },
        human: data.map((org) => `${org.id}  ${org.name}`).join('\n') || 'There is no organization yet.',
      }
    },
  }),

  'add-member': command({
    summary: 'somebody into an organization',
    example: 'add-member --org org_… --email ben@example.com --role member',
    flags: { org: id, email, role, password: optional(password), name: optional(text) },
    async run(db, { org, email: address, role: wanted, ...rest }) {
      await orgOf(db, org)
      const person = await personFor(db, { email: address, ...rest })
      const { id: member_id } = await joinOrganization(db, org, { userId: person.id, role: wanted })
      const value = { org_id: org, user_id: person.id, member_id, email: address, role: wanted, ...passwordOf(person) }
      return { value, human: `${wanted}  ${address} (${person.id})${passwordLine(person)}` }
    },
  }),

  'remove-member': command({
    summary: 'somebody out of an organization, their keys revoked',
    example: 'remove-member --org org_… --email ben@example.com',
    flags: { org: id, email: optional(email), user: optional(id) },
    async run(db, { org, email: address, user }) {
      if ((address === undefined) === (user === undefined))
        throw new WrongFlags(
          'Give either --email or --user.\nExample: earshot admin remove-member --org org_… --email ben@example.com',
        )
      const found = await memberOf(db, org, { email: address, user })
      const { member, revokedKeys } = await leaveOrganization(db, org, found.id)
      const value = { org_id: org, user_id: member.user_id, member_id: member.id, revoked_key_count: revokedKeys }
      return { value, human: `${address ?? user} left ${org}; ${revokedKeys} keys revoked` }
    },
  }),

  'reset-password': command({
    summary: 'a link with which somebody sets a new password, within an hour',
    example: 'reset-password --email ben@example.com',
    flags: { email },
    async run(db, { email: address }, { publicUrl }) {
      const { user: user_id, token } =
        (await createReset(db, address)) ?? throwApiError('NOT_FOUND', `There is nobody with the email ${address}.`)
      const url = resetLink(publicUrl, token)
      return {
        value: { user_id, email: address, url, expires_in_minutes: resetMinutes },
        human: `${url}\nworks once, within ${resetMinutes} minutes; ends all sessions of ${address}`,
      }
    },
  }),

  'set-role': command({
    summary: 'the role of a member',
    example: 'set-role --org org_… --email ben@example.com --role admin',
    flags: { org: id, email, role },
    async run(db, { org, email: address, role: wanted }) {
      const member = await changeRole(db, org, (await memberOf(db, org, { email: address })).id, wanted)
      const value = { org_id: org, user_id: member.user_id, member_id: member.id, role: wanted }
      return { value, human: `${address} is now ${wanted} of ${org}` }
    },
  }),
}
