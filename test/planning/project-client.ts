import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { insertFeedback } from '../insert-feedback.ts'
import type { Org, Reply, TestApp } from '../test-app.ts'

export type Body = Record<string, any>

/** Common requests of the Project tests in one organization. */
export function createProjectClient(app: TestApp, org: Org, key = org.admin.key) {
  const call = (method: string, path: string, body?: Body, query?: Record<string, string>) =>
    app.call(key, method, path, { ...(body && { body }), ...(query && { query }) })
  const build = (body: unknown, idempotencyKey: string = newId()): Promise<Reply> =>
    app.call(key, 'POST', '/build/projects', { body, headers: { 'idempotency-key': idempotencyKey } })
  const create = async (path: string, body: Body): Promise<Body> => {
    const reply = await call('POST', path, body)
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body
  }
  return {
    call,
    build,
    project: (more: Body = {}) => create('/projects', { title: 'Export without limits', ...more }),
    insight: (more: Body = {}) =>
      create('/insights', { name: 'Export fails', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', ...more }),
    read: async (id: string): Promise<Body> => (await call('GET', `/projects/${id}`)).body,
    list: async (query: Record<string, string> = {}): Promise<string[]> =>
      (await call('GET', '/projects', undefined, query)).body.data.map((p: Body) => p.id),
    async initiative({ title = 'Dependable export', archived = false } = {}): Promise<string> {
      const id = newId()
      await app.store.run(sql`
        insert into initiative (org_id, id, title, slug, status, archived_at)
        values (${org.id}, ${id}, ${title}, ${`i-${id}`}, ${archived ? 'archived' : 'building'},
          ${archived ? new Date() : null})`)
      return id
    },
    feedback: (content: string, source = 'zendesk') => insertFeedback(app.store, org.id, { content, source }),
    async segment(name: string): Promise<string> {
      const id = newId()
      await app.store.run(
        sql`insert into segment (org_id, id, name, color) values (${org.id}, ${id}, ${name}, '#00ff00')`,
      )
      return id
    },
  }
}
export type ProjectClient = ReturnType<typeof createProjectClient>
export const codeOf = (reply: Reply) => reply.body?.error?.code as string | undefined
export const pathsOf = (reply: Reply): string[] =>
  (reply.body?.error?.details ?? []).map((detail: { path: string }) => detail.path)
