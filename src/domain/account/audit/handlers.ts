import type { Handlers } from '#contract/core/route.ts'
import type { settings } from '#contract/resources/settings.ts'
import type { Ctx } from '#domain/context.ts'
import { pageOf } from '#store/page.ts'
import { listAuditEntries } from './queries.ts'

export const handlers: Handlers<Pick<typeof settings, 'listAuditEntries'>, Ctx> = {
  async listAuditEntries({ db, org, cursors }, { limit, cursor, ...filters }) {
    const before = cursor === undefined ? undefined : String(cursors.read(cursor)[0])
    const rows = await listAuditEntries(db, org, { ...filters, limit, before })
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },
}
