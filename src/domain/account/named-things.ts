import type { Ctx } from '#domain/context.ts'
import { requireAllKnown } from '#domain/errors.ts'
import { raw, sql } from '#store/sql.ts'

const nouns = ['theme', 'segment', 'project'] as const
type Named = { [N in (typeof nouns)[number] as `${N}_id`]?: string }

/** A filter for something that is not there would wait for ever. */
export async function requireNamed({ db, org }: Ctx, path: string, filter: Named = {}) {
  const named = nouns.flatMap((noun) => {
    const id = filter[`${noun}_id`]
    return id === undefined ? [] : [{ noun, id }]
  })
  if (named.length === 0) return
  const held = (noun: string, id: string) => sql`select id from ${raw(noun)} where org_id = ${org} and id = ${id}`
  const known = await Promise.all(named.map(({ noun, id }) => db.rows<{ id: string }>(held(noun, id))))
  requireAllKnown(
    named.map(({ noun, id }, n) => ({
      path: `${path}.${noun}_id`,
      noun,
      wanted: [id],
      known: known[n]!.map((row) => row.id),
    })),
  )
}
