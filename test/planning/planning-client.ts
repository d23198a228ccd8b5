import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { insertFeedback } from '../insert-feedback.ts'
import type { Org, Reply, TestApp } from '../test-app.ts'

export type Body = Record<string, any>

/** Creates planning records in an organization. */
export function createPlanningClient(app: TestApp, org: Org) {
  const call = (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Reply> =>
    app.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })
  const create = async (path: string, body: Body): Promise<Body> => {
    const reply = await call('POST', path, body)
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
    return reply.body
  }
  return {
    call,
    read: async (path: string, query?: Record<string, string>): Promise<Body> =>
      (await call('GET', path, undefined, query)).body,
    initiative: (more: Body = {}) => create('/initiatives', { title: 'Make export dependable', ...more }),
    opportunity: (more: Body = {}) =>
      create('/opportunities', { title: 'Large exports fail', category: 'PAIN_POINTS', ...more }),
    insight: (more: Body = {}) =>
      create('/insights', { name: 'Found', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', ...more }),
    build: (kind: 'initiatives' | 'opportunities', body: Body, key: string = newId()): Promise<Reply> =>
      app.call(org.admin.key, 'POST', `/build/${kind}`, { body, headers: { 'idempotency-key': key } }),
    async segment(name: string, weight = 1): Promise<string> {
      const id = newId()
      await app.store.run(
        sql`insert into segment (org_id, id, name, color, weight)
          values (${org.id}, ${id}, ${name}, '#112233', ${weight})`,
      )
      return id
    },
    async project(title: string, more: { initiative?: string; opportunity?: string } = {}): Promise<string> {
      const id = newId()
      await app.store.run(sql`
        insert into project (org_id, id, title, slug, initiative_id, created_by)
        values (${org.id}, ${id}, ${title}, ${id}, ${more.initiative ?? null}, ${org.admin.userId})`)
      if (more.opportunity)
        await app.store.run(
          sql`insert into opportunity_project (org_id, opportunity_id, project_id)
            values (${org.id}, ${more.opportunity}, ${id})`,
        )
      return id
    },
    archiveProject: (id: string) =>
      app.store.run(
        sql`update project set status = 'archived', status_before_archive = status, archived_at = now()
          where org_id = ${org.id} and id = ${id}`,
      ),
    async contact(name: string): Promise<string> {
      const id = newId()
      await app.store.run(
        sql`insert into contact (org_id, id, name, email) values (${org.id}, ${id}, ${name}, ${`${name}@example.com`})`,
      )
      return id
    },
    feedback: (source_type: string) =>
      insertFeedback(app.store, org.id, { content: 'words', source: `src-${source_type}`, source_type }),
  }
}
export type PlanningClient = ReturnType<typeof createPlanningClient>

export const codeOf = (reply: Reply): string => reply.body?.error?.code ?? 'ok'
export const pathOf = (reply: Reply): string | undefined => reply.body?.error?.details?.[0]?.path
export const idsOf = (page: Body): string[] => page.data.map((one: Body) => one.id)
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
