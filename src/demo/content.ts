import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type, { type Static, type TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import * as shapes from './content-shapes.ts'

/* The content of the demo: the files of content/, checked when they are read. */

const folder = join(import.meta.dirname, 'content')

function readContent<S extends TSchema>(name: string, schema: S): Static<S> {
  const content: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  const [, [error]] = Errors(schema, content)
  if (error) throw new Error(`src/demo/content/${name}.json: ${error.instancePath} ${error.message}`)
  return content as Static<S>
}
const readList = <S extends TSchema>(name: string, item: S) => readContent(name, Type.Array(item))

export const demoThemes = readList('themes', shapes.ThemeContent)
export const demoSegments = readList('segments', shapes.SegmentContent)
export const namedContacts = readList('contacts', shapes.ContactContent)
export const companies = readList('companies', shapes.Company)
export const names = readContent('names', shapes.Names)
export const phrases = readContent('phrases', shapes.Phrases)
export const replies = readList('replies', shapes.ReplyContent)
export const survey = readContent('survey', shapes.SurveyContent)
export const plans = readList('plans', shapes.PlanContent)
export const demoComments = readList('comments', shapes.CommentContent)
export const demoCompetitors = readList('competitors', shapes.CompetitorContent)

/** A file for each theme, and one for what belongs to none of them. */
const files = [...demoThemes.map(({ key }) => key), 'general'] as const

function placeOf(email: string): number {
  const place = namedContacts.findIndex((contact) => contact.email === email)
  if (place < 0) throw new Error(`src/demo/content: ${email} is not in contacts.json`)
  return place
}
export const demoFeedback: readonly shapes.DemoItem[] = files
  .flatMap((file) => readList(`feedback/${file}`, shapes.AuthoredItem))
  .map((item) => ({ ...item, contact: placeOf(item.contact) }))
export const conversations: readonly shapes.DemoItem[] = readList('conversations', shapes.Conversation).map((item) => ({
  ...item,
  contact: placeOf(item.contact),
  content: item.content.join('\n'),
  insights: [],
}))
export const topics: readonly shapes.Topic[] = files.flatMap((about) =>
  readList(`topics/${about}`, shapes.Topic).map((topic) => ({ ...topic, about })),
)
