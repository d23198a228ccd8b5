import type { Ctx } from '#domain/context.ts'
import { fail } from '#domain/fail.ts'
import { sql } from '#store/sql.ts'

type Named = { theme_id?: string; segment_id?: string; project_id?: string }

/** A filter for something that is not there would wait for ever; all that are unknown are named. */
export async function requireNamed({ db, org }: Ctx, path: string, { theme_id, segment_id, project_id }: Named = {}) {
  if (!theme_id && !segment_id && !project_id) return
  const known = (await db.first<Record<string, boolean>>(sql`
    select exists (select 1 from theme where org_id = ${org} and id = ${theme_id ?? null}) as theme_id,
      exists (select 1 from segment where org_id = ${org} and id = ${segment_id ?? null}) as segment_id,
      exists (select 1 from project where org_id = ${org} and id = ${project_id ?? null}) as project_id`))!
  const missing = Object.entries({ theme_id, segment_id, project_id }).filter(([name, id]) => id !== undefined && !known[name])
  if (missing.length === 0) return
  const details = missing.map(([name, id]) => ({ path: `${path}.${name}`, message: `there is no ${name.replace('_id', '')} ${id}` }))
  fail('VALIDATION_ERROR', `${details[0]!.path}: ${details[0]!.message}`, { details })
}
