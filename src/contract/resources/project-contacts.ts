import Type from 'typebox'
import { projectTitle } from './project-shapes.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, nullable } from '#contract/core/shapes.ts'
import { Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

const ProjectContact = Type.Object(
  {
    contact_id: Id,
    name: nullable(Type.String({ examples: ['Ana Lima'] })),
    email: nullable(Type.String({ examples: ['ana@example.com'] })),
    company: nullable(Type.String({ examples: ['Acme'] })),
    insight_count: { ...Count, description: 'How much of the evidence comes from this contact.' },
    asked: Type.Array(Type.String({ examples: ['CSV export fails above 10,000 rows'] }), {
      description: 'The names of up to three of these insights, newest first.',
    }),
    messaged_at: nullable({ ...Time, description: 'When a message about this Project was sent; null if none was.' }),
  },
  { ...closed, $id: 'ProjectContact' },
)

const Draft = {
  subject: Text(`${projectTitle} is done`, 200),
  text: Text('Hello {name}, you told us: {asked}', 5000),
}

/** The people behind a Project, to tell them what became of their feedback. */
export const projectContacts = defineRoutes({
  listProjectContacts: {
    method: 'GET',
    path: '/projects/{projectId}/contacts',
    summary: 'List the contacts whose feedback is evidence of a Project',
    description:
      'Only live contacts, in the order in which they were created. With `Accept: text/csv` all of them as one file.',
    params: pathIds('projectId'),
    query: Type.Object(PageQuery, closed),
    result: page(ProjectContact),
    produces: ['text/csv'],
  },
  getProjectMessage: {
    audience: 'app',
    method: 'GET',
    path: '/projects/{projectId}/contact-message',
    summary: 'Draft a message to the contacts of a Project',
    params: pathIds('projectId'),
    result: Type.Object(
      {
        subject: Type.String({ examples: [`${projectTitle} is done`] }),
        text: Type.String({ examples: ['Hello {name}, you told us: {asked}'] }),
        unsent_count: { ...Count, description: 'Contacts with an email address who have not got a message.' },
        can_send: Type.Boolean({ description: 'Mail is configured and an admin allows mail to contacts.' }),
      },
      closed,
    ),
  },
  sendProjectMessage: {
    audience: 'app',
    method: 'POST',
    effect: 'adds',
    external: true,
    audit: 'ids',
    path: '/projects/{projectId}/contact-message',
    summary: 'Send a message to every contact of a completed Project who has not got one',
    params: pathIds('projectId'),
    body: Type.Object(Draft, closed),
    result: Type.Object({ sent: Count, unsent_count: Count }, closed),
    errors: ['INVALID_STATE'],
  },
})
