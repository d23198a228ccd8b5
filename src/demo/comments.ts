import { handlers } from '#domain/comments/handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { sql } from '#store/sql.ts'
import { demoComments } from './content.ts'

type Authors = Record<'admin' | 'member', Ctx>

const findIdByName = async ({ db, org }: Ctx, kind: 'theme' | 'initiative', name: string) =>
  (
    await db.first<{ id: string }>(
      kind === 'theme'
        ? sql`select id from theme where org_id = ${org} and name = ${name}`
        : sql`select id from initiative where org_id = ${org} and title = ${name}`,
    )
  )?.id

/** Two members talk, through the handlers that the API uses. */
export async function loadComments(authors: Authors) {
  for (const { on, name, by, body, replies } of demoComments) {
    const object_id = await findIdByName(authors.admin, on, name)
    if (object_id === undefined) throw new Error(`src/demo/content/comments.json: there is no ${on} ${name}`)
    const object = { object_type: on, object_id }
    const text = body.replace('@admin', `@${authors.admin.user}`)
    const { id } = (await handlers.createComment(authors[by], { ...object, body: text })) as { id: string }
    for (const reply of replies)
      await handlers.createComment(authors[reply.by], { ...object, body: reply.body, parent_id: id })
  }
}
