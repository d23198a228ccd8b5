import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import type { Org, Reply, TestApp } from '../test-app.ts'

export type Body = Record<string, any>

/** Creates and reads the objects of segment tests through the API. */
export function segmentsClient(app: TestApp, org: Org) {
  const call = (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Reply> =>
    app.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })
  const create = async (path: string, body: Body): Promise<Body> => {
    const reply = await call('POST', path, body)
    if (reply.status > 201) throw new Error(`${path}: ${reply.text}`)
    return reply.body
  }
  const read = async (path: string, query?: Record<string, string>): Promise<Body> =>
    (await call('GET', path, undefined, query)).body
  return {
    call,
    create,
    read,
    contact: (body: Body) => create('/contacts', { email: `${newId()}@example.com`, ...body }),
    segment: (name: string, conditions?: Body[], more: Body = {}) =>
      create('/segments', { name, ...(conditions && { rules: { conditions } }), ...more }),
    insight: (more: Body) =>
      create('/insights', { name: 'Found', sentiment: 'NEGATIVE', category: 'PAIN_POINTS', ...more }),
    feedback: (more: Body) => create('/feedback', { content: 'The export spins', ...more }),
    members: async (segment: string): Promise<string[]> =>
      (await read(`/segments/${segment}/contacts`)).data.map((one: Body) => one.id).sort(),
    segmentsOf: async (contact: string): Promise<string[]> => (await read(`/contacts/${contact}`)).segment_ids,
    /** The stored segments of every contact. */
    stored: () =>
      app.store.rows<{ id: string; segment_ids: string[] }>(sql`
        select id, segment_ids::text[] as segment_ids from contact
        where org_id = ${org.id} and deleted_at is null order by id`),
  }
}
export type SegmentsClient = ReturnType<typeof segmentsClient>
