import type pg from 'pg'
import { type AppliedRow, applyMigration, listApplied, MigrationError, replaceApplied } from './apply-migration.ts'
import {
  baselines,
  earlierMigrations,
  type LegacyMigrations,
  legacyMigrations,
  legacyRenames,
  type Migration,
} from './migration-files.ts'

/**
 * The next step of a database of version 0.1, or of a commit before version 0.2, on its way to the baselines; undefined
 * when there is none left. It runs in the locked transaction of the caller and starts from what is recorded in it:
 * after a kill the next start continues, and of two starts at once each does the steps that the other has not done.
 */
export async function applyEarlierStep(client: pg.Client, wanted: readonly Migration[]): Promise<string | undefined> {
  const applied = await listApplied(client)
  const legacy = legacyMigrations()
  if (applied.some(({ name }) => name in legacy.from)) return renameLegacy(client, applied, legacy)
  const earlier = earlierMigrations()
  const isEarlier = ({ name }: { name: string }) => earlier.some((one) => one.name === name)
  // A backup of an earlier schema is loaded into that schema first.
  if (!applied.some(isEarlier) || wanted.some(isEarlier)) return undefined
  requireKnownState(applied, earlier)
  const next = earlier[applied.length]
  if (next) await applyMigration(client, next)
  else await replaceApplied(client, baselines())
  return next?.name
}

/** Renames a database of version 0.1 in place and records the migrations that make the same schema. */
async function renameLegacy(client: pg.Client, applied: readonly AppliedRow[], { from, to }: LegacyMigrations) {
  const missing = Object.keys(from).filter((name) => !applied.some((row) => row.name === name))
  if (missing.length)
    throw new MigrationError(
      `this database is older than version 0.1.0 (it lacks ${missing.join(', ')}); ` +
        'start Earshot 0.1.0 on it once, then this version',
    )
  const foreign = applied.find(({ name, checksum }) => from[name] !== checksum)
  if (foreign)
    throw new MigrationError(`migration ${foreign.name} is not the one of version 0.1.0; restore a backup instead`)
  await client.query(legacyRenames())
  await replaceApplied(
    client,
    earlierMigrations().filter(({ name }) => to.includes(name)),
  )
  return 'from-0.1.sql'
}

/** The applied migrations must be the first of the earlier ones, without a gap. */
function requireKnownState(applied: readonly AppliedRow[], earlier: readonly Migration[]) {
  const checksums = new Map(earlier.map(({ name, checksum }) => [name, checksum]))
  const foreign = applied.find(({ name, checksum }) => checksums.get(name) !== checksum)
  const missing = earlier.slice(0, applied.length).find(({ name }) => !applied.some((row) => row.name === name))
  if (!foreign && !missing) return
  const what = foreign ? `its migration ${foreign.name} is not one of this version` : `it lacks ${missing!.name}`
  throw new MigrationError(
    `this database is in a state that this version does not know (${what}); ` +
      'use the version that made it, or restore a backup into an empty database',
  )
}
