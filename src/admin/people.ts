import { UsageError } from '#client/usage-error.ts'
import { deleteSecondFactor } from '#domain/identity/queries-second-factors.ts'
import { findUserByEmail } from '#domain/identity/queries-users.ts'
import { createPasswordReset, resetLink, resetMinutes } from '#domain/identity/password-resets.ts'
import { changeRole, joinOrganization, leaveOrganization } from '#domain/access/members/changes.ts'
import { createOrganization, listOrganizations } from '#domain/organizations/queries.ts'
import { organizationOf } from '#domain/organizations/rules.ts'
import { throwApiError } from '#domain/errors.ts'
import { type AdminCommand, command } from './command.ts'
import { emailFlag, id, optionalFlag, password, role, textFlag } from './flags.ts'
import { changedFrom, getMember, getOrganization, passwordLine, passwordOf, findOrCreateUser } from './lookups.ts'

export const peopleCommands: Record<string, AdminCommand> = {
  'create-org': command({
    summary: 'create an organization and its first admin',
    example: 'create-org --name Acme --email ana@example.com',
    flags: { name: textFlag, email: emailFlag, password: optionalFlag(password), 'user-name': optionalFlag(textFlag) },
    async run(db, flags) {
      const person = await findOrCreateUser(db, {
        email: flags.email,
        name: flags['user-name'],
        password: flags.password,
      })
      const { id: org_id } = await createOrganization(db, { name: flags.name })
      const { id: member_id } = await joinOrganization(db, org_id, { userId: person.id, role: 'admin' })
      const value = { org_id, user_id: person.id, member_id, email: flags.email, ...passwordOf(person) }
      return {
        value,
        human: `organization  ${org_id}\nadmin  ${flags.email} (${person.id})${passwordLine(person)}`,
        audit: {
          org: org_id,
          user: person.id,
          resource: org_id,
          changes: changedFrom(null, { name: flags.name, admin: flags.email }),
        },
      }
    },
  }),

  'list-orgs': command({
    summary: 'list all organizations',
    readOnly: true,
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
    summary: 'add a member to an organization',
    example: 'add-member --org org_… --email ben@example.com --role member',
    flags: { org: id, email: emailFlag, role, password: optionalFlag(password), name: optionalFlag(textFlag) },
    async run(db, { org, email: address, role: newRole, ...rest }) {
      await getOrganization(db, org)
      const person = await findOrCreateUser(db, { email: address, ...rest })
      const { id: member_id } = await joinOrganization(db, org, { userId: person.id, role: newRole })
      const value = { org_id: org, user_id: person.id, member_id, email: address, role: newRole, ...passwordOf(person) }
      const changes = changedFrom(null, { email: address, role: newRole })
      const audit = { org, user: person.id, resource: member_id, changes }
      return { value, human: `${newRole}  ${address} (${person.id})${passwordLine(person)}`, audit }
    },
  }),

  'remove-member': command({
    summary: 'remove a member from an organization and revoke their keys',
    example: 'remove-member --org org_… --email ben@example.com',
    flags: { org: id, email: optionalFlag(emailFlag), user: optionalFlag(id) },
    async run(db, { org, email: address, user }) {
      if ((address === undefined) === (user === undefined))
        throw new UsageError(
          'Give either --email or --user.\nExample: earshot admin remove-member --org org_… --email ben@example.com',
        )
      const found = await getMember(db, org, { email: address, user })
      const { member, revokedKeys } = await leaveOrganization(db, org, found.id)
      const value = { org_id: org, user_id: member.user_id, member_id: member.id, revoked_key_count: revokedKeys }
      const audit = {
        org,
        user: member.user_id,
        resource: member.id,
        changes: changedFrom({ role: member.role }, null),
      }
      return { value, human: `${address ?? user} left ${org}; ${revokedKeys} keys revoked`, audit }
    },
  }),

  'reset-password': command({
    summary: 'create a password reset link, valid for one hour',
    example: 'reset-password --email ben@example.com',
    flags: { email: emailFlag },
    async run(db, { email: address }, { publicUrl }) {
      const { user: user_id, token } =
        (await createPasswordReset(db, address)) ??
        throwApiError('NOT_FOUND', `There is no user with the email ${address}.`)
      const url = resetLink(publicUrl, token)
      return {
        value: { user_id, email: address, url, expires_in_minutes: resetMinutes },
        audit: { user: user_id },
        human: `${url}\nvalid once, for ${resetMinutes} minutes; using it ends all sessions of ${address}`,
      }
    },
  }),

  'reset-second-factor': command({
    summary: 'remove the second factor of a person who has lost it, with the recovery codes',
    example: 'reset-second-factor --email ben@example.com',
    flags: { email: emailFlag },
    async run(db, { email: address }) {
      const user =
        (await findUserByEmail(db, address)) ??
        throwApiError('NOT_FOUND', `There is no user with the email ${address}.`)
      const removed = (await deleteSecondFactor(db, user.id)) > 0
      return {
        value: { user_id: user.id, email: address, removed },
        audit: { user: user.id },
        human: removed
          ? `${address} signs in with the password alone until a second factor is set up again`
          : `${address} has no second factor`,
      }
    },
  }),

  'set-role': command({
    summary: 'change the role of a member',
    example: 'set-role --org org_… --email ben@example.com --role admin',
    flags: { org: id, email: emailFlag, role },
    async run(db, { org, email: address, role: newRole }) {
      const { role: before, id: memberId } = await getMember(db, org, { email: address })
      const member = await changeRole(db, org, memberId, newRole)
      const value = { org_id: org, user_id: member.user_id, member_id: member.id, role: newRole }
      const changes = changedFrom({ role: before }, { role: newRole })
      const audit = { org, user: member.user_id, resource: member.id, changes }
      return { value, human: `${address} is now ${newRole} of ${org}`, audit }
    },
  }),
}
