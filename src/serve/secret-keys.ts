import { sealedResponses } from '#api/pipeline/idempotency.ts'
import { SecretKeyError } from '#config/errors.ts'
import { installationSecret, lockKeyChecks, updateKeyChecks } from '#domain/installation/queries.ts'
import { sealedSecondFactors } from '#domain/identity/second-factor.ts'
import { sealedMail } from '#domain/outbox/outbox.ts'
import { listOrganizationIds } from '#domain/organizations/queries.ts'
import { sealedWebhooks } from '#domain/events/webhooks/secrets.ts'
import { sealedPulls } from '#domain/integrations/pull/credentials.ts'
import { sealedIntegrations } from '#domain/integrations/secrets.ts'
import { sealedChannels } from '#domain/overview/channels/target.ts'
import type { Db, Store } from '#store/open.ts'
import {
  listSealedValues,
  openOrUndefined,
  replaceSealedValue,
  type SealedTable,
  type SealedValue,
} from '#store/sealed-tables.ts'
import { allKeys, keyCheck, type SecretKeys } from '#store/secret-keys.ts'
import { vaultFor } from '#store/vault.ts'

/** Everything that is stored encrypted. */
export const sealedTables: readonly SealedTable[] = [
  sealedWebhooks,
  sealedIntegrations,
  sealedPulls,
  sealedChannels,
  sealedMail,
  sealedResponses,
  sealedSecondFactors,
]

const guide = 'see "Change the secret key" in docs/security.md'
const organizationsPerPage = 500

/**
 * Refuses keys that cannot read what is stored, before anything is served. The checks in the database name every key
 * that stored secrets may be encrypted with: the current one is added here, the others go with `rotateSecrets`.
 */
export const checkSecretKeys = (store: Store, keys: SecretKeys): Promise<{ inUse: number }> =>
  store.transaction(async (tx) => {
    const checks = await requireSecretKeys(tx, keys)
    await updateKeyChecks(tx, checks)
    return { inUse: checks.length }
  })

/** Returns the checks of all keys that stored secrets may be encrypted with. */
export async function requireSecretKeys(tx: Db, keys: SecretKeys): Promise<string[]> {
  const stored = (await lockKeyChecks(tx)) ?? (await findKeyChecks(tx, keys))
  const known = allKeys(keys).map(keyCheck)
  if (!stored.every((check) => known.includes(check))) throw await wrongKey(tx, stored, keys)
  return [...new Set([known[0]!, ...stored])]
}

/** For a database of a version without checks: one stored secret shows whether the keys are the right ones. */
async function findKeyChecks(db: Db, keys: SecretKeys): Promise<string[]> {
  const vault = vaultFor(keys)
  let isEmpty = true
  for await (const value of storedSecrets(db)) {
    if (openOrUndefined(vault, value) !== undefined) return allKeys(keys).map(keyCheck)
    isEmpty = false
  }
  if (isEmpty) return []
  throw new SecretKeyError(
    'SECRET_KEY decrypts none of the secrets in this database: set the key that it was used with before, or run ' +
      `earshot admin rotate-secrets --lost-key if there is none (${guide}).`,
  )
}

async function wrongKey(db: Db, stored: readonly string[], { current }: SecretKeys): Promise<SecretKeyError> {
  if (stored.includes(keyCheck(current)))
    return new SecretKeyError(
      'SECRET_KEY alone does not decrypt all secrets in this database: set the other key that it was used with as ' +
        `SECRET_KEY_PREVIOUS, and run earshot admin rotate-secrets before you remove it (${guide}).`,
    )
  const generated = await installationSecret(db)
  if (stored.includes(keyCheck(generated)))
    return new SecretKeyError(
      'SECRET_KEY is set, but the secrets in this database are encrypted with the generated key: set ' +
        `SECRET_KEY_PREVIOUS=generated to change the key, or unset SECRET_KEY (${guide}).`,
    )
  const problem =
    current === generated
      ? 'is not set, but this database was used with one'
      : 'is not the key that this database was used with'
  return new SecretKeyError(
    `SECRET_KEY ${problem}: set that key, or set it as SECRET_KEY_PREVIOUS to change the key (${guide}).`,
  )
}

async function* storedSecrets(db: Db): AsyncGenerator<SealedValue> {
  for (const table of sealedTables.filter((one) => one.isGlobal)) yield* listSealedValues(db, '', table)
  const ofOrganizations = sealedTables.filter((one) => !one.isGlobal)
  let page: string[] = []
  do {
    page = await listOrganizationIds(db, page.at(-1) ?? '', organizationsPerPage)
    for (const org of page) for (const table of ofOrganizations) yield* listSealedValues(db, org, table)
  } while (page.length === organizationsPerPage)
}

type Rotation = { reencrypted: number; unchanged: number; unreadable: number }

/**
 * Encrypts with the current key what was encrypted with a previous one. Each value is one statement that changes
 * nothing if the value has changed meanwhile, so the command can be interrupted, repeated and run beside servers.
 */
export async function rotateSecrets(store: Store, keys: SecretKeys): Promise<Rotation> {
  const [current, any] = [vaultFor(keys.current), vaultFor(keys)]
  const counts: Rotation = { reencrypted: 0, unchanged: 0, unreadable: 0 }
  for await (const value of storedSecrets(store)) {
    const text = openOrUndefined(any, value)
    if (text === undefined) counts.unreadable++
    else if (openOrUndefined(current, value) !== undefined) counts.unchanged++
    else counts.reencrypted += await replaceSealedValue(store, value, current.seal(text, value.context))
  }
  await updateKeyChecks(store, [keyCheck(keys.current)])
  return counts
}
