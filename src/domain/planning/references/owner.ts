import type { Ctx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import { sql } from '#store/sql.ts'

/** Whoever owns a plan belongs to the organization now; nobody, or no change of owner, is fine. */
export async function requireOwner({ db, org }: Ctx, userId: string | null | undefined) {
  if (userId === null || userId === undefined) return
  const member = await db.first(
    sql`select 1 from membership where org_id = ${org} and user_id = ${userId} and status = 'active'`,
  )
  if (!member) invalidField('body.owner_id', 'is not an active member of this organization')
}
