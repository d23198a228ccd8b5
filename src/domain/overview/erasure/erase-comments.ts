import type { Db } from '#store/open.ts'
import type { Person } from './person.ts'
import { lockCommentsAbout, updateCommentTexts } from './queries-comments.ts'

/**
 * Comments of the team on what the person said, and those that name the person, lose the identifiers of the person.
 * Returns the ids of those that changed.
 */
export async function eraseComments(db: Db, org: string, { own, rules }: Person): Promise<string[]> {
  const { maskOwn, strong } = rules.identifiers
  const found = await lockCommentsAbout(db, org, { objects: [...own.insights, ...own.feedback], strong })
  const changed = found
    .map(({ id, body }) => ({ id, body, masked: maskOwn(body) }))
    .filter(({ body, masked }) => masked !== body)
    .map(({ id, masked }) => ({ id, body: masked }))
  if (changed.length) await updateCommentTexts(db, org, changed)
  return changed.map(({ id }) => id)
}
