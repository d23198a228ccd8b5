import { parseArgs } from 'node:util'
import type { Config } from '#config/types.ts'
import { commandActor } from '#domain/events/audit/command-actor.ts'
import { recordForAll } from '#domain/events/audit/record.ts'
import type { Store } from '#store/open.ts'
import { secretKeysOf } from './dependencies.ts'
import { checkSecretKeys, rotateSecrets } from './secret-keys.ts'

const options = { 'lost-key': { type: 'boolean' }, json: { type: 'boolean' } } as const

/** `earshot admin rotate-secrets`: afterwards the previous key can be removed. */
export async function runRotateSecrets(argv: string[], store: Store, config: Config) {
  const { values } = parseArgs({ args: argv, options, strict: true, allowPositionals: false })
  const keys = await secretKeysOf(config, store)
  // Without the lost key nothing can be checked: what it encrypted stays unreadable.
  if (!values['lost-key']) await checkSecretKeys(store, keys)
  const value = await rotateSecrets(store, keys)
  await recordForAll(store, { operation: 'admin.rotate-secrets', actor: commandActor() })
  const lines = [
    `${value.reencrypted} stored secrets were encrypted with SECRET_KEY, ${value.unchanged} already were.`,
    ...(value.unreadable > 0
      ? [`${value.unreadable} cannot be decrypted with any of the keys: enter or rotate them again.`]
      : []),
    keys.previous.length > 0
      ? 'SECRET_KEY_PREVIOUS can be removed; sessions, cursors and links that were signed with it then end.'
      : 'No previous key is needed.',
  ]
  return { value, human: lines.join('\n') }
}
