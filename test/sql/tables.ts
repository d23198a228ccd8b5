import { readFileSync } from 'node:fs'

const schema = readFileSync('docs/schema.sql', 'utf8')
const definitions = [...schema.matchAll(/^create (?:table|view) (\w+) (?:\(|as)(.*?)^(?:\)|;|$)/gms)]

/** Copied to every node: people and keys are looked up before the organization is known. */
export const referenceTables: ReadonlySet<string> = new Set([
  'organization',
  'app_user',
  'user_session',
  'user_account',
  'user_second_factor',
  'membership',
  'api_key',
  'app_token',
  'invitation',
])

/** Kept on the coordinator although they name organizations. */
const onCoordinator = new Set(['key_directory', 'last_use'])

const hasOrganization = (body: string) => /\borg_id\b/.test(body.replaceAll('active_org_id', ''))
const named = (wanted: boolean) =>
  new Set(
    definitions
      .filter(
        ([, name, body]) =>
          (hasOrganization(body!) && !onCoordinator.has(name!)) === wanted && !referenceTables.has(name!),
      )
      .map(([, name]) => name!),
  )

/** Distributed by their organization. */
export const organizationTables: ReadonlySet<string> = named(true)
/** Kept on one node: no statement may combine them with an organization's tables. */
export const localTables: ReadonlySet<string> = named(false)
