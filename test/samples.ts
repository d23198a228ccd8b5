import { exampleOf } from '#api/example.ts'
import { inventory } from '#contract/index.ts'
import { type Route, type Routes } from '#contract/route.ts'
import { newId } from '#store/ids.ts'
import type { Org, World } from './world.ts'

export const allRoutes = Object.entries(inventory as Routes)
export const publicRoutes = allRoutes.filter(([, route]) => route.audience !== 'app')
/** Every public route, and each action of those that have them as a case of its own. */
export const publicCases = publicRoutes.flatMap(([id, route]): [string, Route][] =>
  route.actions ? Object.entries(route.actions).map(([name, action]) => [`${id}.${name}`, { ...route, actions: { [name]: action } }]) : [[id, route]],
)

type ObjectSchema = { properties: Record<string, Record<string, unknown>>; required?: string[]; anyOf?: { required?: string[] }[] }

/** One object of each kind in an organization; every route finds what it needs here by the name of its field. */
export type Fixture = Record<string, unknown>

export async function makeFixture(world: World, org: Org, marker = ''): Promise<Fixture> {
  const call = async (method: string, path: string, body?: object) => {
    const reply = await world.call(org.admin.key, method, path, { ...(body && { body }), headers: { 'idempotency-key': newId() } })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body as { id: string }
  }
  const theme = await call('POST', '/themes', { name: `Theme ${marker}${newId()}` })
  const other = await call('POST', '/themes', { name: `Other ${marker}${newId()}` })
  const finding = (name: string) => ({ name: `${name} ${marker}`, sentiment: 'NEGATIVE', category: 'PAIN_POINTS', theme_ids: [theme.id] })
  const insight = await call('POST', '/insights', { ...finding('Insight'), quote: `the words ${marker}` })
  const second = await call('POST', '/insights', finding('Second'))
  const quote = await call('POST', `/insights/${insight.id}/quotes`, { text: `more words ${marker}` })
  const initiative = await call('POST', '/initiatives', { title: `Initiative ${marker}` })
  await call('POST', `/initiatives/${initiative.id}/insights`, { insight_ids: [insight.id] })
  const opportunity = await call('POST', '/opportunities', { title: `Opportunity ${marker}`, category: 'PAIN_POINTS', insight_ids: [insight.id] })
  await call('POST', `/initiatives/${initiative.id}/opportunities`, { opportunity_ids: [opportunity.id] })
  const project = await call('POST', '/projects', { title: `Project ${marker}` })
  await call('POST', '/build/projects', { action: 'assign_insights', project_id: project.id, insight_ids: [insight.id] })
  const contact = await call('POST', '/contacts', { email: `${newId()}@example.com`, name: `Contact ${marker}` })
  const otherContact = await call('POST', '/contacts', { email: `${newId()}@example.com` })
  const feedback = await call('POST', '/feedback', { content: `Feedback ${marker}`, contact_id: contact.id })
  const erasure = (await call('POST', `/contacts/${otherContact.id}/erase`)) as unknown as { job_id: string }
  const entry = await call('POST', '/context/entries', { kind: 'fact', title: `Note ${marker}`, content: 'A note' })
  return {
    entryId: entry.id,
    contactId: contact.id, source_contact_ids: [otherContact.id], feedbackId: feedback.id, jobId: erasure.job_id,
    projectId: project.id, project_id: project.id, initiativeId: initiative.id, initiative_id: initiative.id, sectionKey: 'overview',
    opportunityId: opportunity.id, opportunity_id: opportunity.id, opportunity_ids: [opportunity.id],
    themeId: theme.id, insightId: insight.id, quoteId: quote.id, memberId: org.member.memberId, key: 'PAIN_POINTS',
    theme_ids: [theme.id], insight_ids: [second.id], source_theme_ids: [other.id], source_insight_ids: [second.id], segment_ids: [],
    name: `Sample ${marker}${newId()}`, org_id: org.id,
  }
}

const fill = (schema: ObjectSchema, fixture: Fixture, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, name in fixture ? fixture[name] : exampleOf(schema.properties[name]!)]))

/** The body's fields: declared, or those of the (first) action. */
export const fieldsOf = (route: Route) => (route.body ?? Object.values(route.actions ?? {})[0]) as unknown as ObjectSchema | undefined

export type Sample = { path: string; query: Record<string, string>; body: Record<string, unknown> | undefined }

function queryOf(route: Route, fixture: Fixture): Record<string, string> {
  const schema = route.query as unknown as ObjectSchema | undefined
  const needed = (schema?.required ?? []).filter((name) => !('default' in schema!.properties[name]!))
  return Object.fromEntries(Object.entries(schema ? fill(schema, fixture, needed) : {}).map(([name, value]) => [name, String(value)]))
}

/** A request the contract accepts: the example of every required field, ids taken from the fixture. */
export function sampleOf(route: Route, fixture: Fixture): Sample {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fixture[name])))
  const query = queryOf(route, fixture)
  const schema = fieldsOf(route)
  if (!schema) return { path, query, body: undefined }
  // Where one of several fields is needed, the first will do.
  const needed = [...(schema.required ?? []), ...(schema.anyOf?.[0]?.required ?? [])].filter((name) => !('default' in schema.properties[name]!))
  // A change with nothing in it is refused, so one that needs nothing changes its first field.
  const names = needed.length ? needed : Object.keys(schema.properties).slice(0, 1)
  const action = route.actions ? { action: Object.keys(route.actions)[0] } : {}
  return { path, query, body: { ...action, ...fill(schema, fixture, names) } }
}
